// The payments and refunds of a virtual POS with an unknown outcome, and those that the bank is asked about
// once more. Only the POS's bank can decide them, so the POS is not removed before.
import { defined } from '#domain/defined.ts';
import { posOf } from '#domain/payment/payment.ts';
import { readDue } from '#store/due.ts';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { buyersDuePages, reviewPages } from '#store/table/due.ts';
import type { Item } from '#store/table/table.ts';
import type { VirtualPos } from '#store/virtual-pos.ts';
import { rowsOfStatus } from '../stored.ts';

/**
 * Returns the reference of a payment or the id of a refund; undefined if all have ended. Eventually
 * consistent.
 */
export async function firstOpenAt(
  merchant: MerchantItem,
  { id, addedAt }: VirtualPos,
  now: Date,
): Promise<string | undefined> {
  for (const noun of ['PAYMENT', 'REFUND'] as const) {
    for await (const item of rowsOfStatus(
      merchant,
      { noun, status: 'Processing' },
      { since: addedAt, now },
    )) {
      const open = noun === 'PAYMENT' ? paymentIn(item) : refundIn(item);
      if (open.posId === id) return open.name;
    }
  }
  return await firstRecheckAt(merchant.merchantId, id);
}

/** Later than any inquiry. */
const END = new Date('9998-12-31');

/** The same, of a payment or refund that has ended, and that the bank is asked about once more. */
async function firstRecheckAt(merchantId: string, posId: string): Promise<string | undefined> {
  for (const pages of [...buyersDuePages(END, 100), reviewPages()]) {
    for await (const page of pages) {
      for (const due of page.map(readDue)) {
        if ((due.noun !== 'PAYMENT' && due.noun !== 'REFUND') || due.merchantId !== merchantId) continue;
        const isOfPos = posOf({ merchantId, ...defined({ posId: due.posId }) }) === posId;
        if (isOfPos) return due.noun === 'PAYMENT' ? due.paymentReferenceNumber : due.refundId;
      }
    }
  }
  return undefined;
}

function paymentIn(item: Item) {
  const payment = PAYMENT.read(item);
  return { name: payment.paymentReferenceNumber, posId: posOf(payment) };
}

function refundIn(item: Item) {
  const { refund } = readRefund(item);
  return { name: refund.refundId, posId: posOf(refund) };
}
