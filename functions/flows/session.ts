// Sessions of people at the console (console.md 1.5). A session is an API key that only one browser can renew:
// the key follows from the secret of its cookie, so the same cookie always gives the same key, a second tab
// shares it, and whoever has read the key in a page cannot make the cookie of it.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { makeApiKey } from '#domain/api-key.ts';
import {
  keyEndMs,
  type Person,
  SCOPES_OF_ROLE,
  SIGN_IN_MS,
  sessionEndMs,
  withSession,
} from '#domain/person.ts';
import { Rejection } from '#domain/rejection.ts';
import { hasScope } from '#domain/scope.ts';
import { type ApiKeyItem, writeKeyRevoked, writeNewSessionKey } from '#store/merchant/api-key.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import { loadPerson, loadSessionKeys, type PersonItem, writeSignIn } from '#store/merchant/person.ts';
import { change, commit, type Write } from '#store/table/commit.ts';
import { apiKeyDigest } from '#vault/api-key.ts';
import { findStoredKey } from './stored-key.ts';

export type OpenSession = { apiKey: string; startedAt: string; person: PersonItem; merchant: MerchantItem };

/** What a link and a cookie say of their person, and their secret. */
type Ticket = { merchantId: string; personId: string; secret: string };
const TICKET = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

const makeTicket = ({ merchantId, personId }: Pick<Person, 'merchantId' | 'personId'>): Ticket => ({
  merchantId,
  personId,
  secret: randomBytes(32).toString('base64url'),
});
const writeTicket = ({ merchantId, personId, secret }: Ticket) => `${merchantId}.${personId}.${secret}`;
function readTicket(text: string): Ticket {
  const [, merchantId = '', personId = '', secret = ''] = TICKET.exec(text) ?? [];
  if (secret === '') throw new Rejection('API_KEY_INVALID');
  return { merchantId, personId, secret };
}

/** A secret has 256 random bits, so a plain hash cannot be reversed. */
const codeDigest = ({ secret }: Ticket) => createHash('sha256').update(secret).digest('hex');

/** What the link of a person has behind its `#`, and what is stored of it. */
export function makeCode(person: Pick<Person, 'merchantId' | 'personId'>, now: Date) {
  const ticket = makeTicket(person);
  const endsAt = new Date(now.getTime() + SIGN_IN_MS).toISOString();
  return { text: writeTicket(ticket), code: { digest: codeDigest(ticket), endsAt } };
}

function keyOf({ secret }: Ticket, merchant: MerchantItem): string {
  let block = 0;
  return makeApiKey(merchant.mode, (count) => {
    block += 1;
    return createHmac('sha256', secret).update(`console key ${block}`).digest().subarray(0, count);
  });
}

/** The person of a ticket with the merchant. Throws API_KEY_INVALID, also for a person who was removed. */
async function owners({ merchantId, personId }: Ticket) {
  const [person, merchant] = await Promise.all([loadPerson(merchantId, personId), loadMerchant(merchantId)]);
  if (person === undefined || merchant === undefined || person.removedAt !== undefined)
    throw new Rejection('API_KEY_INVALID');
  return { person, merchant };
}

/**
 * Begins a session with the code of a link, which is used up. Throws API_KEY_INVALID for a code that is
 * unknown, used or replaced, API_KEY_EXPIRED for one that is too old.
 */
export async function signIn(code: string, now: Date): Promise<OpenSession & { cookie: string }> {
  const ticket = readTicket(code);
  const { person, merchant } = await owners(ticket);
  const [known, given] = [person.code?.digest ?? '', codeDigest(ticket)].map((one) => Buffer.from(one));
  if (known?.length !== given?.length || !known || !given || !timingSafeEqual(known, given))
    throw new Rejection('API_KEY_INVALID');
  if (person.code === undefined || Date.parse(person.code.endsAt) <= now.getTime())
    throw new Rejection('API_KEY_EXPIRED');
  const cookie = makeTicket(person);
  const apiKey = keyOf(cookie, merchant);
  const startedAt = now.toISOString();
  const session = { keyDigest: await apiKeyDigest(apiKey), startedAt };
  const { sessions, ended } = withSession(person, session, now);
  const key = {
    // Refunds, pages and log lines name the person, and four eyes compare people.
    keyId: person.personId,
    isSession: true as const,
    merchantId: person.merchantId,
    kind: merchant.mode,
    scopes: [...SCOPES_OF_ROLE[person.role]],
    lastFour: apiKey.slice(-4),
    createdAt: startedAt,
    expiresAt: new Date(keyEndMs(session, now)).toISOString(),
  };
  const writes = [
    writeSignIn(person, sessions),
    writeNewSessionKey(key, session.keyDigest, sessionEndMs(session)),
    ...(await endOf(ended, now)),
  ];
  const { kind } = await commit(writes);
  if (kind === 'conflict') throw new Rejection('API_KEY_INVALID');
  return { apiKey, startedAt, person, merchant, cookie: writeTicket(cookie) };
}

/** The writes that end sessions: each key is refused within a minute. */
export const endOf = async (sessions: Person['sessions'], now: Date): Promise<Write[]> =>
  (await loadSessionKeys(sessions)).map((key) => endOfKey(key, now));
const endOfKey = (key: ApiKeyItem, now: Date) => writeKeyRevoked(key, { revokedAt: now.toISOString() });

/** The session of a cookie. Throws API_KEY_INVALID if it was ended, API_KEY_EXPIRED if its time is over. */
async function sessionOf(cookie: string, now: Date) {
  const ticket = readTicket(cookie);
  const { person, merchant } = await owners(ticket);
  const apiKey = keyOf(ticket, merchant);
  const { stored } = await findStoredKey(apiKey);
  if (stored?.keyId !== person.personId || stored.revokedAt !== undefined)
    throw new Rejection('API_KEY_INVALID');
  if (Date.parse(stored.expiresAt ?? '') <= now.getTime()) throw new Rejection('API_KEY_EXPIRED');
  return { apiKey, stored, person, merchant };
}

/**
 * The person of a cookie, whose role gives access to others and takes it away. The key of a session is not
 * enough: whoever has read it in a page would make a link, and of that a cookie.
 */
export async function giverOf(cookie: string, now: Date): Promise<PersonItem> {
  const { person, stored } = await sessionOf(cookie, now);
  if (!hasScope(stored.scopes, 'keys')) throw new Rejection('SCOPE_MISSING', { scope: 'keys' });
  return person;
}

/** Gives the session of a cookie further minutes, within its eight hours. */
export async function renewSession(cookie: string, now: Date): Promise<OpenSession> {
  const { apiKey, stored, person, merchant } = await sessionOf(cookie, now);
  const { createdAt: startedAt } = stored;
  const expiresAt = new Date(keyEndMs({ startedAt }, now)).toISOString();
  // Of two tabs that renew at once, either time is right. One that lost to the end of the session finds that.
  const { kind } = await commit([change('api-key', stored, { expiresAt })]);
  if (kind === 'conflict') await sessionOf(cookie, now);
  return { apiKey, startedAt, person, merchant };
}

/** Ends the session of a cookie, if it has one. */
export async function signOut(cookie: string, now: Date): Promise<void> {
  try {
    const { stored } = await sessionOf(cookie, now);
    const { kind } = await commit([endOfKey(stored, now)]);
    if (kind === 'conflict') await signOut(cookie, now);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
  }
}
