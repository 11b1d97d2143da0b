// Reads the reports of sales that some banks have, for each bank day that has ended, and tells once of each sale
// under an order id of ours that no payment names (reconciliation.md 4). It moves no money. The progress of each
// virtual POS is stored after each part of a day.
import type { Inquiry, NotSent, ReportSpan, Unknown } from '#acquirer/acquirer.ts';
import { isOwnOrderId } from '#domain/bank-order-id.ts';
import { defined } from '#domain/defined.ts';
import { PAID_STATUSES, posOf } from '#domain/payment/payment.ts';
import { comparableUntil, firstDay, spanUntil } from '#domain/reconciliation/span.ts';
import { endOfLocalDay, localDay } from '#domain/time/business-day.ts';
import { DAY_MS, isoOf, MINUTE_MS } from '#domain/time/duration.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { type ProgressItem, saveProgress } from '#store/reconciliation.ts';
import { listPartition, statusPartition } from '#store/table/keys.ts';
import { listPages } from '#store/table/list.ts';
import { loadUnnamedSale, storeUnnamedSale } from '#store/unnamed-sale.ts';
import { posUsedSince } from '#store/virtual-pos.ts';
import { type LogFields, log } from '#telemetry/log.ts';
import { connectBankOf } from '../bank-connection.ts';
import { refusalOf, reportRefusal } from '../merchant-refusal.ts';
import type { Run } from './order-comparison.ts';

/** A sale or capture of a payment whose outcome is open can be later than the payment by so much. */
const OPEN_MS = 31 * DAY_MS;

export const areReportsRead = (progress: ProgressItem | undefined, now: Date): boolean =>
  (progress?.reportedTo ?? '') >= comparableUntil(now);

type ReportingBank = Awaited<ReturnType<typeof connectBankOf>>;
type PosReading = {
  merchantId: string;
  run: Run;
  /** ISO: an order that was sold before it was named, or not, by the report of its own day. */
  namesFrom: string;
  /** The bank orders that payments name; undefined if the time is over. Read once, if a report has any of ours. */
  names(): Promise<ReadonlySet<string> | undefined>;
};
const nameOf = (posId: string, bankOrderId: string) => `${posId} ${bankOrderId}`;

/** Returns the progress as it is then; undefined: another run reads the reports. */
export async function findUnnamedSales(before: ProgressItem, run: Run): Promise<ProgressItem | undefined> {
  const { merchantId } = before;
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined || areReportsRead(before, run.now)) return before;
  const until = comparableUntil(run.now);
  const since = before.reportedTo ?? firstDay(run.now);
  const { from } = spanUntil(until, since);
  const isBegun = before.reportedTo === from;
  let current = isBegun ? before : await saveProgress(before, { ...before, reportedTo: from });
  const isCut = from > since;
  const reading = openReading(merchantId, isoOf(Date.parse(from) - DAY_MS), run);
  const all = posUsedSince(merchant, from);
  for (const posId of all) {
    if (current !== undefined) current = await readPos({ posId, from, until, isCut }, current, reading);
  }
  if (current === undefined || all.some((posId) => (current?.reports?.[posId] ?? '') < until)) return current;
  const { reports: _, ...rest } = current;
  return await saveProgress(current, { ...rest, reportedTo: until });
}

function openReading(merchantId: string, namesFrom: string, run: Run): PosReading {
  let names: ReturnType<PosReading['names']> | undefined;
  const readNames = () => {
    names ??= namedSince(merchantId, namesFrom, run);
    return names;
  };
  return { merchantId, run, namesFrom, names: readNames };
}

/** `isCut`: there are days before the span whose reports will never be read. */
type PosSpan = { posId: string; from: string; until: string; isCut: boolean };

/** The progress is behind `until` if the bank does not answer or the time is over. */
async function readPos(
  { posId, from, until, isCut }: PosSpan,
  before: ProgressItem,
  reading: PosReading,
): Promise<ProgressItem | undefined> {
  const { merchantId } = reading;
  const read = (progress: ProgressItem, to: string) => ({
    ...progress,
    reports: { ...progress.reports, [posId]: to },
  });
  let current: ProgressItem | undefined = before;
  try {
    const bank = await connectBankOf({ merchantId, posId });
    // Without a report its orders are compared one by one only, so that nothing is left.
    if (bank.bank.reportSales === undefined) return read(current, until);
    const isFound = current.reports?.[posId] !== undefined;
    if (isCut && !isFound) log('error', 'reports of more than a week ago are not read', { merchantId });
    let lengthMs = DAY_MS;
    for (;;) {
      const known: string = current.reports?.[posId] ?? from;
      if (known >= until) return current;
      const fromMs = Math.max(Date.parse(known), Date.parse(from));
      const toMs = Math.min(fromMs + lengthMs, endOfLocalDay(localDay(fromMs)) + 1);
      const result = await readSpan({ fromMs, toMs }, bank, reading);
      if (result === 'stop') return current;
      if (result === 'tooMany') lengthMs = Math.ceil((toMs - fromMs) / 2 / MINUTE_MS) * MINUTE_MS;
      else current = await saveProgress(current, read(current, isoOf(toMs)));
      if (current === undefined) return undefined;
    }
  } catch (error) {
    log('error', 'report of sales not read', { merchantId, virtualPos: posId }, error);
    return current;
  }
}

async function readSpan(
  span: ReportSpan,
  { bank, access, posId }: ReportingBank,
  reading: PosReading,
): Promise<'read' | 'tooMany' | 'stop'> {
  const { merchantId, run } = reading;
  const paced = async <Answer>(call: () => Promise<Answer>) =>
    await run.pace(access.address, bank.bookCheck.atOnce, async () =>
      run.hasTime() ? await call() : undefined,
    );
  const report = await paced(async () => await bank.reportSales?.(span));
  if (report === undefined) return 'stop';
  const day = localDay(span.fromMs);
  const labels = { merchantId, virtualPos: posId, day };
  if (report.kind === 'tooMany') {
    if (span.toMs - span.fromMs > MINUTE_MS) return 'tooMany';
    log('error', 'a minute has more sales than the bank reports', labels);
    return 'read';
  }
  if (report.kind !== 'listed') {
    tellUnread(report, labels);
    return 'stop';
  }
  const ours = report.bankOrderIds.filter(isOwnOrderId);
  const names = ours.length === 0 ? new Set() : await reading.names();
  if (names === undefined) return 'stop';
  const unnamed = ours.filter((id) => !names.has(nameOf(posId, id)));
  const told = unnamed.map(async (bankOrderId) => {
    const sale = { merchantId, posId, bankOrderId };
    if ((await loadUnnamedSale(sale)) !== undefined) return 'told';
    const inquiry = await paced(() => bank.inquire(bankOrderId));
    return await tellIfSold({ ...sale, day }, inquiry, reading);
  });
  return (await Promise.all(told)).includes('stop') ? 'stop' : 'read';
}

function tellUnread(report: Unknown | NotSent, labels: LogFields): void {
  const refusal = refusalOf(report);
  if (refusal) reportRefusal(refusal, labels);
  else log('warn', 'report of sales not read', { ...labels, reason: report.reason });
}

type UnnamedOrder = { merchantId: string; posId: string; bankOrderId: string; day: string };

/** `stop`: the bank has not told what was taken, or is undoing it. */
async function tellIfSold(
  order: UnnamedOrder,
  inquiry: Inquiry | undefined,
  { run, namesFrom }: PosReading,
): Promise<'told' | 'stop'> {
  const { posId: virtualPos, ...named } = order;
  const labels = { ...named, virtualPos };
  const operations = inquiry?.kind === 'found' ? inquiry.operations : [];
  if (operations.length === 0 || operations.some(({ status }) => status === 'reversing')) {
    if (inquiry) log('warn', 'a sale of a report is not decided', { ...labels, outcome: inquiry.kind });
    return 'stop';
  }
  const done = operations.filter(({ status, reserved }) => status === 'approved' && reserved === undefined);
  const sold = done.find(({ operation }) => operation === 'sale');
  const amountMinor = done.reduce(
    (sum, one) => sum + (one.operation === 'sale' ? one.amountMinor : -one.amountMinor),
    0,
  );
  if (sold === undefined || amountMinor <= 0 || (sold.at ?? namesFrom) < namesFrom) return 'told';
  const { currency, hostReference: bankReferenceNumber } = sold;
  const facts = { ...order, amountMinor, ...defined({ currency, bankReferenceNumber }) };
  if (!(await storeUnnamedSale({ ...facts, since: run.now.toISOString() }))) return 'told';
  log('error', 'the bank has a sale that no payment names', labels);
  return 'told';
}

/** Payments that were begun or paid since, and older ones whose sale or capture may be later. */
async function namedSince(merchantId: string, from: string, run: Run): Promise<Set<string> | undefined> {
  const names = new Set<string>();
  const to = run.now.toISOString();
  const begun = (month: string) => listPartition(merchantId, 'PAYMENT', month);
  const inStatus = (statuses: readonly string[]) => (month: string) =>
    statuses.map((status) => statusPartition(merchantId, { noun: 'PAYMENT', status, month }));
  const openFrom = isoOf(Date.parse(from) - OPEN_MS);
  const lists = [
    { index: 'list', partition: begun, from },
    { index: 'status', partition: inStatus(PAID_STATUSES), from },
    { index: 'status', partition: inStatus(['Processing', 'Authorized']), from: openFrom },
  ] as const;
  for (const list of lists) {
    for await (const page of listPages({ ...list, to, read: PAYMENT.find })) {
      if (!run.hasTime()) return undefined;
      for (const payment of page) names.add(nameOf(posOf(payment), payment.bankOrderId));
    }
  }
  return names;
}
