// The oracle's state of a history: the model of its recurring payment, the sales that the bank received, and
// the coming answers.
import type { Model } from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import type { Answer, History } from './history.ts';

export type Key = { period: number; attempt: number };
type ExpectedAttempt = Key & { atMs: number; status: 'Processing' | 'Succeeded' | 'Failed' };
type ExpectedSale = Key & { atMs: number; outcome: 'approved' | 'declined'; amountMinor: number };
export type PendingSale = {
  sale: Key & { amountMinor: number };
  sentAtMs: number;
  inquiries: number;
  inquiryAtMs: number | undefined;
  hasArrived: boolean;
  /** The version of the card that the sale used. */
  cardVersion: number;
  isCardReplaced?: true;
};

export type Oracle = {
  readonly history: History;
  readonly model: Model;
  readonly attempts: ExpectedAttempt[];
  readonly sales: ExpectedSale[];
  nowMs: number;
  customerIsActive: boolean;
  card: { endsAtMs: number; isBlocked: boolean; version: number };
  /** Triggers until this instant are lost. */
  triggersLostUntilMs: number;
  /** The order of trigger and sweep after an outage is not specified, and the result depends on it. */
  isUndetermined: boolean;
  triggers: (Key & { atMs: number })[];
  sweptAtMs: number;
  pendingSale: PendingSale | undefined;
  /** The times of declined tries since the last approved one. */
  declinedAtMs: number[];
  readonly answers: Answer[];
};

const DAY = 86_400_000;
/** The caps on tries of a card (recurring-payments.md R12). */
const CAPS = [
  { tries: 10, withinMs: DAY },
  { tries: 15, withinMs: 30 * DAY },
];

export const isUsable = ({ card, nowMs }: Oracle): boolean => !card.isBlocked && nowMs < card.endsAtMs;

export function allowedFrom({ declinedAtMs, nowMs }: Oracle): number {
  const free = CAPS.map(({ tries, withinMs }) => (declinedAtMs.at(-tries) ?? -withinMs) + withinMs);
  return Math.max(nowMs, ...free);
}
