// Who and what goes along on the merchant's journey: what every step of it is given.
import type { Bank } from '../local/bank/bank.ts';
import type { Merchant } from './merchant.ts';
import type { Operator } from './operator.ts';
import type { Record } from './record.ts';

export type Journey = {
  record: Record;
  merchant: Merchant;
  operator: Operator;
  bank: Bank;
  /** Ends what is still under way. */
  signal: AbortSignal;
};
