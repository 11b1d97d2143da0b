// The answer of a form to its own script, instead of a document. The script shows it in place, and the
// entered values stay in the page's memory (hosted-page.md 4.15).
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import type { FormAnswer, WaitingAnswer } from '../script/contract.ts';

export const WAITING: { answer: WaitingAnswer } = { answer: { step: 'wait' } };

/**
 * Only the fields that the cause concerns are emptied. The CVV stays if the bank was not asked for money: the
 * issuer's verification failed, a guard stopped the form, or the bank was not reached.
 */
export function fieldsToEmpty(decline: HostedPage['lastDecline']): FormAnswer['empty'] {
  if (decline === undefined || WITHOUT_A_SALE.includes(decline)) return [];
  return decline === 'EXPIRED_CARD' ? ['expiry', 'cvv'] : ['cvv'];
}

const WITHOUT_A_SALE: readonly NonNullable<HostedPage['lastDecline']>[] = [
  'BANK_UNAVAILABLE',
  'TOO_MANY_CARDS',
  'RATE_LIMITED',
  'THREE_D_SECURE_FAILED',
];
