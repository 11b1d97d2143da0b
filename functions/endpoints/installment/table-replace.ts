// PUT /api/installment/table: replaces the table of the current POS, or shows what it would be
// (installments.md 2).
import { INSTALLMENT_TABLE_NAMES } from '#contract/field/answer-names.ts';
import { doubtfulFamilies, showTable, tableBody } from '#contract/installment/table.ts';
import { familiesOfBank } from '#domain/installment/families.ts';
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { isUnchanged } from '#http/fields/record-fields.ts';
import { writeTable } from '#store/installment/table.ts';
import { loadOwnTable } from '#store/installment/terms.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';

const REPLACED = { tr: 'Taksit tablosu kaydedildi.', en: 'The installment table was replaced.' };
const PREVIEWED = {
  tr: 'Önizleme: hiçbir şey değişmedi. Kaydetmek için `preview` olmadan gönderin.',
  en: 'A preview: nothing was changed. Send it without `preview` to replace the table.',
};

export const handler = endpoint(
  { scope: 'settings', body: tableBody, answer: INSTALLMENT_TABLE_NAMES },
  async ({ caller, body, now, requireRecord, commit }) =>
    await untilCommitted({
      load: () => loadOwnTable(caller.merchantId),
      decide: ({ posId, bankCode, table, stored }) => {
        const { rows, confirmed, preview } = body;
        const before = showTable({ bankCode, table });
        const { updatedAt: _, ...set } = before;
        requireRecord(set);
        const updatedAt = now.toISOString();
        const data = {
          ...showTable({ bankCode, table: { rows, updatedAt } }),
          updatedAt: before.updatedAt,
          changedBy: before.changedBy,
        };
        const isSame = isUnchanged(before, data);
        const families = isSame ? [] : doubtfulFamilies(rows, bankCode);
        if (families.length > 0 && !confirmed && bankCode !== undefined) {
          const facts = { families, familiesOfBank: familiesOfBank(bankCode) };
          throw new Rejection('INSTALLMENT_FAMILY_UNCONFIRMED', facts).at('rows');
        }
        if (preview || isSame) return { result: { message: preview ? PREVIEWED : REPLACED, data } };
        const { keyId, firstKeyId } = caller;
        const by = { keyId, firstKeyId };
        const replaced = { rows, updatedAt, changedBy: keyId };
        return {
          writes: [writeTable(caller.merchantId, stored, { posId, rows, updatedAt, by })],
          result: { message: REPLACED, data: showTable({ bankCode, table: replaced }) },
        };
      },
      commit,
    }),
);
