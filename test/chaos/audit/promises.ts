// Compares the objects with the responses that callers and buyers received: no acknowledged object is
// missing, no object exists twice, and no outcome was changed.
import { hasPaidOrder } from '../../books/compare.ts';
import type { Books, MerchantBooks } from '../books.ts';
import { dataOf, isSuccess, type Sent, type Told } from '../journal.ts';

/** Finds the ids of objects with the tag of a call. */
const TAGGED: Record<string, (books: MerchantBooks, tag: string) => string[]> = {
  '/api/customer': ({ customers }, tag) =>
    customers.filter(({ email }) => email === `${tag}@shop.example`).map(({ id }) => id),
  '/api/card': ({ cards }, tag) =>
    cards.filter(({ cardAlias }) => cardAlias === `Kart ${tag}`).map(({ id }) => id),
  '/api/Refund': refundsWith,
  '/api/Refund/partial': refundsWith,
  '/api/Refund/cancellations': refundsWith,
  '/api/RecurringPayment': ({ plans }, tag) =>
    plans.filter(({ subscriptionName }) => subscriptionName === `Kahve ${tag}`).map(({ id }) => id),
};

/** Excludes refunds that never reached the bank: their key is free again (api.md 7.7). */
function refundsWith({ refunds }: MerchantBooks, tag: string): string[] {
  return refunds
    .filter(({ reason, errorCode }) => reason?.endsWith(` ${tag}`) && errorCode !== 'BANK_UNAVAILABLE')
    .map(({ refundId }) => refundId);
}

/** Each creating call must have created one object if it was accepted, and none if it was rejected. */
export function auditEffects({ merchants, sent }: Books): string[] {
  const deleted = new Set(
    sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1)),
  );
  const booksOf = new Map(merchants.map((books) => [books.name, books]));
  return sent.flatMap((call) => {
    const [books, find] = [booksOf.get(call.merchant), TAGGED[call.path]];
    if (books === undefined || find === undefined || call.method !== 'POST') return [];
    const found = find(books, call.tag);
    if (found.length === 0 && isRepeatedCancellation(call, books)) return [];
    const problem = effectProblem(call, found, deleted);
    return problem ? [`${call.method} ${call.path} of ${call.merchant}, key ${call.key}: ${problem}`] : [];
  });
}

/**
 * True for the answer to a repeated cancellation, which creates nothing and names the one that exists: status
 * 200, or 202 while its outcome is not known (refunds.md 2.5).
 */
function isRepeatedCancellation({ path, promised, body }: Sent, { refunds }: MerchantBooks): boolean {
  if (path !== '/api/Refund/cancellations' || promised === undefined) return false;
  if (promised.status !== 200 && promised.status !== 202) return false;
  const { transactionId } = JSON.parse(body) as { transactionId: string };
  const { refundId } = dataOf(promised);
  return refunds.some((one) => one.refundId === refundId && one.transactionId === transactionId);
}

function effectProblem(
  { promised, refused, path, unheard }: Sent,
  found: readonly string[],
  deleted: ReadonlySet<string | undefined>,
): string | undefined {
  const created = `created ${found.length} objects (${found.join(' ')})`;
  if (found.length > 1) return created;
  if (promised === undefined) {
    return refused === undefined && unheard > 0 ? `was never answered, ${created}` : undefined;
  }
  if (isSuccess(promised)) {
    const data = dataOf(promised);
    const id = String(data['id'] ?? data['refundId']);
    // The cards of an erased customer are deleted too.
    const mayBeGone = [id, String(data['customerId'])].some((one) => deleted.has(one));
    if (found.length === 0 && !mayBeGone) return `was acknowledged with ${id}, and ${id} is missing`;
    return found.length === 1 && found[0] !== id ? `was acknowledged with ${id}, ${created}` : undefined;
  }
  // A refund that the bank declined is stored as failed.
  const mayBeStored = path.startsWith('/api/Refund') && promised.status === 422;
  return found.length > 0 && !mayBeStored ? `was rejected with ${promised.status}, ${created}` : undefined;
}

/** Reported outcomes must be final. */
export function auditOutcomes({ merchants, sent }: Books, told: readonly Told[]): string[] {
  const payments = new Map(
    merchants.flatMap((books) => books.payments.map((one) => [one.paymentReferenceNumber, one])),
  );
  const refunds = new Map(merchants.flatMap((books) => books.refunds.map((one) => [one.refundId, one])));
  const wrong = told.filter(({ reference, status }) => {
    const payment = payments.get(reference);
    if (payment === undefined) return true;
    return status === 'Successful' ? !hasPaidOrder(payment) : payment.status !== 'Failed';
  });
  const ended = sent.flatMap(({ promised, path }) => {
    if (promised === undefined || !isSuccess(promised) || !path.startsWith('/api/Refund')) return [];
    const { refundId, status } = dataOf(promised);
    return ['Completed', 'Rejected'].includes(String(status)) ? [{ refundId: String(refundId), status }] : [];
  });
  return [
    ...wrong.map(
      ({ reference, status }) =>
        `a buyer was told that ${reference} is ${status}: ${payments.get(reference)?.status}`,
    ),
    ...ended
      .filter(({ refundId, status }) => refunds.get(refundId)?.status !== status)
      .map(({ refundId, status }) => `a merchant was told that ${refundId} is ${status}`),
  ];
}
