// How often a recurring payment is charged (recurring-payments.md R1), and the terms of it that a page shows.
import { natural, oneOf, optional, text, type ValueOf } from './shape.ts';

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'quarterly', 'annually'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The largest multiplier of each frequency, so that no period is longer than three years. */
export const MAX_FREQUENCY_INTERVAL: Record<Frequency, number> = {
  daily: 1095,
  weekly: 156,
  monthly: 36,
  quarterly: 12,
  annually: 3,
};

export function isFrequencyInterval(frequency: Frequency, interval: number): boolean {
  return Number.isInteger(interval) && interval >= 1 && interval <= MAX_FREQUENCY_INTERVAL[frequency];
}

/** What the buyer of a page agrees to: this amount, in the page's currency, in this rhythm. */
export const recurringTermsFields = () => ({
  amountMinor: natural,
  frequency: oneOf(FREQUENCIES),
  frequencyInterval: natural,
  /** ISO: the first charge; absent: the merchant did not say. */
  startDate: optional(text),
});
export type RecurringTerms = ValueOf<typeof recurringTermsFields>;
