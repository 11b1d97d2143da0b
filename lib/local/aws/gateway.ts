// Emulates API Gateway: finds the route, invokes the authorizer (and caches its result for a minute), invokes
// the function with the proxy event, and returns the deployed gateway's own responses.
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { inBothLanguages } from '#domain/language.ts';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';
import { DESK_ROUTES, pathsOf, ROUTES, type Route } from '#routes.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../http-handler.ts';
import type { Clock } from '../time/clock.ts';
import { compressed } from './compression.ts';
import type { Lambdas } from './lambda.ts';

const AUTHORIZER_CACHE_MS = 60_000;
/** Lambda accepts events of 6 MiB, and base64 adds a third to a body. A larger body never reaches Lambda. */
const MAX_BODY_BYTES = 4.4 * 1024 * 1024;
const STAGE = 'local';

/** Also used to invoke the functions of a deployment directly. */
type GatewayClock = Pick<Clock, 'now' | 'nowMs'>;
type FunctionInvoker = Pick<Lambdas, 'invoke'>;
type GatewayOptions = { clock: GatewayClock; lambdas: FunctionInvoker; nameOf: (file: string) => string };

export function createGateway({ clock, lambdas, nameOf }: GatewayOptions): HttpHandler {
  const authorize = createAuthorizer(clock, lambdas, nameOf('authorizer'));

  return async (request) => {
    const requestId = randomUUID();
    const [path = '/'] = request.url.split('?');
    const segments = path.split('/');
    const matches = PATTERNS.flatMap((one) => matchRoute(one, segments)).sort(mostLiteralFirst);
    const best = matches.filter(({ path }) => path === matches[0]?.path);
    const match = best.find(({ route }) => route.method === request.method);
    const reject = (code: RejectionCode, extraHeaders?: Record<string, string>) =>
      gatewayResponse(code, requestId, clock, extraHeaders);
    if (request.body.length > MAX_BODY_BYTES) return reject('BODY_TOO_LARGE');
    const isOfBuyers = best.some(({ route }) => route.audience !== 'merchant');
    if (match === undefined && isOfBuyers) {
      return reject('METHOD_NOT_ALLOWED', { Allow: best.map(({ route }) => route.method).join(', ') });
    }
    try {
      if (match === undefined) {
        const catchAll = { path: '/{proxy+}', parameters: { proxy: path.slice(1) } };
        const event = proxyEvent(request, catchAll, requestId, clock, {});
        return httpResponse((await lambdas.invoke(nameOf('unknown-route'), event)) as APIGatewayProxyResult);
      }
      const authorization = match.route.audience === 'merchant' ? await authorize(request, requestId) : {};
      if (typeof authorization === 'string') return reject(authorization);
      const event = proxyEvent(request, match, requestId, clock, authorization);
      const result = await lambdas.invoke(nameOf(`endpoints/${match.route.file}`), event);
      const response = httpResponse(result as APIGatewayProxyResult);
      return match.route.audience === 'buyer' ? compressed(request, response) : response;
    } catch (error) {
      console.error(error);
      return reject('INTERNAL_ERROR');
    }
  };
}

type Match = { route: Route; path: string; parameters: Record<string, string> };

/** Read once: each request is compared with every route. */
const PATTERNS = [...ROUTES, ...DESK_ROUTES]
  .flatMap((route) => pathsOf(route).map((path) => ({ route, path })))
  .map((one) => ({
    ...one,
    pattern: one.path.split('/').map((segment) => ({ segment, name: /^\{(.+)\}$/.exec(segment)?.[1] })),
  }));

function matchRoute({ pattern, ...found }: (typeof PATTERNS)[number], segments: readonly string[]): Match[] {
  if (pattern.length !== segments.length) return [];
  const parameters: Record<string, string> = {};
  for (const [at, { segment, name }] of pattern.entries()) {
    const value = segments[at] ?? '';
    if (name === undefined ? segment !== value : value === '') return [];
    if (name !== undefined) parameters[name] = decoded(value);
  }
  return [{ ...found, parameters }];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const parameterCount = ({ path }: Match) => path.split('{').length;
const mostLiteralFirst = (one: Match, other: Match) => parameterCount(one) - parameterCount(other);

type AuthorizerContext = Record<string, unknown>;

/** Caches the authorizer's result per key for a minute of the local clock, as the deployed gateway does. */
function createAuthorizer(clock: GatewayClock, lambdas: FunctionInvoker, functionName: string) {
  const cache = new Map<string, { authorization: AuthorizerContext | RejectionCode; untilMs: number }>();
  return async (
    { headers, method, url }: HttpRequest,
    requestId: string,
  ): Promise<AuthorizerContext | RejectionCode> => {
    const key = headers['x-api-key'];
    if (typeof key !== 'string' || key === '') return 'API_KEY_MISSING';
    const cached = cache.get(key);
    if (cached && cached.untilMs > clock.nowMs()) return cached.authorization;
    const [path = '/'] = url.split('?');
    const methodArn = `arn:aws:execute-api:eu-central-1:000000000000:local/${STAGE}/${method}${path}`;
    const event = { type: 'REQUEST', methodArn, headers, requestContext: { requestId } };
    const result = (await lambdas.invoke(functionName, event)) as {
      policyDocument: { Statement: { Effect: string }[] };
      principalId: string;
      context: AuthorizerContext;
    };
    const isAllowed = result.policyDocument.Statement[0]?.Effect === 'Allow';
    const authorization = isAllowed
      ? { ...result.context, principalId: result.principalId }
      : (result.context['errorCode'] as RejectionCode);
    cache.set(key, { authorization, untilMs: clock.nowMs() + AUTHORIZER_CACHE_MS });
    return authorization;
  };
}

/**
 * The gateway's own responses: in both languages, with the five keys of the envelope and the gateway's
 * request time.
 */
function gatewayResponse(
  code: RejectionCode,
  requestId: string,
  clock: GatewayClock,
  extraHeaders: Record<string, string> = {},
): HttpResponse {
  const { status, advice, retryable = false, ...sentence } = REJECTIONS[code];
  const docUrl = `${process.env['PAY_URL']}/docs/errors#${code}`;
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Language': 'tr, en',
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...extraHeaders,
    },
    body: JSON.stringify({
      success: false,
      message: inBothLanguages(sentence),
      data: { requestId, retryable, docUrl, advice: inBothLanguages(advice) },
      errorCode: code,
      timestamp: clock.now().toISOString(),
    }),
  };
}

function proxyEvent(
  request: HttpRequest,
  { path: template, parameters }: Pick<Match, 'path' | 'parameters'>,
  requestId: string,
  clock: GatewayClock,
  authorizer: AuthorizerContext,
): APIGatewayProxyEvent {
  const [path = '/', search = ''] = request.url.split('?');
  const query = new URLSearchParams(search);
  const names = [...new Set(query.keys())];
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  return {
    resource: template,
    path,
    httpMethod: request.method,
    headers: Object.fromEntries(headers),
    multiValueHeaders: Object.fromEntries(headers.map(([name, value]) => [name, [value]])),
    queryStringParameters:
      names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, query.getAll(name).at(-1)])),
    multiValueQueryStringParameters:
      names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, query.getAll(name)])),
    pathParameters: Object.keys(parameters).length === 0 ? null : parameters,
    stageVariables: null,
    // The deployed gateway passes every body as binary.
    body: request.body.length === 0 ? null : request.body.toString('base64'),
    isBase64Encoded: request.body.length > 0,
    requestContext: {
      requestId,
      requestTimeEpoch: clock.nowMs(),
      stage: STAGE,
      path,
      httpMethod: request.method,
      resourcePath: template,
      protocol: 'HTTP/1.1',
      identity: { sourceIp: request.address.replace(/^::ffff:/, ''), userAgent: null },
      authorizer: Object.keys(authorizer).length === 0 ? null : authorizer,
    },
  } as unknown as APIGatewayProxyEvent;
}

function httpResponse({
  statusCode,
  headers = {},
  body,
  isBase64Encoded,
}: APIGatewayProxyResult): HttpResponse {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return {
    status: statusCode,
    headers: Object.fromEntries(texts),
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}
