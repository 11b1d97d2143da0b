// GET /api/installment/table: what the merchant sells in installments at its current POS (installments.md 2).
import { showTable } from '#contract/installment/table.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadOwnTable } from '#store/installment/terms.ts';

const SHOWN = { tr: 'Taksit tablosu.', en: 'The installment table.' };

export const handler = readEndpoint({ scope: 'payments' }, async ({ caller }) => {
  const { bankCode, table } = await loadOwnTable(caller.merchantId);
  return { message: SHOWN, data: showTable({ bankCode, table }) };
});
