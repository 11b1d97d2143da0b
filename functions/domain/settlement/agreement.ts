// What a merchant has agreed with the bank of a virtual POS: when the bank's day ends, what it takes of a
// sale, and after how many days it pays. An agreement holds from its day on. A day that is over gets one only if
// it had none, so that no commission that was told changes.
import { type BinFacts, CARD_TYPES } from '../card/bin.ts';
import { PPM } from '../money.ts';
import { listOf, natural, object, oneOf, optional, text, type ValueOf } from '../shape.ts';
import { batchEndMs } from '../time/batch-close.ts';
import { addDays, type Day, localDay } from '../time/business-day.ts';
import { DAY_MS } from '../time/duration.ts';
import { workingDayFrom } from './holidays.ts';

/** Whose card it is, as the bank of the POS sees it. */
export const ISSUERS = ['OnUs', 'Domestic', 'Foreign'] as const;
export type CardOrigin = (typeof ISSUERS)[number];

/** An absent fact is not known. */
export const cardFields = () => ({ issuer: optional(oneOf(ISSUERS)), type: optional(oneOf(CARD_TYPES)) });
export type CardFacts = ValueOf<typeof cardFields>;

/** `issuer`, `type`, `count`: only of such sales; absent: of any. */
const rateFields = () => ({
  ...cardFields(),
  count: optional(natural),
  /** In millionths of the amount. */
  ratePpm: natural,
  /** Days from the bank day on, before the bank pays. */
  blockedDays: natural,
});
export type Rate = ValueOf<typeof rateFields>;

export const agreementFields = () => ({
  posId: text,
  /** The first bank day for which it holds. */
  from: text,
  /** The end of the bank's day, by the clock in Istanbul: `22:00`. */
  batchCloseAt: text,
  /** The first that fits a sale holds. */
  rates: listOf(object(rateFields())),
  /** ISO. */
  recordedAt: optional(text),
  /** When another one of the same day replaced it: it is kept to be shown, and holds no more. */
  replacedAt: optional(text),
});
export type Agreement = ValueOf<typeof agreementFields>;

/** Of a POS without an agreement. */
export const USUAL_BATCH_CLOSE = '22:00';

/** `card`: undefined if no list knows it. `posBank`: the code of the bank of the POS, if it is known. */
export function cardFacts(card: BinFacts | undefined, posBank: string | undefined): CardFacts {
  if (card === undefined) return {};
  const type = card.type === undefined ? {} : { type: card.type };
  if (card.bankCode === undefined) return { issuer: 'Foreign', ...type };
  if (posBank === undefined) return type;
  return { issuer: card.bankCode === posBank ? 'OnUs' : 'Domestic', ...type };
}

/** The agreement that holds on a day; undefined if the POS has none yet. */
export function agreementOn(
  agreements: readonly Agreement[],
  posId: string,
  day: Day,
): Agreement | undefined {
  return agreements
    .filter((one) => one.posId === posId && one.from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))[0];
}

/** `day`: the bank's, `from` is its first instant (ISO). */
type BankDay = { day: Day; from: string };

/** The bank's day of what happened at the instant, by the close of the agreement that held then. */
export function bankDayOf(agreements: readonly Agreement[], posId: string, at: string): BankDay {
  const atMs = Date.parse(at);
  const { batchCloseAt = USUAL_BATCH_CLOSE } = agreementOn(agreements, posId, localDay(atMs)) ?? {};
  const endMs = batchEndMs(atMs, batchCloseAt);
  return { day: localDay(endMs - 1), from: new Date(endMs - DAY_MS).toISOString() };
}

type PricedSale = CardFacts & { count: number };

/**
 * The first rate that fits. Undefined if none does, or if a fact is not known by which one before it might:
 * a commission is never guessed.
 */
export function rateOf({ rates }: Agreement, sale: PricedSale): Rate | undefined {
  for (const rate of rates) {
    const fits = (['issuer', 'type', 'count'] as const).map((name) =>
      rate[name] === undefined ? true : sale[name] === undefined ? undefined : rate[name] === sale[name],
    );
    if (fits.every((one) => one === true)) return rate;
    if (!fits.includes(false)) return undefined;
  }
  return undefined;
}

/** Half up to the minor unit, of each movement by itself; of what goes back with the other sign. */
export function commissionMinor(amountMinor: number, ratePpm: number): number {
  const size = (BigInt(Math.abs(amountMinor)) * BigInt(ratePpm) + PPM / 2n) / PPM;
  return amountMinor < 0 ? 0 - Number(size) : Number(size);
}

/** The working day on which the bank pays; undefined behind the last year of holidays that is known. */
export const valueDateOf = (day: Day, blockedDays: number): Day | undefined =>
  workingDayFrom(addDays(day, blockedDays));
