// GET /api/RecurringPayment/{id}/periods: every period that has begun, newest first, whether it was charged
// or not (recurring-payments.md R33).
import { fields } from '#contract/field/field.ts';
import { listQuery } from '#contract/field/list.ts';
import { showPeriod } from '#contract/recurring-payment-answer.ts';
import { Rejection } from '#domain/rejection.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { listPeriods } from '#store/recurring-payment/periods.ts';
import { readCursor, writeCursor } from '#store/table/cursor.ts';

const LISTED = { tr: 'Düzenli ödemenin dönemleri.', en: 'The periods of the recurring payment.' };

export const handler = readEndpoint(
  { scope: 'recurring:read', query: () => fields(listQuery()) },
  async ({ caller, path, query, now }) => {
    const { merchantId, digestKey } = caller;
    const id = path['id'] ?? '';
    const owner = { digestKey, list: JSON.stringify(['recurring-payment/periods', id]) };
    const through = query.cursor === undefined ? undefined : Number(readCursor(query.cursor, owner));
    const page = await listPeriods(merchantId, id, { limit: query.limit, through, now });
    if (page === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
    const items = page.periods.map((period) => showPeriod(period, page.item.record));
    const nextCursor = page.next === undefined ? null : writeCursor(String(page.next), owner);
    return { message: LISTED, data: { items, nextCursor } };
  },
);
