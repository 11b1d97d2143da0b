// The wrapper of the buyer's endpoints, as endpoint.ts is for JSON: strict headers, an error page for every
// failure, one log line. A buyer never gets JSON, and every error page offers a next step.
import { randomBytes } from 'node:crypto';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Language } from '#domain/language.ts';
import { REJECTIONS } from '#domain/rejection.ts';
import { COMMON_HEADERS, pageHeaders } from '#page/headers.ts';
import { type Html, render } from '#page/html.ts';
import { notFound, problem } from '#page/outcome/outcome.ts';
import { setting } from '#setting.ts';
import { bodyBytes } from './body.ts';
import { preferredLanguage } from './envelope.ts';
import { asRejection } from './failure.ts';
import { hostedPageUrl } from './hosted-page-url.ts';
import { headerOf, perRequest, requestLog } from './request-log.ts';

export type PageRequest = {
  token: string;
  /** Chosen by the buyer, else preferred by the browser; the page's own language takes precedence. */
  language: Language;
  cspNonce: string;
  requestId: string;
  /** The buyer's IP address as API Gateway saw it. */
  address: string | undefined;
  origin: string | undefined;
  /** Whether the browser shows the response in a frame (Sec-Fetch-Dest; old browsers do not send it). */
  isFramed: boolean;
  now: Date;
  /**
   * The page's URL, or one below it, with the language that the buyer chose, because there are no cookies.
   */
  pageUrl(below?: string): string;
  /** The submitted form. A field that is sent twice counts as absent. */
  form(): Record<string, string>;
  /** The raw body, for a form whose bytes are signed. */
  body(): { bytes: Buffer; contentType: string | undefined };
};
export type PageResponse =
  | { kind: 'page'; status: number; html: Html; language: Language; frame?: Frame }
  /** For a server, such as the bank's. */
  | { kind: 'text'; text: string }
  /** 303: the browser follows by GET. */
  | { kind: 'redirect'; to: string };
/** Origins that the page may post to, and origins that may frame it. */
type Frame = { formActionOrigins: string[]; frameAncestors: string[] };

type PageHandler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

export function page(work: (request: PageRequest) => Promise<PageResponse>): PageHandler {
  const handle = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(requestLog())
    .onError((request) => {
      request.response = problemResponse(pageRequestOf(request.event), request.error);
    })
    .handler(async (event) => {
      const request = pageRequestOf(event);
      return pageResponse(await work(request), request.cspNonce);
    }) as unknown as PageHandler;
  return perRequest(handle);
}

function pageRequestOf(event: APIGatewayProxyEvent): PageRequest {
  const chosen = event.queryStringParameters?.['language'];
  const isChosen = chosen === 'tr' || chosen === 'en';
  const { requestId, identity } = event.requestContext;
  const token = event.pathParameters?.['token'] ?? '';
  return {
    token,
    language: isChosen ? chosen : preferredLanguage(headerOf(event, 'accept-language')),
    cspNonce: randomBytes(16).toString('base64'),
    requestId,
    address: identity.sourceIp,
    origin: headerOf(event, 'origin'),
    isFramed: headerOf(event, 'sec-fetch-dest') === 'iframe',
    now: new Date(),
    pageUrl: (below = '') => `${hostedPageUrl(token)}${below}${isChosen ? `?language=${chosen}` : ''}`,
    form: () => readForm(event),
    body: () => ({ bytes: bodyBytes(event), contentType: headerOf(event, 'content-type') }),
  };
}

function readForm(event: APIGatewayProxyEvent): Record<string, string> {
  const fields = new URLSearchParams(bodyBytes(event).toString('utf8'));
  const names = [...new Set(fields.keys())].filter((name) => fields.getAll(name).length === 1);
  return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? '']));
}

export function pageResponse(response: PageResponse, cspNonce: string): APIGatewayProxyResult {
  if (response.kind === 'redirect') {
    return { statusCode: 303, headers: { ...COMMON_HEADERS, Location: response.to }, body: '' };
  }
  if (response.kind === 'text') {
    const headers = { ...COMMON_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' };
    return { statusCode: 200, headers, body: response.text };
  }
  const { status, html, language, frame = { formActionOrigins: [], frameAncestors: [] } } = response;
  return {
    statusCode: status,
    headers: pageHeaders({ cspNonce, language, ...frame, reportUrl: `${setting('PAY_URL')}/csp-report` }),
    body: render(html),
  };
}

function problemResponse(
  { language, cspNonce, requestId }: PageRequest,
  error: unknown,
): APIGatewayProxyResult {
  const { status } = REJECTIONS[asRejection(error).code];
  const view = { language, cspNonce };
  const html = status === 404 ? notFound(view) : problem({ ...view, requestId });
  return pageResponse({ kind: 'page', status, html, language }, cspNonce);
}
