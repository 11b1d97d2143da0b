// The wrapper of the buyer's endpoints, as endpoint.ts is for JSON: strict headers, an error page for every
// failure, one log line. Every error page offers a next step. The script of a form gets JSON, which it shows
// in place (hosted-page.md 4.15).
import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import { asRejection } from '#domain/rejection.ts';
import type { ErrorCode } from '#domain/rejection-table.ts';
import { COMMON_HEADERS, type PolicyOrigins, pageHeaders } from '#page/headers.ts';
import { type Html, render } from '#page/html.ts';
import { notFound, problem } from '#page/outcome/outcome.ts';
import type { FormAnswer, FrameResult, ScriptAnswer, WaitingAnswer } from '#page/script/contract.ts';
import { setting } from '#setting.ts';
import { bodyBytes } from './body/body-bytes.ts';
import { preferredLanguage } from './envelope.ts';
import { hostedPageUrl } from './hosted-page-url.ts';
import { type Handle, handling, headerOf } from './request-log.ts';

export type PageRequest = {
  token: string;
  /** The buyer's choice, otherwise the browser's preference; the page's own language takes precedence. */
  language: Language;
  cspNonce: string;
  requestId: string;
  /** The buyer's IP address as API Gateway saw it. */
  address: string | undefined;
  origin: string | undefined;
  /** True if the form's script sends the request; it shows the answer in place. */
  wantsData: boolean;
  /** True if the browser shows the response in a frame (Sec-Fetch-Dest; old browsers do not send it). */
  isFramed: boolean;
  /** The same if a script fetches the response and does not show it. */
  isFetched: boolean;
  now: Date;
  /** Set as soon as the page is known. */
  policyOrigins?: PolicyOrigins;
  /**
   * The page's URL, or one below it, with the language that the buyer chose, because there are no cookies.
   */
  pageUrl(below?: string): string;
  /** The same for a buyer who has sent the form: it leads on to the shop as soon as there is an outcome. */
  sentUrl(): string;
  /** True at that address. */
  hasSent: boolean;
  /** The submitted form. A field that is sent twice counts as absent. */
  form(): Record<string, string>;
  /** The raw body, for a form whose bytes are signed. */
  body(): { bytes: Buffer; contentType: string | undefined };
};
export type PageResponse =
  | {
      kind: 'page';
      status: number;
      html: Html;
      language: Language;
      /** Origins that the page may frame, such as the bank's, to which it then also posts. */
      frameSources?: string[];
      /** The same for the script of the form; without it, the script opens the page. */
      answer?: FormAnswer | WaitingAnswer;
    }
  /** For the script of a form: it has to send the form as a document, which leads to the bank. */
  | { kind: 'challenge' }
  /** For an element of a page: an image, a script. */
  | { kind: 'file'; headers: Record<string, string>; text: string }
  /** For a server, such as the bank's. */
  | { kind: 'text'; text: string }
  /** 303: the browser follows by GET. Without `result` it leads to the page itself, which waits. */
  | { kind: 'redirect'; to: string; result?: FrameResult };

/** `addressOf`: the address of the page whose endpoint it is. */
export function pageHandler(
  work: (request: PageRequest) => Promise<PageResponse>,
  addressOf = hostedPageUrl,
): Handle {
  const requests = new WeakMap<APIGatewayProxyEvent, PageRequest>();
  const requestOf = (event: APIGatewayProxyEvent) => {
    const request = requests.get(event) ?? pageRequestOf(event, addressOf);
    requests.set(event, request);
    return request;
  };
  return handling(
    async (event) => {
      const request = requestOf(event);
      return respond(request, await work(request));
    },
    (error, event) => problemResponse(requestOf(event), error),
  );
}

function pageRequestOf(event: APIGatewayProxyEvent, addressOf: typeof hostedPageUrl): PageRequest {
  const chosen = event.queryStringParameters?.['language'];
  const isChosen = chosen === 'tr' || chosen === 'en';
  const { requestId, identity } = event.requestContext;
  const token = event.pathParameters?.['token'] ?? '';
  const pageUrl: PageRequest['pageUrl'] = (below = '') =>
    `${addressOf(token)}${below}${isChosen ? `?language=${chosen}` : ''}`;
  return {
    token,
    language: isChosen ? chosen : preferredLanguage(headerOf(event, 'accept-language'), 'en'),
    cspNonce: randomBytes(16).toString('base64'),
    requestId,
    address: identity.sourceIp,
    origin: headerOf(event, 'origin'),
    wantsData: headerOf(event, 'accept') === 'application/json',
    isFramed: headerOf(event, 'sec-fetch-dest') === 'iframe',
    isFetched: headerOf(event, 'sec-fetch-dest') === 'empty',
    now: new Date(),
    pageUrl,
    sentUrl: () => `${pageUrl()}${isChosen ? '&' : '?'}sent=yes`,
    hasSent: event.queryStringParameters?.['sent'] === 'yes',
    form: () => readForm(event),
    body: () => ({ bytes: bodyBytes(event), contentType: headerOf(event, 'content-type') }),
  };
}

function readForm(event: APIGatewayProxyEvent): Record<string, string> {
  const fields = new URLSearchParams(bodyBytes(event).toString('utf8'));
  const names = [...new Set(fields.keys())].filter((name) => fields.getAll(name).length === 1);
  return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? '']));
}

const respond = (request: PageRequest, response: PageResponse): APIGatewayProxyResult =>
  request.wantsData
    ? dataResponse(response)
    : pageResponse(response, request.cspNonce, request.policyOrigins);

/** The answer to a form's script. */
function dataResponse(response: PageResponse): APIGatewayProxyResult {
  const { kind } = response;
  if (kind === 'text' || kind === 'file') return pageResponse(response, '');
  const headers = { ...COMMON_HEADERS, 'Content-Type': 'application/json; charset=utf-8' };
  const data = (statusCode: number, body: ScriptAnswer) => ({
    statusCode,
    headers,
    body: JSON.stringify(body),
  });
  if (response.kind === 'challenge') return data(200, { step: 'challenge' });
  if (response.kind === 'redirect') {
    const { to, result } = response;
    return data(200, result === undefined ? { step: 'wait' } : { step: 'leave', to, result });
  }
  const { status, answer } = response;
  return data(status, answer === undefined ? { step: 'page' } : { step: 'form', ...answer });
}

export function pageResponse(
  response: PageResponse,
  cspNonce: string,
  { formActionOrigins, frameAncestors }: PolicyOrigins = { formActionOrigins: [], frameAncestors: [] },
): APIGatewayProxyResult {
  if (response.kind === 'redirect') {
    return { statusCode: 303, headers: { ...COMMON_HEADERS, Location: response.to }, body: '' };
  }
  if (response.kind === 'challenge') throw new Error('Only the script of a form sends it in two steps.');
  if (response.kind === 'text') {
    const headers = { ...COMMON_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' };
    return { statusCode: 200, headers, body: response.text };
  }
  if (response.kind === 'file') {
    return { statusCode: 200, headers: response.headers, body: response.text };
  }
  const { status, html, language, frameSources } = response;
  const headers = pageHeaders({
    cspNonce,
    language,
    frameAncestors,
    reportUrl: `${setting('PAY_URL')}/csp-report`,
    formActionOrigins: [...(frameSources ?? []), ...formActionOrigins],
    ...defined({ frameSources }),
  });
  return { statusCode: status, headers, body: render(html) };
}

/**
 * The statuses of the refusals that a page can meet. The table of all refusals, with the texts that only
 * merchants read, would be a tenth of the function.
 */
const PAGE_STATUSES: Partial<Record<ErrorCode, 404 | 413>> = {
  HOSTED_PAGE_NOT_FOUND: 404,
  BODY_TOO_LARGE: 413,
};

function problemResponse(request: PageRequest, error: unknown): APIGatewayProxyResult {
  const { language, cspNonce, requestId, policyOrigins } = request;
  const status = PAGE_STATUSES[asRejection(error).code] ?? 500;
  const view = { language, cspNonce, ...(policyOrigins && { frameOrigins: policyOrigins.frameAncestors }) };
  const html = status === 404 ? notFound(view) : problem({ ...view, requestId });
  return respond(request, { kind: 'page', status, html, language });
}
