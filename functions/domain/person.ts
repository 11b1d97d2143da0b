// People of a merchant who work at its console. A person has a role and no key: signing in makes a session,
// which is a key with the scopes of the role and a short life (console.md 1.2).
import { IDLE_MINUTES, SESSION_HOURS, SIGN_IN_MINUTES } from './limits.ts';
import type { Scope } from './scope.ts';
import { listOf, object, oneOf, optional, text, type ValueOf } from './shape.ts';
import { HOUR_MS, MINUTE_MS } from './time/duration.ts';

const READS = ['payments:read', 'refunds:read', 'recurring:read', 'events:read'] as const;
/**
 * What people of a role may do: each list is all of it. Who looks on sees no personal data and no commission, and
 * only an owner may export what is known of a customer.
 */
export const SCOPES_OF_ROLE = {
  viewer: READS,
  support: [...READS, 'customers:read', 'payments', 'customers', 'cards', 'refunds:request', 'recurring'],
  finance: [
    ...READS,
    'customers:read',
    'settlements:read',
    'payments',
    'refunds:request',
    'refunds:approve',
    'recurring',
  ],
  owner: [
    'read',
    'payments',
    'customers',
    'cards',
    'refunds:request',
    'refunds:approve',
    'recurring',
    'events',
    'settings',
    'keys',
  ],
} as const satisfies Record<string, readonly Scope[]>;
export type Role = keyof typeof SCOPES_OF_ROLE;
export const ROLES = Object.keys(SCOPES_OF_ROLE) as Role[];

export const SIGN_IN_MS = SIGN_IN_MINUTES * MINUTE_MS;
const SESSION_MS = SESSION_HOURS * HOUR_MS;
const IDLE_MS = IDLE_MINUTES * MINUTE_MS;
/** A further sign-in ends the oldest session. */
const MOST_SESSIONS = 5;

const sessionFields = () => ({
  /** Of the key that is the session. */
  keyDigest: text,
  startedAt: text,
});
export type PersonSession = ValueOf<typeof sessionFields>;

const codeFields = () => ({ digest: text, endsAt: text });
export type SignInCode = ValueOf<typeof codeFields>;

export const personFields = () => ({
  personId: text,
  merchantId: text,
  name: text,
  email: text,
  role: oneOf(ROLES),
  createdAt: text,
  /** The row stays, so that refunds of the person keep a name. */
  removedAt: optional(text),
  /** The open link to sign in. A newer one replaces it. */
  code: optional(object(codeFields())),
  /** Newest last, those that have ended since included. */
  sessions: listOf(object(sessionFields())),
});
export type Person = ValueOf<typeof personFields>;

export const sessionEndMs = ({ startedAt }: Pick<PersonSession, 'startedAt'>) =>
  Date.parse(startedAt) + SESSION_MS;

/** When the key of a session ends that is used now. */
export const keyEndMs = (session: Pick<PersonSession, 'startedAt'>, now: Date) =>
  Math.min(now.getTime() + IDLE_MS, sessionEndMs(session));

/** The sessions of a person after a new one, and those that end with it. */
export function withSession({ sessions }: Pick<Person, 'sessions'>, started: PersonSession, now: Date) {
  const open = sessions.filter((one) => sessionEndMs(one) > now.getTime());
  const kept = open.slice(-(MOST_SESSIONS - 1));
  return { sessions: [...kept, started], ended: open.slice(0, open.length - kept.length) };
}
