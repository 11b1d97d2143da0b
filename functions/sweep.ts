// Every five minutes: finds out what nobody came back from. It looks for what is overdue, never for what is
// due now, so that a sweep that was missed itself loses nothing.
import { inquirePayment } from '#flows/payment.ts';
import { sweepRecurringPayment } from '#flows/recurring-inquiry.ts';
import { pursueRefund } from '#flows/refund-inquiry.ts';
import { type DueItem, loadDue } from '#store/due.ts';
import type { RecurringPaymentItem } from '#store/recurring-payment.ts';
import { log } from '#telemetry/log.ts';

export async function handler(): Promise<{ found: number; settled: number }> {
  const now = new Date();
  const due = await loadDue(now);
  const ends = await Promise.allSettled(due.map((one) => sweepOne(one, now)));
  for (const end of ends) {
    if (end.status === 'rejected') log('error', 'sweep could not settle', {}, end.reason);
  }
  const settled = ends.filter((end) => end.status === 'fulfilled' && end.value === 'settled').length;
  log('info', 'sweep', { found: due.length, settled });
  return { found: due.length, settled };
}

async function sweepOne({ noun, item }: DueItem, now: Date): Promise<'settled' | 'waiting'> {
  const merchantId = String(item['merchantId']);
  switch (noun) {
    case 'PAYMENT':
      return await inquirePayment(merchantId, String(item['paymentReferenceNumber']), now);
    case 'REFUND':
      return await pursueRefund(merchantId, String(item['refundId']), now);
    case 'RECURRING':
      return await sweepRecurringPayment(merchantId, (item as RecurringPaymentItem).record.id, now);
    default:
      throw new Error(`The sweep does not know ${noun}.`);
  }
}
