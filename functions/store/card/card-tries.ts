// The tries of one card at one merchant, over all its recurring payments: one small row to which every claim
// adds, so that two claims never both use the last try that the caps allow (recurring-payments.md R12).
import { CARD_TRY_CAPS, firstAllowedTryAt, REMEMBERED_TRIES } from '#domain/card/card-try-cap.ts';
import { object, optional, text, texts, type ValueOf, yes } from '#domain/shape.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { type Condition, create, EXISTS, type Write } from '../table/commit.ts';
import { cardTriesKey, dueAttributes } from '../table/keys.ts';
import { dueEntry, type Kind } from '../table/kind.ts';
import { loadRow, newItem, row, type Stored } from '../table/row.ts';

/** `{milliseconds}#{attempt}`. Sets, because members can be added and deleted in any order without a read. */
type Try = string;
export type CardTriesItem = Stored & CardTries;

const fields = () => ({
  /** Claimed tries whose outcome is not known yet. */
  open: optional(texts),
  /** Tries declined since the bank last approved one. */
  declined: optional(texts),
  /** The bank has approved a try. */
  hasPaid: optional(yes),
  /** Wrong security codes on pages: see store/card/wrong-codes.ts. */
  wrongCodes: optional(texts),
  /** Charges may wait for the caps, at the latest since then (ISO): each sweep looks if they allow a try. */
  waiting: optional(object({ merchantId: text, cardFingerprint: text, since: text })),
});
type CardTries = ValueOf<typeof fields>;

export const CARD_TRIES = /* @__PURE__ */ row<CardTries>('card-tries', fields);

export const cardTriesKind = () =>
  ({
    keys: [cardTriesKey('{m}', '{fingerprint}')],
    readBy: 'charge, sweep, a card',
    indexes: { due: [dueEntry('TRIES')] },
    grants: { 'card-tries': 'charge attempts of a card' },
    events: 'nothing: it counts attempts',
    read: CARD_TRIES.find,
  }) satisfies Kind;

type TriedCard = { merchantId: string; cardFingerprint: string };
export type CardTry = TriedCard & { name: string; triedAtMs: number };

const keyOf = ({ merchantId, cardFingerprint }: TriedCard) => cardTriesKey(merchantId, cardFingerprint);
const entryOf = ({ name, triedAtMs }: CardTry): Try => `${triedAtMs}#${name}`;
const instantOf = (entry: Try) => Number.parseInt(entry, 10);

/** The bank answers within seconds: a younger try may still be approved, which ends the tries before it. */
const ANSWER_WITHIN_MS = 60_000;

/**
 * The first instant, now or later, at which another try stays within the caps. If only tries whose outcome is
 * not known exceed the caps, that is a minute from now.
 */
export function cardAllowedFromMs(
  tries: Pick<CardTries, 'open' | 'declined'> | undefined,
  nowMs: number,
): number {
  const { open = [], declined = [] } = tries ?? {};
  const all = [...open, ...declined].map(instantOf);
  const allowedFromMs = firstAllowedTryAt(all, nowMs);
  if (allowedFromMs === nowMs) return nowMs;
  const isUnderWay = (entry: Try) => instantOf(entry) > nowMs - ANSWER_WITHIN_MS;
  const certain = [...[...open].filter((entry) => !isUnderWay(entry)), ...declined].map(instantOf);
  return firstAllowedTryAt(certain, nowMs) === nowMs ? nowMs + ANSWER_WITHIN_MS : allowedFromMs;
}

/**
 * A conflict if the caps allow no further try. The condition counts the open tries instead of comparing a
 * version, so that the concurrent charges of a card with many recurring payments seldom conflict.
 */
export function writeCardTry(attempt: CardTry, read: CardTriesItem | undefined): Write {
  const key = keyOf(attempt);
  const entry = entryOf(attempt);
  if (read === undefined) {
    return create('card-tries', newItem(key, CARD_TRIES.attributes({ open: new Set([entry]) })));
  }
  const declined = [...(read.declined ?? [])].sort((a, b) => instantOf(b) - instantOf(a));
  const isLong = declined.length > REMEMBERED_TRIES;
  return {
    what: 'card-tries',
    kind: 'update',
    key,
    set: isLong ? { declined: new Set(declined.slice(0, REMEMBERED_TRIES)) } : {},
    addTo: { open: entry },
    condition: roomFor(read, attempt.triedAtMs),
  };
}

/** The open tries must leave room within the caps, and the declined ones must be as they were read. */
function roomFor({ open = new Set(), declined = new Set() }: CardTriesItem, nowMs: number): Condition {
  const most = CARD_TRY_CAPS.map(({ tries, withinMs }) => {
    const isPast = (entry: Try) => instantOf(entry) <= nowMs - withinMs;
    return tries - [...declined].filter((entry) => !isPast(entry)).length + [...open].filter(isPast).length;
  });
  const hasRoom = '(attribute_not_exists(#open) OR size(#open) < :most)';
  const asRead = declined.size === 0 ? 'attribute_not_exists(#declined)' : 'size(#declined) = :declinedCount';
  return {
    expression: `${hasRoom} AND ${asRead}`,
    values: {
      ':most': Math.min(...most),
      ...(declined.size > 0 && { ':declinedCount': declined.size }),
    },
  };
}

/**
 * An approval shows that the card works and ends all tries before it; `hasPaid` is never removed. A decline
 * is kept. A sale that never reached the bank was no try.
 */
export function writeCardAnswer(attempt: CardTry, answer: 'approved' | 'declined' | 'notSent'): Write {
  const entry = entryOf(attempt);
  return {
    what: 'card-tries',
    kind: 'update',
    key: keyOf(attempt),
    set: answer === 'approved' ? { hasPaid: true } : {},
    takeFrom: { open: entry },
    ...(answer === 'approved' && { remove: ['declined'] }),
    ...(answer === 'declined' && { addTo: { declined: entry } }),
    condition: EXISTS,
  };
}

export const loadCardTries = ({
  merchantId,
  cardFingerprint,
}: TriedCard): Promise<CardTriesItem | undefined> =>
  loadRow(CARD_TRIES, cardTriesKey(merchantId, cardFingerprint));

/** A mark that is older is renewed, and a mark that is three times as old is removed if nothing waits. */
const MARK_MS = 5 * MINUTE_MS;
const markAgeMs = ({ waiting }: CardTries, now: Date) =>
  waiting ? now.getTime() - Date.parse(waiting.since) : Number.POSITIVE_INFINITY;

/**
 * The mark by which the sweep finds the card, for a charge that is about to wait. It is committed before that
 * charge, so that no charge waits without it. Undefined if a recent mark exists.
 */
export function writeCardWait(
  card: TriedCard,
  read: CardTriesItem | undefined,
  now: Date,
): Write | undefined {
  if (read === undefined || markAgeMs(read, now) < MARK_MS) return undefined;
  const { merchantId, cardFingerprint } = card;
  const since = now.toISOString();
  const set = {
    ...CARD_TRIES.attributes({ waiting: { merchantId, cardFingerprint, since } }),
    ...dueAttributes('TRIES', cardFingerprint, since),
  };
  return { what: 'card-tries', kind: 'update', key: keyOf(card), set, condition: EXISTS };
}

/** Removes the mark. Undefined while a charge that has read it may still begin to wait. */
export function writeCardWaitEnd(card: TriedCard, read: CardTriesItem, now: Date): Write | undefined {
  if (read.waiting === undefined || markAgeMs(read, now) < 3 * MARK_MS) return undefined;
  return {
    what: 'card-tries',
    kind: 'update',
    key: keyOf(card),
    remove: ['waiting', 'duePk', 'dueSk'],
    condition: { expression: '#waiting.#since = :since', values: { ':since': read.waiting.since } },
  };
}

/** A hosted page has sold the card: the tries before that no longer count. Undefined if there are none. */
export function writeTriesBeforeApproval(
  card: TriedCard,
  read: CardTriesItem | undefined,
  approvedAtMs: number,
): Write | undefined {
  const declined = read?.declined ?? new Set<Try>();
  const later = [...declined].filter((entry) => instantOf(entry) > approvedAtMs);
  if (later.length === declined.size) return undefined;
  return {
    what: 'card-tries',
    kind: 'update',
    key: keyOf(card),
    set: later.length > 0 ? { declined: new Set(later) } : {},
    ...(later.length === 0 && { remove: ['declined'] }),
    condition: { expression: 'size(#declined) = :count', values: { ':count': declined.size } },
  };
}

/** The card has another expiry: earlier tries no longer count. Undefined if there are none. */
export function writeCardTriesEnd(card: TriedCard, read: CardTriesItem | undefined): Write | undefined {
  if (read?.declined === undefined) return undefined;
  const key = keyOf(card);
  return { what: 'card-tries', kind: 'update', key, remove: ['declined'], condition: EXISTS };
}
