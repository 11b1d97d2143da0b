// GET /api/payment: a merchant's payments, newest first, by order number, status and time.
import { instant } from '#contract/field/datetime.ts';
import { fields, oneOf, optional, text } from '#contract/field/field.ts';
import { listQuery } from '#contract/field/list.ts';
import { showPayment } from '#contract/payment.ts';
import { PAYMENT_STATUSES } from '#domain/payment/payment.ts';
import { endpoint } from '#http/endpoint.ts';
import { listRows } from '#http/listing.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { listPartition, paymentsOfOrder, statusPartition } from '#store/table/keys.ts';

const LISTED = { tr: 'Ödemeler.', en: 'The payments.' };

export const handler = endpoint(
  {
    scope: 'read',
    query: ({ timeZone }) =>
      fields({
        orderNumber: optional(text(1, 64)),
        status: optional(oneOf(PAYMENT_STATUSES)),
        startDate: optional(instant(timeZone)),
        endDate: optional(instant(timeZone)),
        ...listQuery(),
      }),
  },
  async ({ caller, query, now }) => {
    const { orderNumber, status, startDate, endDate, limit, cursor } = query;
    const { merchantId } = caller;
    const filters = { orderNumber, status, startDate, endDate };
    const call = { caller, now, name: 'payment', filters, limit, cursor, startMs: startDate, endMs: endDate };
    const page = await listRows(
      call,
      orderNumber === undefined
        ? {
            index: status ? 'status' : 'list',
            isBucketed: true,
            read: PAYMENT.read,
            partitionOf: (month, shard) =>
              status
                ? statusPartition(merchantId, { noun: 'PAYMENT', status, month, shard })
                : listPartition(merchantId, 'PAYMENT', month, shard),
          }
        : {
            index: 'lookup',
            isBucketed: false,
            read: PAYMENT.read,
            partitionOf: () => paymentsOfOrder(merchantId, orderNumber),
            keeps: (payment) => status === undefined || payment.status === status,
          },
    );
    const items = page.items.map((payment) => showPayment(payment, now));
    return { says: LISTED, data: { items, nextCursor: page.next ?? null } };
  },
);
