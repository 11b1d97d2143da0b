// The context of every step of the rehearsal.
import type { Bank } from '../../lib/local/bank/bank.ts';
import type { Merchant } from './merchant.ts';
import type { Operator } from './operator.ts';
import type { Report } from './report.ts';

export type RehearsalContext = {
  report: Report;
  merchant: Merchant;
  operator: Operator;
  bank: Bank;
  /** The emulator's address. */
  endpoint: string;
  /** Aborts the programs and requests that are still running. */
  signal: AbortSignal;
};
