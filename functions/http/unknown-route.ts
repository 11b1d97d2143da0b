// The answer to a call that no route answers (api.md 2.3): 308 to the route that differs only in case or by a
// trailing slash, or to a document of the pay address, 405 for another method of a known path, otherwise 404.
// It names the route that the caller probably means.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { secretInAddress } from '#domain/card/card-text.ts';
import { readUuid } from '#domain/id.ts';
import { asRejection, Rejection } from '#domain/rejection.ts';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';
import { type Address, isParameter, nearestRoute, routesAt, segmentsOf } from '#routes/nearest-route.ts';
import { setting } from '#setting.ts';
import { failureResponse } from './failure.ts';
import { renderingOf } from './rendering.ts';
import { type Handle, handling } from './request-log.ts';

/** `elsewhere`: the paths that the pay address answers. */
export const answerUnknownRoute = (
  known: readonly Address[],
  elsewhere: readonly Address['path'][] = [],
): Handle =>
  handling(
    async (event) => {
      throw rejectionOf(event, known, elsewhere);
    },
    (error, event) => {
      const rejection = asRejection(error);
      const response = failureResponse(rejection, new Date(), renderingOf(event));
      const { location, allowedMethods } = rejection.facts as WrongRoute;
      return {
        ...response,
        headers: {
          ...response.headers,
          ...(location && { Location: location }),
          ...(allowedMethods && { Allow: allowedMethods.join(', ') }),
        },
      };
    },
  );

/**
 * API Gateway takes `/api/card/Query` for a card of this id: the function of the id leads to the literal
 * paths, which differ only in case.
 */
export function besideRoute<Handler extends (event: APIGatewayProxyEvent, ...rest: never[]) => unknown>(
  paths: readonly Address['path'][],
  handler: Handler,
): Handler {
  const moved = answerUnknownRoute(paths.map((path) => ({ method: 'GET', path })));
  const either = ((event: APIGatewayProxyEvent, ...rest: never[]) =>
    paths.some((path) => event.path.replace(/\/+$/, '').toLowerCase() === path.toLowerCase())
      ? moved(event)
      : handler(event, ...rest)) as Handler;
  return Object.assign(either, handler);
}

/** Who asks for one order puts its number into the path. */
const ORDER = {
  tr: ' Numara sorgudadır: `GET /api/order?orderNumber=`.',
  en: ' The number is in the query: `GET /api/order?orderNumber=`.',
};

type WrongRoute = { nearestRoute: string; location?: string; allowedMethods?: string[] };

function rejectionOf(
  event: APIGatewayProxyEvent,
  known: readonly Address[],
  elsewhere: readonly Address['path'][],
): Rejection {
  const { httpMethod, path } = event;
  const bare = path.replace(/\/+$/, '');
  const segments = segmentsOf(bare);
  const routes = routesAt(segments, known);
  const route = routes.find(({ method }) => method === httpMethod);
  const nearest = route ?? nearestRoute(httpMethod, segments, known);
  const isOrder = nearest?.path === '/api/order' && /\/orders?\/[^/]+$/i.test(bare);
  const nearestName = nearest ? `${nearest.method} ${nearest.path}` : '';
  const reject = (
    code: RejectionCode,
    facts: Omit<WrongRoute, 'nearestRoute'> = {},
    name: string = nearestName,
  ) => {
    const { tr, en } = REJECTIONS[code].advice;
    return new Rejection(code, { nearestRoute: name, ...facts }).advising({
      tr: `${tr} En yakın adres: \`${name}\`.${isOrder ? ORDER.tr : ''}`,
      en: `${en} The nearest route: \`${name}\`.${isOrder ? ORDER.en : ''}`,
    });
  };
  const documents = elsewhere.map((document) => ({ method: 'GET' as const, path: document }));
  if (routesAt(segments, documents).length > 0 && !isSecretSent(event, segments)) {
    return reject('ROUTE_MOVED', { location: `${setting('PAY_URL')}${bare}` }, `GET ${bare}`);
  }
  if (route !== undefined) {
    if (isSecretSent(event, segments)) return reject('ROUTE_NOT_FOUND');
    const location = `${baseOf(event)}${pathAt(route.path, segments)}${queryOf(event)}`;
    return reject('ROUTE_MOVED', { location });
  }
  if (routes.length === 0) return reject('ROUTE_NOT_FOUND');
  return reject('METHOD_NOT_ALLOWED', { allowedMethods: routes.map(({ method }) => method).sort() });
}

/** A location would repeat it: card data or a key in an address is led nowhere. Ids have digits too. */
function isSecretSent(
  { multiValueQueryStringParameters }: APIGatewayProxyEvent,
  segments: readonly string[],
) {
  const query = Object.entries(multiValueQueryStringParameters ?? {}).flat(2);
  return [...segments.map(decoded), ...query].some(
    (sent = '') => readUuid(sent) === undefined && secretInAddress(sent) !== undefined,
  );
}

/** API Gateway's own address has the stage before the path; a domain of our own does not. */
function baseOf({ path, requestContext }: APIGatewayProxyEvent): string {
  const stage = `/${requestContext.stage}`;
  return requestContext.path.startsWith(`${stage}/`) && !path.startsWith(`${stage}/`) ? stage : '';
}

/** The route's path with the segments that the caller sent for its parameters. */
function pathAt(path: string, segments: readonly string[]): string {
  const written = segmentsOf(path).map((known, at) =>
    isParameter(known) ? encodeURIComponent(decoded(segments[at] ?? '')) : known,
  );
  return `/${written.join('/')}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** API Gateway passes names and values decoded. */
function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): string {
  const query = new URLSearchParams();
  for (const [name, values = []] of Object.entries(multiValueQueryStringParameters ?? {})) {
    for (const value of values) query.append(name, value);
  }
  return query.size === 0 ? '' : `?${query}`;
}
