// GET /api/settlement/{id}/movements: what moved at the bank on that day, last first (settlements.md 1).

import { fields } from '#contract/field/field.ts';
import { listQuery } from '#contract/field/list.ts';
import { showMovement } from '#contract/settlement.ts';
import { MOVEMENTS_CSV } from '#contract/settlement-csv.ts';
import { Rejection } from '#domain/rejection.ts';
import { priced } from '#domain/settlement/movement.ts';
import { asTable } from '#http/csv.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadAgreements } from '#store/settlement/agreement.ts';
import { listMovements } from '#store/settlement/movement.ts';
import { loadSettlement } from '#store/settlement/settlement.ts';
import { readCursor, writeCursor } from '#store/table/cursor.ts';

const LISTED = { tr: 'Günün hareketleri.', en: 'The movements of the day.' };

export const handler = readEndpoint(
  { scope: 'settlements:read', query: ({ asCsv }) => fields(listQuery(asCsv)), csv: asTable(MOVEMENTS_CSV) },
  async ({ caller, path, query }) => {
    const { merchantId, digestKey } = caller;
    const [settlement, agreements] = await Promise.all([
      loadSettlement(merchantId, path['id'] ?? ''),
      loadAgreements(merchantId),
    ]);
    if (settlement === undefined) throw new Rejection('SETTLEMENT_NOT_FOUND');
    const owner = { digestKey, list: JSON.stringify(['settlement/movements', settlement.id]) };
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor, owner);
    const page = await listMovements(settlement, { limit: query.limit, after });
    const nextCursor = page.next === undefined ? null : writeCursor(page.next, owner);
    const items = page.items.map((one) => showMovement(priced(agreements, one)));
    return { message: LISTED, data: { items, nextCursor } };
  },
);
