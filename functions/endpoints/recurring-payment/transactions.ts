// GET /api/RecurringPayment/{id}/transactions: every attempt to charge, newest first (recurring-payments.md
// R23).
import { ATTEMPTS_CSV } from '#contract/csv-tables.ts';
import { fields } from '#contract/field/field.ts';
import { listQuery } from '#contract/field/list.ts';
import { showAttempt } from '#contract/recurring-payment-answer.ts';
import { Rejection } from '#domain/rejection.ts';
import { asTable } from '#http/csv.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { listAttempts } from '#store/recurring-payment/attempt.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { readCursor, writeCursor } from '#store/table/cursor.ts';

const LISTED = { tr: 'Düzenli ödemenin tahsilatları.', en: 'The charges of the recurring payment.' };

export const handler = readEndpoint(
  { scope: 'recurring:read', query: ({ asCsv }) => fields(listQuery(asCsv)), csv: asTable(ATTEMPTS_CSV) },
  async ({ caller, path, query, now }) => {
    const { merchantId, digestKey } = caller;
    const id = path['id'] ?? '';
    const owner = { digestKey, list: JSON.stringify(['recurring-payment/transactions', id]) };
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor, owner);
    const [found, page] = await Promise.all([
      loadRecurringPayment(merchantId, id),
      listAttempts(merchantId, id, { limit: query.limit, after }),
    ]);
    if (found === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
    const nextCursor = page.next === undefined ? null : writeCursor(page.next, owner);
    const items = page.items.map((one) => showAttempt(one, found, now));
    return { message: LISTED, data: { items, nextCursor } };
  },
);
