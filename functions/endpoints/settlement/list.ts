// GET /api/settlement: the day's book of each virtual POS and currency, newest first (settlements.md 1).

import { showSettlement } from '#contract/settlement.ts';
import { SETTLEMENTS_CSV } from '#contract/settlement-csv.ts';
import { type SettlementListQuery, settlementListQuery } from '#contract/settlement-query.ts';
import type { Settlement } from '#domain/settlement/settlement.ts';
import { endOfLocalDay, startOfLocalDay } from '#domain/time/business-day.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { withSums } from '#flows/settlement/open-day.ts';
import { asTable } from '#http/csv.ts';
import { equal, type Filters, judgeOf, listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { loadAgreements } from '#store/settlement/agreement.ts';
import { SETTLEMENT } from '#store/settlement/settlement.ts';
import { listPartition } from '#store/table/keys.ts';
import { bankOf } from '#store/virtual-pos.ts';

const LISTED = { tr: 'Gün defterleri.', en: 'The books of the days.' };

type WantedBooks = Pick<SettlementListQuery, 'startDate' | 'endDate' | 'virtualPos' | 'currency'>;
const FILTERS: Filters<Settlement, WantedBooks> = {
  ...equal('currency'),
  startDate: ({ day }, wanted) => day >= wanted,
  endDate: ({ day }, wanted) => day <= wanted,
  virtualPos: ({ posId }, wanted) => posId === wanted,
};

export const handler = readEndpoint(
  {
    scope: 'settlements:read',
    query: ({ asCsv }) => settlementListQuery(asCsv),
    csv: asTable(SETTLEMENTS_CSV),
  },
  async ({ caller, query, now }) => {
    const { merchantId } = caller;
    const { limit, cursor, startDate, endDate, virtualPos, currency } = query;
    const wanted: WantedBooks = { startDate, endDate, virtualPos, currency };
    // A bank's day begins within the calendar day before, or with its own.
    const startMs = startDate === undefined ? undefined : startOfLocalDay(startDate) - DAY_MS;
    const endMs = endDate === undefined ? undefined : endOfLocalDay(endDate);
    const keeps = judgeOf(FILTERS, wanted);
    const listed = listRows(
      { caller, now, name: 'settlement', filters: wanted, limit, cursor, startMs, endMs },
      {
        index: 'list',
        partition: (month) => listPartition(merchantId, 'SETTLEMENT', month),
        read: SETTLEMENT.find,
        ...(keeps && { keeps }),
      },
    );
    const [page, agreements, merchant] = await Promise.all([
      listed,
      loadAgreements(merchantId),
      loadMerchant(merchantId),
    ]);
    const days = await Promise.all(page.items.map((one) => withSums(one, agreements)));
    const items = days.map((one) => showSettlement(one, merchant && bankOf(merchant, one.posId)));
    return { message: LISTED, data: { items, ...page.told } };
  },
);
