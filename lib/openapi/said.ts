// Which call answers with which noun, and with which statuses.
import type { AnswerName } from './answers.ts';

/** What a call answers when it does what it was asked; newest first where it is a list. */
export type Said = { name: AnswerName; isList?: true; statuses: readonly (200 | 201 | 202)[] };

const one = (name: AnswerName): Said => ({ name, statuses: [200] });
const made = (name: AnswerName): Said => ({ name, statuses: [201] });
const list = (name: AnswerName): Said => ({ name, isList: true, statuses: [200] });

/** By file of the row. */
const SAID: Readonly<Record<string, Said>> = {
  'hosted-page/create': made('NewHostedPage'),
  'hosted-page/show': one('HostedPage'),
  'payment/list': list('Payment'),
  'payment/show': one('Payment'),
  'customer/create': made('Customer'),
  'customer/list': list('Customer'),
  'customer/show': one('Customer'),
  'customer/update': one('Customer'),
  'customer/delete': one('Deleted'),
  'card/create': made('Card'),
  'card/query': list('Card'),
  'card/show': one('Card'),
  'card/update': one('Card'),
  'card/delete': one('Deleted'),
  'recurring-payment/create': made('RecurringPayment'),
  'recurring-payment/preview': one('ChargesToCome'),
  'recurring-payment/list': list('RecurringPayment'),
  'recurring-payment/show': one('RecurringPayment'),
  'recurring-payment/pause': one('RecurringPayment'),
  'recurring-payment/resume': one('RecurringPayment'),
  'recurring-payment/cancel': one('RecurringPayment'),
  'recurring-payment/transactions': list('ChargeAttempt'),
  'refund/create': made('Refund'),
  'refund/list': list('Refund'),
  'refund/statistics': one('RefundStatistics'),
  'refund/show': one('Refund'),
  'refund/approve': { name: 'Refund', statuses: [200, 202] },
  'refund/reject': one('Refund'),
  'refund/partial': { name: 'Refund', statuses: [201, 202] },
  'refund/cancellations': { name: 'Refund', statuses: [201, 202] },
};

/** Throws for a call whose answer nobody has told. */
export function saidBy(file: string): Said {
  const said = SAID[file];
  if (said === undefined) throw new Error(`Say in SAID what ${file} answers.`);
  return said;
}
export const envelopeName = ({ name, isList }: Said) => `${name}${isList ? 'List' : 'Answer'}`;
