// GET /api/RecurringPayment: a merchant's recurring payments, newest first, by status and customer.
import { fields, id, optional } from '#contract/field/field.ts';
import { listQuery } from '#contract/field/list.ts';
import { recurringPaymentStatus } from '#contract/recurring-payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { RECURRING_PAYMENT } from '#store/recurring-payment/recurring-payment.ts';
import { listPartition, recurringPaymentsOfCustomer, statusPartition } from '#store/table/keys.ts';

const LISTED = { tr: 'Düzenli ödemeler.', en: 'The recurring payments.' };

export const handler = readEndpoint(
  {
    scope: 'recurring:read',
    query: () =>
      fields({
        status: optional(recurringPaymentStatus()),
        customerId: optional(id()),
        ...listQuery(),
      }),
  },
  async ({ caller, query, now }) => {
    const { status, customerId, limit, cursor } = query;
    const { merchantId } = caller;
    const call = { caller, now, name: 'recurring-payment', filters: { status, customerId }, limit, cursor };
    const page = await listRows(
      call,
      customerId === undefined
        ? {
            index: status ? 'status' : 'list',
            read: RECURRING_PAYMENT.read,
            partition: (month) =>
              status
                ? statusPartition(merchantId, { noun: 'RECURRING', status, month })
                : listPartition(merchantId, 'RECURRING', month),
          }
        : {
            index: 'lookup',
            read: RECURRING_PAYMENT.read,
            partition: recurringPaymentsOfCustomer(merchantId, customerId),
            keeps: ({ record }) => status === undefined || record.state.status === status,
          },
    );
    const items = page.items.map((item) => showRecurringPayment(item, now));
    return { message: LISTED, data: { items, ...page.told } };
  },
);
