// Which endpoint returns which object, with which statuses.
import type { AnswerName } from './answers.ts';

type Status = 200 | 201 | 202;

/** What an endpoint returns if it succeeds: one object, or a page of a list, newest first. */
export type SuccessResponse = {
  object: AnswerName;
  isList: boolean;
  descriptions: Readonly<Partial<Record<Status, string>>>;
};

const returned = (object: AnswerName, what: string): SuccessResponse => ({
  object,
  isList: false,
  descriptions: { 200: `Returns ${what}.` },
});
const created = (object: AnswerName, what: string): SuccessResponse => ({
  object,
  isList: false,
  descriptions: { 201: `Created. Returns ${what}.` },
});
const listed = (object: AnswerName, what: string): SuccessResponse => ({
  object,
  isList: true,
  descriptions: { 200: `Returns a page of ${what}, newest first.` },
});

const PENDING_AT_BANK =
  'Accepted. The bank’s answer is not known yet, and the service goes on asking. Retrieve the refund later.';
/** The call waits for the bank for a limited time only. */
const atBank = (response: SuccessResponse): SuccessResponse => ({
  ...response,
  descriptions: { ...response.descriptions, 202: PENDING_AT_BANK },
});

/** By the file of the row. */
const SUCCESS_RESPONSES: Readonly<Record<string, SuccessResponse>> = {
  'hosted-page/create': created('NewHostedPage', 'the token and address of the page'),
  'hosted-page/show': returned('HostedPage', 'the page, with its payment if there is one'),
  'payment/list': listed('Payment', 'payments'),
  'payment/show': returned('Payment', 'the payment'),
  'customer/create': created('Customer', 'the customer'),
  'customer/list': listed('Customer', 'customers'),
  'customer/show': returned('Customer', 'the customer'),
  'customer/update': returned('Customer', 'the updated customer'),
  'customer/delete': returned('Deleted', 'the id of the deleted customer'),
  'card/create': created('Card', 'the stored card'),
  'card/query': listed('Card', 'stored cards'),
  'card/show': returned('Card', 'the stored card'),
  'card/update': returned('Card', 'the updated card'),
  'card/delete': returned('Deleted', 'the id of the deleted card'),
  'recurring-payment/create': created('RecurringPayment', 'the recurring payment'),
  'recurring-payment/preview': returned('ChargesToCome', 'the charges to come'),
  'recurring-payment/list': listed('RecurringPayment', 'recurring payments'),
  'recurring-payment/show': returned('RecurringPayment', 'the recurring payment'),
  'recurring-payment/pause': returned('RecurringPayment', 'the paused recurring payment'),
  'recurring-payment/resume': returned('RecurringPayment', 'the resumed recurring payment'),
  'recurring-payment/cancel': returned('RecurringPayment', 'the cancelled recurring payment'),
  'recurring-payment/transactions': listed('ChargeAttempt', 'charge attempts'),
  'refund/create': created('Refund', 'the pending refund'),
  'refund/list': listed('Refund', 'refunds'),
  'refund/statistics': returned('RefundStatistics', 'the statistics'),
  'refund/show': returned('Refund', 'the refund'),
  'refund/approve': atBank(returned('Refund', 'the completed refund')),
  'refund/reject': returned('Refund', 'the rejected refund'),
  'refund/partial': atBank(created('Refund', 'the completed refund')),
  'refund/cancellations': atBank(created('Refund', 'the completed refund')),
};

/** Throws if SUCCESS_RESPONSES lacks the endpoint. */
export function successResponseOf(file: string): SuccessResponse {
  const response = SUCCESS_RESPONSES[file];
  if (response === undefined) throw new Error(`Add ${file} to SUCCESS_RESPONSES.`);
  return response;
}
export const envelopeName = ({ object, isList }: SuccessResponse) => `${object}${isList ? 'List' : 'Answer'}`;
