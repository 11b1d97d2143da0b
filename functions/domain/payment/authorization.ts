// What a payment with manual capture has in addition: its amount is only reserved at first, and the merchant
// takes it, or a part of it, once, or gives it back (payments.md 13).
import { randomUUID } from 'node:crypto';
import { defined } from '../defined.ts';
import { natural, object, oneOf, optional, text, uuid, type ValueOf, yes } from '../shape.ts';
import { DAY_MS } from '../time/duration.ts';

/** `automatic`: the sale takes the money. `manual`: it reserves it, until a capture or a release. */
export const CAPTURES = ['automatic', 'manual'] as const;

const CAPTURE_STEPS = ['Capture', 'Release'] as const;

export const authorizationFields = () => ({
  /** What the bank has reserved, in minor units; a capture takes at most this. */
  amountMinor: natural,
  /** ISO instants: when the bank reserved it, and until when it takes a capture. */
  at: text,
  endsAt: text,
  /** The merchant was told that the end is near. */
  isEndTold: optional(yes),
  /** A capture or release that was sent to the bank, and whose outcome is not known. One is sent at a time. */
  sent: optional(
    object({
      kind: oneOf(CAPTURE_STEPS),
      /** What it takes, or gives back. */
      amountMinor: natural,
      /** ISO: stored before it is sent. */
      at: text,
      /** A random id: two callers may write in the same millisecond, and one of them sends. */
      worker: text,
      /** The id of the API key that asked for it; absent: the service does, because the time is over. */
      by: optional(uuid),
    }),
  ),
  /** The step that ended it, and when; `sentAt` unless the bank itself has taken or released the amount. */
  ended: optional(object({ as: oneOf(CAPTURE_STEPS), at: text, by: optional(uuid), sentAt: optional(text) })),
});
export type Authorization = ValueOf<typeof authorizationFields>;
export type SentStep = NonNullable<Authorization['sent']>;

export const newStep = (step: Omit<SentStep, 'at' | 'worker'>, now: Date): SentStep => ({
  ...step,
  at: now.toISOString(),
  worker: randomUUID(),
});

/** If a bank's answer does not tell how long it reserves an amount: as the shortest of the banks. */
const SHORTEST_HOLD_DAYS = 7;

/** `sinceMs`: from when on the bank reserves it, which may be known later. */
type BankReservation = { amountMinor: number; at: string; sinceMs: number; heldDays?: number | undefined };

export const newAuthorization = ({
  amountMinor,
  at,
  sinceMs,
  heldDays = SHORTEST_HOLD_DAYS,
}: BankReservation): Authorization => ({
  amountMinor,
  at,
  endsAt: new Date(sinceMs + heldDays * DAY_MS).toISOString(),
});

/** The end of a hold is told so long before it. */
const END_TOLD_MS = DAY_MS;

/** When the sweep looks at it next, while nothing is sent (ISO): to tell the end, and at the end to release it. */
export const nextLookAt = ({ endsAt, isEndTold }: Authorization): string =>
  isEndTold ? endsAt : new Date(Date.parse(endsAt) - END_TOLD_MS).toISOString();

export const isAuthorizationOver = ({ endsAt }: Authorization, now: Date): boolean =>
  now.getTime() >= Date.parse(endsAt);

/** As it stands once nothing is under way any more. */
export function unsent({ sent: _, ...authorization }: Authorization): Authorization {
  return authorization;
}

/** As it stands after its end: `as` is what the bank did, whatever was sent. */
export const endedAs = (authorization: Authorization, as: SentStep['kind'], now: Date): Authorization => {
  const { sent } = authorization;
  const own = sent?.kind === as ? { sentAt: sent.at, ...defined({ by: sent.by }) } : {};
  return { ...unsent(authorization), ended: { as, at: now.toISOString(), ...own } };
};
