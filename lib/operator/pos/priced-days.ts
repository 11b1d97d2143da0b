// Prices closed days again, of which no rate was known (docs/interface/settlements.md 2.1). What moved stays as
// it is; the days tell their new sums as `settlement.differs`.
import { priced } from '#domain/settlement/movement.ts';
import { closedWith, type Settlement, sumsOf } from '#domain/settlement/settlement.ts';
import { type Day, startOfLocalDay } from '#domain/time/business-day.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { loadAgreements } from '#store/settlement/agreement.ts';
import { loadMovements } from '#store/settlement/movement.ts';
import { loadSettlement, SETTLEMENT, saveSettlement } from '#store/settlement/settlement.ts';
import { listPartition } from '#store/table/keys.ts';
import { listPage } from '#store/table/list.ts';
import { SettingError } from '../merchant-settings.ts';

type PricedDays = { merchantId: string; posId: string; from: Day };
const ROWS_PER_READ = 100;

/** Repeatable. Returns the days whose sums have changed. */
export async function priceDays({ merchantId, posId, from }: PricedDays, now: Date): Promise<Day[]> {
  const agreements = await loadAgreements(merchantId);
  const changed: Day[] = [];
  let after: string | undefined;
  do {
    const page = await listPage({
      index: 'list',
      partition: (month) => listPartition(merchantId, 'SETTLEMENT', month),
      // A bank's day begins within the calendar day before, or with its own.
      from: new Date(startOfLocalDay(from) - DAY_MS).toISOString(),
      to: now.toISOString(),
      read: SETTLEMENT.find,
      limit: ROWS_PER_READ,
      after,
    });
    for (const { id } of page.items.filter((one) => one.posId === posId && one.day >= from)) {
      const before = await loadSettlement(merchantId, id);
      if (before?.closedAt === undefined) continue;
      const movements = await loadMovements(before);
      const sums = sumsOf(movements.map((one) => priced(agreements, one)));
      const next: Settlement | undefined = closedWith(before, sums, now);
      if (next === undefined) continue;
      if (!(await saveSettlement(before, next)))
        throw new SettingError('A day was changed meanwhile; repeat the command.');
      changed.push(next.day);
    }
    after = page.next;
  } while (after !== undefined);
  return changed;
}
