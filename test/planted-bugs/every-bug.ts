// All planted bugs, and how one is written into a source text.
import { existsSync, readFileSync } from 'node:fs';
import { AKBANK_BUGS } from './akbank-bugs.ts';
import { CAPTURE_BUGS } from './capture-bugs.ts';
import { CARD_PAGE_BUGS } from './card-page-bugs.ts';
import { CHARGE_BUGS } from './charge-bugs.ts';
import { EVENT_BUGS } from './event-bugs.ts';
import { GARANTI_BUGS } from './garanti-bugs.ts';
import { INSTALLMENT_BUGS } from './installment-bugs.ts';
import { INVARIANT_BUGS } from './invariant-bugs.ts';
import { LEASE_BUGS } from './lease-bugs.ts';
import { PAGE_AND_ANSWER_BUGS } from './page-and-answer-bugs.ts';
import { PAYMENT_BUGS } from './payment-bugs.ts';
import type { PlantedBug } from './planted-bug.ts';
import { PRE_AUTHORISATION_BUGS } from './pre-authorisation-bugs.ts';
import { RECURRING_PAYMENT_BUGS } from './recurring-payment-bugs.ts';
import { REFUND_BUGS } from './refund-bugs.ts';
import { REFUND_HISTORY_BUGS } from './refund-history-bugs.ts';
import { REPEATED_CALL_BUGS, RESTORE_BUGS } from './repeated-call-bugs.ts';
import { ROUTING_BUGS } from './routing-bugs.ts';
import { SESSION_BUGS } from './session-bugs.ts';
import { SETTLEMENT_BUGS } from './settlement-bugs.ts';
import { SINGLE_CHARGE_BUGS } from './single-charge-bugs.ts';
import { SURCHARGE_BUGS } from './surcharge-bugs.ts';
import { SWEEP_BUGS } from './sweep-bugs.ts';
import { TABLE_AND_BANK_BUGS } from './table-and-bank-bugs.ts';
import { TRUST_BUGS } from './trust-bugs.ts';

export const EVERY_BUG: readonly PlantedBug[] = [
  ...INVARIANT_BUGS,
  ...PAYMENT_BUGS,
  ...REFUND_BUGS,
  ...REFUND_HISTORY_BUGS,
  ...RESTORE_BUGS,
  ...INSTALLMENT_BUGS,
  ...SURCHARGE_BUGS,
  ...RECURRING_PAYMENT_BUGS,
  ...CHARGE_BUGS,
  ...SINGLE_CHARGE_BUGS,
  ...CARD_PAGE_BUGS,
  ...TABLE_AND_BANK_BUGS,
  ...AKBANK_BUGS,
  ...GARANTI_BUGS,
  ...PRE_AUTHORISATION_BUGS,
  ...CAPTURE_BUGS,
  ...ROUTING_BUGS,
  ...REPEATED_CALL_BUGS,
  ...SETTLEMENT_BUGS,
  ...EVENT_BUGS,
  ...LEASE_BUGS,
  ...SWEEP_BUGS,
  ...TRUST_BUGS,
  ...SESSION_BUGS,
  ...PAGE_AND_ANSWER_BUGS,
];

/** @throws Error if the text to be replaced does not occur exactly once */
export function plant({ file, find, replace }: PlantedBug, source: string): string {
  const [before, after, ...others] = source.split(find);
  if (before === undefined || after === undefined || others.length > 0) {
    throw new Error(`${file} must contain this once: ${find}`);
  }
  return before + replace + after;
}

/** Why a bug cannot be planted any more, since its code or its tests have changed; undefined if it can. */
export function lossOf(bug: PlantedBug): string | undefined {
  const missing = bug.tests.find((name) => !existsSync(new URL(`../${name}.test.ts`, import.meta.url)));
  if (missing !== undefined) return `${bug.name}: there is no test ${missing}`;
  try {
    plant(bug, readFileSync(new URL(`../../functions/${bug.file}`, import.meta.url), 'utf8'));
    return undefined;
  } catch (error) {
    return `${bug.name}: ${error instanceof Error ? error.message : error}`;
  }
}
