// POST /console/session: a link's code, or the cookie of a session, becomes the key of the session; `end` ends
// it (console.md 1.4). With the cookie of an owner, `linkFor` and `remove` are for other people (1.9). No other
// call reads the cookie.
import type { Sentence } from '#contract/answer.ts';
import { isUuid } from '#domain/id.ts';
import { KEY_CACHED_SECONDS } from '#domain/limits.ts';
import { keyEndMs, SCOPES_OF_ROLE, sessionEndMs } from '#domain/person.ts';
import { asRejection, Rejection } from '#domain/rejection.ts';
import { hasScope } from '#domain/scope.ts';
import { newCode, removePerson } from '#flows/people.ts';
import { giverOf, type OpenSession, renewSession, signIn, signOut } from '#flows/session.ts';
import { readJsonBody } from '#http/body/body.ts';
import { jsonResponse, successBody } from '#http/envelope.ts';
import { failureResponse, invalidFields } from '#http/failure.ts';
import { renderingOf } from '#http/rendering.ts';
import { type Handle, handling, headerOf } from '#http/request-log.ts';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import { listPeople } from '#store/merchant/person.ts';
import { log } from '#telemetry/log.ts';

type SessionRequest = Parameters<Handle>[0];

const COOKIE = '__Host-console';
/** With the prefix a browser takes it from this host alone, over TLS or on this machine, and for every path. */
const setCookie = (value: string, more = '') =>
  `${COOKIE}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict${more}`;

const SIGNED_IN = { tr: 'Oturum açık.', en: 'The session is open.' };
const LINKED = { tr: 'Giriş bağlantısı hazır.', en: 'The link to sign in is ready.' };
const REMOVED = {
  tr: `Kişi çıkarıldı; oturumları en geç ${KEY_CACHED_SECONDS} saniye sonra biter.`,
  en: `The person was removed; no session is open after ${KEY_CACHED_SECONDS} seconds.`,
};
const SIGNED_OUT = { tr: 'Oturum kapatıldı.', en: 'The session has ended.' };

export const handler = handling(
  async (event) => {
    requireOwnPage(event);
    const { body, isBase64Encoded } = event;
    const sent = readJsonBody({ body, isBase64Encoded, contentType: headerOf(event, 'content-type') });
    const now = new Date();
    const rendering = renderingOf(event);
    const answer = (message: Sentence, data: Record<string, unknown> | null, headers = {}) =>
      jsonResponse(200, successBody(message, data, now, rendering.language), rendering, headers);
    const cookie = cookieOf(event);
    const { code, end, linkFor, remove } = sent;
    if (typeof linkFor === 'string') return answer(LINKED, await linkOf(event, { cookie, linkFor, now }));
    if (typeof remove === 'string') return answer(REMOVED, await endPerson({ cookie, remove, now }));
    if (end === true) {
      await signOut(cookie, now);
      return answer(SIGNED_OUT, null, { 'Set-Cookie': setCookie('', '; Max-Age=0') });
    }
    if (typeof code === 'string') {
      await signOut(cookie, now);
      const opened = await signIn(code, now).catch(aboutLink);
      return answer(SIGNED_IN, await show(opened, now), { 'Set-Cookie': setCookie(opened.cookie) });
    }
    return answer(SIGNED_IN, await show(await renewSession(cookie, now), now));
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

const PRESENT = {
  tr: 'bu hesabın çıkarılmamış bir kişisinin kimliği',
  en: 'the id of a person of this account who was not removed',
};
/** No key was typed: who opens a link knows of none. */
function aboutLink(error: unknown): never {
  const { code } = asRejection(error);
  if (code !== 'API_KEY_INVALID' && code !== 'API_KEY_EXPIRED') throw error;
  throw new Rejection({ code, row: LINK_OVER });
}
const LINK_OVER = {
  status: 401,
  tr: 'Bu giriş bağlantısının süresi doldu ya da kullanıldı; yenisini isteyin.',
  en: 'This sign-in link has expired or was used; ask for a new one.',
  advice: {
    tr: 'Yeni bağlantıyı hesabınızın bir sahibi ya da operatörünüz verir.',
    en: 'An owner of your account, or your operator, makes a new link.',
  },
} as const;

type GiversCall = { cookie: string; now: Date };

/** A link for a person, at this very console; a line of the log names who made it for whom. */
async function linkOf(event: SessionRequest, { cookie, linkFor, now }: GiversCall & { linkFor: string }) {
  const { merchantId, personId } = await giverOf(cookie, now);
  const made = isUuid(linkFor) ? await newCode(merchantId, linkFor, now) : undefined;
  if (made === undefined)
    throw invalidFields([{ field: 'linkFor', code: 'INVALID_FORMAT', hint: { expected: PRESENT } }]);
  log('info', 'link made', { merchantId, keyId: personId, personId: linkFor });
  return { signIn: `${headerOf(event, 'origin')}/console#${made.text}`, goodUntil: made.endsAt };
}

/** Nothing changes for a person who was removed before. */
async function endPerson({ cookie, remove, now }: GiversCall & { remove: string }): Promise<null> {
  const { merchantId, personId } = await giverOf(cookie, now);
  if (!isUuid(remove)) return null;
  await removePerson(merchantId, remove, now);
  log('info', 'person removed', { merchantId, keyId: personId, personId: remove });
  return null;
}

/** An address of the shop, where buyers of a link go in the end. */
const shopOf = ({ branding, frameOrigins: [origin] }: MerchantItem): string | null =>
  branding?.supportUrl ?? (origin === undefined ? null : `${origin}/`);

async function show({ apiKey, startedAt, person, merchant }: OpenSession, now: Date) {
  const { merchantId, name, mode, timeZone } = merchant;
  const secondsTo = (ms: number) => Math.max(0, Math.floor((ms - now.getTime()) / 1000));
  const people = await listPeople(merchantId);
  const scopes = SCOPES_OF_ROLE[person.role];
  const mayGiveAccess = hasScope(scopes, 'keys');
  return {
    apiKey,
    // Lengths of time: the clock of the browser may be wrong.
    keyEndsInSeconds: secondsTo(keyEndMs({ startedAt }, now)),
    sessionEndsInSeconds: secondsTo(sessionEndMs({ startedAt })),
    person: { id: person.personId, name: person.name, email: person.email, role: person.role },
    scopes,
    merchant: { id: merchantId, name, mode, timeZone, shop: shopOf(merchant) },
    // Who they are is for names beside what they did; the rest is for those who make their links.
    people: people.map(({ personId: id, name, email, role, createdAt, removedAt = null }) =>
      mayGiveAccess ? { id, name, email, role, createdAt, removedAt } : { id, name },
    ),
  };
}
