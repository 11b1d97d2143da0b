// What the adapters of all banks return in the same way.
import { defined } from '#domain/defined.ts';
import type { Approved, HistoryOperation, Inquiry, Unknown } from './acquirer.ts';

export const unknown = (reason: string): Unknown => ({ kind: 'unknown', reason });

const LONG_DIGITS = /\d(?:[ -]?\d){11,18}/g;

/** The bank's text, shortened, with everything replaced that could be a card number. */
export const safeSentence = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(LONG_DIGITS, '*').trim().slice(0, 255);

/** The order's sale that was not declined, also if it was voided later. */
export const saleIn = (inquiry: Inquiry): HistoryOperation | undefined =>
  inquiry.kind === 'found'
    ? inquiry.operations.find((row) => row.operation === 'sale' && row.status !== 'declined')
    : undefined;

/** The approval of a sale that the bank had made before; undefined if the history names no reference. */
export function approvalOf(row: HistoryOperation): Approved | undefined {
  const hostReference = row.hostReference ?? row.transactionId;
  if (hostReference === undefined) return undefined;
  return {
    kind: 'approved',
    hostReference,
    ...defined({ authorizationCode: row.authorizationCode, transactionId: row.transactionId }),
  };
}
