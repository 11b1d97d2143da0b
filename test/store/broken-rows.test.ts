// Every invariant of every row that knows of money: a read of a row that breaks it rings, a write that claims
// it throws before a bank is called, and a write that records an outcome keeps it and puts the row into the
// review (payments.md 7). The rows are those that the service has written.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CARD_PAGE, writeCardPage } from '#store/card/card-page.ts';
import { type Difference, writeDifference } from '#store/difference.ts';
import { HOSTED_PAGE } from '#store/payment/hosted-page.ts';
import { writeHostedPageClaim } from '#store/payment/hosted-page-claim.ts';
import { writeHostedPageOutcome } from '#store/payment/hosted-page-outcome.ts';
import { ATTEMPT_ROW, writeAttempt } from '#store/recurring-payment/attempt.ts';
import { CLOSED_PERIODS, writeClosedPeriods } from '#store/recurring-payment/closed-periods.ts';
import { RECURRING_PAYMENT } from '#store/recurring-payment/recurring-payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { writeCounts } from '#store/refund/refund-statistics.ts';
import type { Write } from '#store/table/commit.ts';
import { DIFFERENCES_PARTITION, REVIEW_PARTITION } from '#store/table/keys.ts';
import type { RowName } from '#store/table/row-name.ts';
import type { Item } from '#store/table/table.ts';
import { withRequest } from '#telemetry/request-context.ts';
import { kindNamed, rowNames } from '../../lib/operator/review/kind-of.ts';
import { recordedRows } from './recorded/recorded-rows.ts';

const rows = recordedRows();
/** The last recorded row of a kind that fits. */
function rowOf(kind: RowName, fits: (item: Item) => boolean = () => true): Item {
  const row = rows.findLast((one) => one.kind === kind && fits(one.item));
  if (row === undefined) throw new Error(`No such row of ${kind} is recorded.`);
  return row.item;
}
const has = (more: Record<string, unknown>) => (item: Item) =>
  Object.entries(more).every(([name, value]) => item[name] === value);

let lines: string[] = [];
let calls = 0;
beforeEach(() => {
  lines = [];
  vi.stubEnv('PAGES_KEPT_MONTHS', '13');
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
/** Runs `work` in a request of its own, and returns what has rung. */
function rung(work: () => unknown): string[] {
  calls += 1;
  withRequest(`R-${calls}`, work);
  return lines.flatMap((line) => /"a row contradicts itself".*"reason":"([^"]+)"/.exec(line)?.[1] ?? []);
}
/** A row is reported once by each container, so each broken row has a key of its own. */
const apart = (item: Item): Item => {
  calls += 1;
  return { ...item, pk: `${item.pk}-${calls}` };
};

const paidAttempt = rowOf('attempt', ({ attempt }) => JSON.stringify(attempt).includes('Succeeded'));
const SALE = { sentAt: '2026-11-20T09:00:00.000Z', inquiries: 0, sealVersion: 1 };
const page = rowOf('hosted-page', has({ state: 'Paid' }));
const cardPage = rowOf('card-page', has({ state: 'Processing' }));
const idlePlan = rowOf('recurring-payment', ({ pendingSale }) => pendingSale === undefined);
const closed = rowOf('difference', has({ state: 'Closed' }));
const BROKEN: Record<string, Record<string, Item>> = {
  payment: {
    sums: { ...rowOf('payment'), refundedMinor: 10_000_000, refundLock: undefined },
    surcharge: { ...rowOf('payment'), orderMinor: 999_999_999_999 },
    claim: { ...rowOf('payment', has({ refundedMinor: 0 })), status: 'Processing', reservedMinor: 1 },
    lock: { ...rowOf('payment', has({ reservedMinor: 0 })), refundLock: 'nobody' },
    reference: { ...rowOf('payment', has({ refundedMinor: 0 })), refundReferences: new Set(['R-1']) },
  },
  refund: {
    sent: { ...rowOf('refund', ({ sent }) => sent !== undefined), status: 'Pending' },
    surcharge: { ...rowOf('refund'), surchargeMinor: 999_999_999_999 },
    operation: { ...rowOf('refund', has({ status: 'Completed' })), processedAs: undefined },
  },
  'recurring-payment': {
    version: { ...rowOf('recurring-payment'), version: 99 },
    sale: { ...idlePlan, pendingSale: SALE },
  },
  attempt: {
    number: { ...paidAttempt, attempt: { ...(paidAttempt['attempt'] as object), attemptNumber: 0 } },
    payment: { ...paidAttempt, paymentReferenceNumber: 'PAY-OF-ANOTHER' },
  },
  'closed-periods': {
    run: { ...rowOf('closed-periods'), lastPeriodNumber: 0 },
    outcome: { ...rowOf('closed-periods'), outcome: 'Paid' },
  },
  'hosted-page': {
    attempts: { ...page, declineCount: 4, attemptCount: 3 },
    payment: { ...page, paymentReferenceNumber: undefined },
  },
  'card-page': {
    attempts: { ...cardPage, attemptCount: 0 },
    card: { ...cardPage, state: 'Completed', cardStorageId: undefined },
  },
  difference: {
    kind: { ...rowOf('difference', has({ state: 'Open' })), kind: undefined },
    closed: { ...closed, closedAt: undefined },
  },
  'refund-counts': {
    counts: { ...rowOf('refund-counts'), PendingCount: -1 },
    amounts: { ...rowOf('refund-counts'), RejectedMinor: 100 },
  },
  settlement: {
    closed: { ...rowOf('settlement'), closedAt: undefined },
    net: {
      ...rowOf('settlement'),
      sums: { ...(rowOf('settlement')['sums'] as object), unpriced: 0, netMinor: 1 },
    },
  },
} satisfies Partial<Record<RowName, Record<string, Item>>>;

const cases = Object.entries(BROKEN).flatMap(([kind, items]) =>
  Object.entries(items).map(([name, item]) => [kind as RowName, name, without(item)] as const),
);
/** As DynamoDB returns it: without absent attributes. */
function without(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as Item;
}

it('each kind of row that knows of money has two invariants at least, each of them here', () => {
  const judged = rowNames.filter((name) => kindNamed(name).brokenIn !== undefined);
  expect(Object.keys(BROKEN).sort()).toEqual([...judged].sort());
  for (const items of Object.values(BROKEN)) expect(Object.keys(items).length).toBeGreaterThan(1);
});

describe.each(cases)('a row of %s that breaks %s', (kind, name, item) => {
  it('a read returns it and rings, and the check of the table finds it', () => {
    expect(kindNamed(kind).brokenIn?.(item)).toEqual([name]);
    const read = kindNamed(kind).read ?? CLOSED_PERIODS.read;
    expect(rung(() => expect(read(apart(item))).toBeDefined())).toEqual([`${kind}: ${name}`]);
  });
});

it('sound rows ring nowhere, and a command of an operator does not ring', () => {
  expect(rung(() => rows.map(({ kind, item }) => kindNamed(kind).read?.(item)))).toEqual([]);
  for (const [kind, , item] of cases) kindNamed(kind).read?.(apart(item));
  expect(lines).toEqual([]);
});

const brokenRow = (kind: string, name: string) => apart(without(BROKEN[kind]?.[name] as Item));
const NOW = new Date('2026-11-20T09:10:00Z');
const CLAIM = { paymentReferenceNumber: 'PAY-1', attemptNumber: 1, cardMark: 'mark', now: new Date() };
const OUTCOME = { state: 'Open', declineCount: 1 } as const;
const plan = RECURRING_PAYMENT.read(idlePlan);
const { attempt: paid } = ATTEMPT_ROW.read(paidAttempt);
const run = CLOSED_PERIODS.read(rowOf('closed-periods'));
const { refund } = readRefund(rowOf('refund'));
const began = { ...paid, attemptNumber: 0, result: { status: 'Processing' as const } };
const ended = { ...plan, record: { ...plan.record, openAttempt: paid } };

describe.each<[name: string, kind: string, claim: () => unknown]>([
  ['of a page', 'hosted-page: attempts', () => writeHostedPageClaim(pageItem(), CLAIM)],
  [
    'of a card page for a verification',
    'card-page: attempts',
    () => writeCardPage(CARD_PAGE.read(brokenRow('card-page', 'attempts')), { state: 'Processing' }),
  ],
  [
    'of a card page with the sale of a period',
    'card-page: card',
    () => writeCardPage(CARD_PAGE.read(brokenRow('card-page', 'card')), { dueMinor: 100, attemptCount: 2 }),
  ],
  ['of an attempt', 'attempt: number', () => writeAttempt(plan, began, {})],
  [
    'with a run of missed periods',
    'closed-periods: run',
    () => writeClosedPeriods(plan, { ...run, firstPeriodNumber: calls + 100 }, true),
  ],
  ['with counters', 'refund-counts: amounts', () => writeCounts(fresh(), { CompletedMinor: 5 }, true)],
])('a claim %s', (_, reason, claim) => {
  it('what contradicts itself is not claimed, and rings', () => {
    const kind = reason.split(':', 1).join();
    const broken = `a row contradicts itself: ${kind}`;
    expect(new Set(rung(() => expect(claim).toThrow(broken)))).toEqual(new Set([reason]));
  });
});

const pageItem = () => {
  const item = brokenRow('hosted-page', 'attempts');
  return { ...HOSTED_PAGE.read(item), pk: item.pk, tokenDigest: item.pk };
};
const fresh = () => {
  calls += 1;
  return { ...refund, merchantId: `${refund.merchantId}-${calls}` };
};
const places = (writes: readonly Write[]) =>
  writes.flatMap((write) => {
    const set: Record<string, unknown> = write.kind === 'put' ? write.item : (write.set ?? {});
    return set['duePk'] === undefined ? [] : [set['duePk']];
  });

describe.each<[name: string, reason: string, record: () => Write | Write[], place?: string]>([
  ['a page', 'hosted-page: attempts', () => writeHostedPageOutcome(pageItem(), 'PAY-1', OUTCOME, NOW)],
  [
    'a card page',
    'card-page: attempts',
    () => writeCardPage(CARD_PAGE.read(brokenRow('card-page', 'attempts')), { state: 'Open' }),
  ],
  [
    'an attempt',
    'attempt: payment',
    () => writeAttempt(ended, paid, { paymentReferenceNumber: 'PAY-OF-ANOTHER' }),
  ],
  [
    'a run of periods',
    'closed-periods: run',
    () => writeClosedPeriods(plan, { ...run, firstPeriodNumber: calls + 200 }, false),
  ],
  ['counters', 'refund-counts: amounts', () => writeCounts(fresh(), { CompletedMinor: 5 })],
  ['a difference', 'difference: closed', () => writeDifference(undefined, other({ closedAt: undefined }))],
  [
    'an open difference, which waits for a person anyway',
    'difference: kind,closed',
    () => writeDifference(undefined, other({ state: 'Open', kind: undefined })),
    DIFFERENCES_PARTITION,
  ],
])('the outcome of %s', (_, reason, record, place = REVIEW_PARTITION) => {
  it('what contradicts itself is written, waits for a person, and rings', () => {
    let writes: Write[] = [];
    const rang = rung(() => {
      writes = [record()].flat();
    });
    expect([new Set(rang), places(writes)]).toEqual([new Set([reason]), [place]]);
  });
});

function other(more: Record<string, unknown>): Difference {
  calls += 1;
  const changed = { ...closed, ...more, paymentReferenceNumber: `PAY-${calls}` };
  const attributes = ['pk', 'sk', 'version', 'expiresAtSeconds', 'duePk', 'dueSk'];
  const kept = Object.entries(changed).filter(
    ([name, value]) => !attributes.includes(name) && value !== undefined,
  );
  return { ...(Object.fromEntries(kept) as object as Difference) };
}

it('a sound outcome is written without a place in the review', () => {
  const sound = [
    ...writeHostedPageOutcome(HOSTED_PAGE.read(page), 'PAY-1', OUTCOME, NOW),
    writeCardPage(CARD_PAGE.read(cardPage), { state: 'Open' }),
    writeAttempt(ended, paid, { paymentReferenceNumber: String(paidAttempt['paymentReferenceNumber']) }),
    ...writeClosedPeriods(plan, run, true),
    ...writeCounts(refund, { CompletedCount: 1, CompletedMinor: 5 }, true),
    writeDifference(undefined, other({})),
  ];
  expect([rung(() => undefined), places(sound)]).toEqual([[], []]);
});
