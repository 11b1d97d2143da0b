// The context that every step of the rehearsal gets.
import type { Bank } from '../local/bank/bank.ts';
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
  /** Aborts what is still running. */
  signal: AbortSignal;
};
