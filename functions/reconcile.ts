// Runs every fifteen minutes: compares each merchant's orders of the days that have ended with its banks,
// once, and the banks' reports with its payments, closes the banks' days, ends refunds that nobody decides, and
// after a takeover finds the sales that the table has lost. A run continues where the last one stopped, and returns at once if nothing is left
// (reconciliation.md 1).
import { firstDay } from '#domain/reconciliation/span.ts';
import type { Takeover } from '#flows/epoch.ts';
import { whileLeased } from '#flows/lease.ts';
import { inPool } from '#flows/pool.ts';
import { findLostSales, isSearched, searchedTakeover } from '#flows/reconciliation/lost-sales.ts';
import { isReconciled, reconcileMerchant } from '#flows/reconciliation/merchant-books.ts';
import type { Run } from '#flows/reconciliation/order-comparison.ts';
import { openPace } from '#flows/reconciliation/pace.ts';
import { areReportsRead, findUnnamedSales } from '#flows/reconciliation/unnamed-sales.ts';
import { areDaysClosed, closeDays, type Night } from '#flows/settlement/close-days.ts';
import { countOpenDifferences } from '#store/difference.ts';
import { merchantIdPages } from '#store/merchant/merchant-name.ts';
import { loadProgress, type ProgressItem } from '#store/reconciliation.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { type Invocation, withInvocation } from '#telemetry/request-context.ts';

/** As many rows as one request reads. */
const MERCHANTS_PER_READ = 100;
const MERCHANTS_AT_ONCE = 20;
/** The least time left when an inquiry begins: it takes 20 seconds at most, then its result is stored. */
const LAST_START_MS = 120_000;
/** Number of postponements for which a refund under way explains a difference; then it is stored. */
const MOST_POSTPONEMENTS = 3;

/** `waiting`: merchants whose orders are not compared yet; `behind`: those waiting for more than a day. */
export type ReconcileTally = Run['tally'] & Night['tally'] & { waiting: number; behind: number };

export async function handler(_event: unknown, context: Invocation): Promise<ReconcileTally> {
  const idle = {
    compared: 0,
    postponed: 0,
    found: 0,
    waitingRefunds: 0,
    rewritten: 0,
    waiting: 0,
    behind: 0,
  };
  return await withInvocation(context, () => whileLeased(() => reconcile(context), idle));
}

async function reconcile(clock: Invocation): Promise<ReconcileTally> {
  const run: Run = {
    now: new Date(),
    pace: openPace(),
    refused: new Set(),
    tally: { compared: 0, postponed: 0, found: 0, waitingRefunds: 0 },
    isPatient: (_payment, known) => (known?.postponements ?? 0) < MOST_POSTPONEMENTS,
    hasTime: () => clock.getRemainingTimeInMillis() >= LAST_START_MS,
  };
  const night: Night = { now: run.now, hasTime: run.hasTime, tally: { rewritten: 0 } };
  const left = { waiting: 0, behind: 0 };
  const behindBefore = firstDay(run.now);
  const takeover = await searchedTakeover(run.now);
  const work = async (merchantId: string, progress: ProgressItem | undefined): Promise<void> => {
    if ((await tryMerchant(merchantId, progress, { run, night, takeover })) === 'done') return;
    left.waiting += 1;
    if (progress === undefined) return;
    const { comparedTo, bookedTo = comparedTo, reportedTo = comparedTo } = progress;
    if ([comparedTo, bookedTo, reportedTo].some((to) => to < behindBefore)) left.behind += 1;
  };
  for await (const merchantIds of merchantIdPages(MERCHANTS_PER_READ)) {
    const progress = await loadProgress(merchantIds);
    const todo = merchantIds.flatMap((id, at) =>
      isReconciled(progress[at], run.now) &&
      areDaysClosed(progress[at], run.now) &&
      areReportsRead(progress[at], run.now) &&
      isSearched(progress[at], takeover)
        ? []
        : [[id, progress[at]] as const],
    );
    await inPool(todo, MERCHANTS_AT_ONCE, (next) => work(...next));
  }
  return await report({ ...run.tally, ...night.tally, ...left });
}

/** Never throws: a failure of one merchant prevents no comparison of another. */
async function tryMerchant(
  merchantId: string,
  progress: ProgressItem | undefined,
  { run, night, takeover }: { run: Run; night: Night; takeover: Takeover | undefined },
): Promise<'done' | 'waiting'> {
  try {
    const searched = takeover ? await findLostSales(merchantId, progress, { takeover, run }) : progress;
    const ended = await reconcileMerchant(merchantId, searched, run);
    const [compared] = await loadProgress([merchantId]);
    // The book needs no bank: it is closed although one does not answer.
    const closed = await closeDays(merchantId, compared, night);
    const isReady = ended === 'done' && isSearched(closed, takeover) && areDaysClosed(closed, run.now);
    if (!isReady || closed === undefined) return 'waiting';
    return areReportsRead(await findUnnamedSales(closed, run), run.now) ? 'done' : 'waiting';
  } catch (error) {
    log('error', 'merchant not reconciled', { merchantId }, error);
    return 'waiting';
  }
}

/** Every run measures, so that the alarms stay on until no merchant is behind and no difference is open. */
async function report(outcome: ReconcileTally): Promise<ReconcileTally> {
  const { compared, behind, rewritten } = outcome;
  measure(
    {
      OrdersCompared: compared,
      ReconciliationsBehind: behind,
      ReconciliationDifferences: (await countOpenDifferences()) + rewritten,
    },
    {},
  );
  log('info', 'reconciliation', outcome);
  return outcome;
}
