// The session of a person (console.md 1.5): its key is in memory only, and its cookie is read by one call.
// Lengths of time are counted here, never compared with the clock of this machine, which may be wrong.
import { type Core, openCore, type Query } from '../../clients/typescript/core.ts';
import { languageNow, readBy, w } from './words.ts';

/** The one call that reads the cookie. */
export const SESSION = '/console/session';

export type DeskSession = SessionData & {
  core: Core;
  /** `performance.now()` of the answer. */
  atMs: number;
  /** The service's time then. */
  serviceMs: number;
};

type SessionData = {
  apiKey: string;
  sessionEndsInSeconds: number;
  person: { id: string; name: string; role: keyof typeof ROLES };
  scopes: readonly string[];
  merchant: { id: string; name: string; mode: 'test' | 'live'; timeZone: string; shop: string | null };
  people: DeskPerson[];
};

/** Whose name stands beside what was done; the rest is told to those who make links. */
export type DeskPerson = {
  id: string;
  name: string;
  email?: string;
  role?: keyof typeof ROLES;
  removedAt?: string | null;
};

export const ROLES = {
  viewer: () => w('izleyici', 'viewer'),
  support: () => w('destek', 'support'),
  finance: () => w('finans', 'finance'),
  owner: () => w('sahip', 'owner'),
};

type SessionFault = 'ended' | 'refused' | 'offline';

/** Sends the code of a link, or the cookie alone. */
export async function askForSession(code?: string): Promise<DeskSession | SessionFault> {
  const atMs = performance.now();
  const answer = await post({ ...(code !== undefined && { code }) });
  if (answer === undefined) return 'offline';
  const { success, data, errorCode, timestamp } = answer;
  if (!success) return errorCode === 'API_KEY_EXPIRED' ? 'ended' : 'refused';
  readBy(data.merchant.timeZone, data.scopes.includes('refunds:approve'));
  const core = openCore({
    apiKey: data.apiKey,
    baseUrl: location.origin,
    language: languageNow(),
    maxRetries: 2,
    fetch: (url, request) =>
      fetch(url, {
        ...request,
        credentials: new URL(String(url)).pathname === SESSION ? 'same-origin' : 'omit',
        cache: 'no-store',
      }),
  });
  return { ...data, core, atMs, serviceMs: Date.parse(timestamp) };
}

/** The list of a view as a table for spreadsheets, of at most 5,000 rows (api.md 5.10). */
export async function tableOf({ apiKey }: DeskSession, path: string, query: Query = {}): Promise<Blob> {
  const filters = Object.entries({ ...query, limit: undefined }).filter(([, value]) => value !== undefined);
  const asked = new URLSearchParams(filters.map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${path}?${asked}`, {
    headers: { 'X-Api-Key': apiKey, Accept: 'text/csv', 'Accept-Language': languageNow() },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return await response.blob();
}

export const endSession = async (): Promise<void> => void (await post({ end: true }));

type SessionAnswer = { success: boolean; data: SessionData; errorCode: string | null; timestamp: string };

async function post(body: object): Promise<SessionAnswer | undefined> {
  try {
    const response = await fetch(SESSION, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': languageNow() },
      body: JSON.stringify(body),
      cache: 'no-store',
      redirect: 'error',
    });
    const answer = (await response.json()) as SessionAnswer;
    return response.status < 500 && response.status !== 429 ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The service's time, which a local service moves on. */
export const nowMs = (session: DeskSession | undefined): number =>
  session === undefined ? Date.now() : session.serviceMs + (performance.now() - session.atMs);

/** `read` is the sum of all that read. */
export const may = (session: Pick<DeskSession, 'scopes'> | undefined, scope: string): boolean =>
  session !== undefined &&
  (session.scopes.includes(scope) || (scope.endsWith(':read') && session.scopes.includes('read')));

/** Who asked: a person or key by name, a key without one by the end of its id. */
export const nameOf = (session: DeskSession | undefined, keyId: string | null, name?: string | null) =>
  keyId && (name ?? session?.people.find(({ id }) => id === keyId)?.name ?? `API ${keyId.slice(-6)}`);
