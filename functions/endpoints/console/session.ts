// POST /console/session: a link's code, or the cookie of a session, becomes the key of the session; `end` ends
// it (console.md 1.4). No other call reads the cookie.
import { keyEndMs, SCOPES_OF_ROLE, sessionEndMs } from '#domain/person.ts';
import { asRejection, Rejection } from '#domain/rejection.ts';
import { type OpenSession, renewSession, signIn, signOut } from '#flows/session.ts';
import { readJsonBody } from '#http/body/body.ts';
import { jsonResponse, successBody } from '#http/envelope.ts';
import { failureResponse } from '#http/failure.ts';
import { renderingOf } from '#http/rendering.ts';
import { type Handle, handling, headerOf } from '#http/request-log.ts';
import { setting } from '#setting.ts';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import { listPeople } from '#store/merchant/person.ts';

type SessionRequest = Parameters<Handle>[0];

const COOKIE = '__Host-console';
/** With the prefix a browser takes it from this host alone, over TLS or on this machine, and for every path. */
const setCookie = (value: string, more = '') =>
  `${COOKIE}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict${more}`;

const SIGNED_IN = { tr: 'Oturum açık.', en: 'The session is open.' };
const SIGNED_OUT = { tr: 'Oturum kapatıldı.', en: 'The session has ended.' };

export const handler = handling(
  async (event) => {
    requireOwnPage(event);
    const { body, isBase64Encoded } = event;
    const sent = readJsonBody({ body, isBase64Encoded, contentType: headerOf(event, 'content-type') });
    const now = new Date();
    const rendering = renderingOf(event);
    const cookie = cookieOf(event);
    const { code, end } = sent;
    if (end === true || typeof code === 'string') await signOut(cookie, now);
    if (end === true) {
      const headers = { 'Set-Cookie': setCookie('', '; Max-Age=0') };
      return jsonResponse(200, successBody(SIGNED_OUT, null, now, rendering.language), rendering, headers);
    }
    const opened = typeof code === 'string' ? await signIn(code, now) : await renewSession(cookie, now);
    const text = successBody(SIGNED_IN, await show(opened, now), now, rendering.language);
    const headers = 'cookie' in opened ? { 'Set-Cookie': setCookie(String(opened.cookie)) } : {};
    return jsonResponse(200, text, rendering, headers);
  },
  (error, event) => failureResponse(asRejection(error), new Date(), renderingOf(event)),
);

/**
 * Only pages of this very origin may call: SameSite alone would let in pages of other hosts of the same
 * domain, and without it a page elsewhere could sign its visitor in as somebody else.
 */
function requireOwnPage(event: SessionRequest): void {
  const origin = headerOf(event, 'origin') ?? '';
  const site = headerOf(event, 'sec-fetch-site') ?? 'same-origin';
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  if (site !== 'same-origin' || host === '' || host !== headerOf(event, 'host'))
    throw new Rejection('REQUEST_BLOCKED');
}

const cookieOf = (event: SessionRequest): string =>
  (headerOf(event, 'cookie') ?? '')
    .split(';')
    .map((one) => one.trim().split('='))
    .find(([name]) => name === COOKIE)?.[1] ?? '';

/** An address of the shop, where buyers of a link go in the end. */
const shopOf = ({ branding, frameOrigins: [origin] }: MerchantItem): string | null =>
  branding?.supportUrl ?? (origin === undefined ? null : `${origin}/`);

async function show({ apiKey, startedAt, person, merchant }: OpenSession, now: Date) {
  const { merchantId, name, mode, timeZone } = merchant;
  const secondsTo = (ms: number) => Math.max(0, Math.floor((ms - now.getTime()) / 1000));
  const people = await listPeople(merchantId);
  return {
    apiKey,
    // Lengths of time: the clock of the browser may be wrong.
    keyEndsInSeconds: secondsTo(keyEndMs({ startedAt }, now)),
    sessionEndsInSeconds: secondsTo(sessionEndMs({ startedAt })),
    person: { id: person.personId, name: person.name, email: person.email, role: person.role },
    scopes: SCOPES_OF_ROLE[person.role],
    apiUrl: setting('BASE_URL'),
    merchant: { id: merchantId, name, mode, timeZone, shop: shopOf(merchant) },
    people: people.map((one) => ({ id: one.personId, name: one.name })),
  };
}
