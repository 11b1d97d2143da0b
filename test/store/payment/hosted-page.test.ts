// The conditions that keep an order from being paid twice, each tested by itself. Endpoints check the same
// rules, but their data can be outdated when they write.
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { SINGLE } from '#domain/installment/offer.ts';
import { type HostedPage, nextAttemptNumber } from '#domain/payment/hosted-page.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { findPage } from '#store/page-deadline.ts';
import { type HostedPageItem, loadHostedPage } from '#store/payment/hosted-page.ts';
import { claimAttempt, writeHostedPageClaim } from '#store/payment/hosted-page-claim.ts';
import { writeHostedPageOutcome } from '#store/payment/hosted-page-outcome.ts';
import { writeHostedPageClose, writeNewHostedPage } from '#store/payment/hosted-page-writes.ts';
import { loadOrder } from '#store/payment/order.ts';
import { commit } from '#store/table/commit.ts';
import { hostedPageKey } from '#store/table/keys.ts';
import { getItem } from '#store/table/table.ts';
import { startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

await startHarness();

const newPage = (more: Partial<HostedPage> = {}): HostedPage => ({
  tokenDigest: randomUUID(),
  merchantId: randomUUID(),
  merchantName: 'Kahve Dükkânı',
  timeZone: 'Europe/Istanbul',
  isTest: true,
  orderNumber: 'ORDER-1',
  amountMinor: 100,
  currency: 'TRY',
  installments: SINGLE,
  products: [],
  successUrl: 'https://shop.example/s',
  failUrl: 'https://shop.example/f',
  state: 'Open',
  attemptCount: 0,
  declineCount: 0,
  frameOrigins: [],
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-20T09:30:00.000Z',
  ...more,
});

async function stored(page: Pick<HostedPage, 'tokenDigest'>): Promise<HostedPageItem> {
  const item = await loadHostedPage(page.tokenDigest);
  if (item === undefined) throw new Error('The page is not stored.');
  return item;
}

/** Creates a page of the order as the endpoint does. */
async function madePage(more: Partial<HostedPage> = {}): Promise<HostedPageItem> {
  const page = newPage(more);
  const order = await loadOrder(page.merchantId, page.orderNumber);
  expect(await commit(writeNewHostedPage(page, order))).toEqual({ kind: 'committed' });
  return await stored(page);
}
/** The numbers under which claims were tried, in order. */
let numbers: number[] = [];
async function claim(page: HostedPageItem, paymentReferenceNumber: string) {
  const claimed = await claimAttempt(page, nextAttemptNumber(page), async (attemptNumber) => {
    numbers.push(attemptNumber);
    return await commit(
      writeHostedPageClaim(page, {
        paymentReferenceNumber,
        attemptNumber,
        cardMark: 'mark',
        now: new Date(),
      }),
    );
  });
  return claimed.kind;
}
type Holder = Parameters<typeof writeHostedPageOutcome>[0];
const end = async (page: Holder, payment: string, state: 'Open' | 'Paid' | 'Failed') =>
  (await commit(writeHostedPageOutcome(page, payment, { state, declineCount: 0 }, new Date()))).kind;

it('the row of a link stays for 30 days after its end, where a stage keeps pages for three months', async () => {
  vi.stubEnv('PAGES_KEPT_MONTHS', '3');
  const page = await madePage({ expiresAt: '2027-02-18T09:00:00.000Z' });
  const end = Date.parse('2027-03-20T09:00:00.000Z') / 1000;
  const rowEnd = async () => (await getItem(hostedPageKey(page.tokenDigest)))?.['expiresAtSeconds'];
  expect(await rowEnd()).toBe(end);
  await claim(page, 'PAY-1');
  const outcome = { state: 'Open', declineCount: 1 } as const;
  const at = new Date('2026-11-21T09:00:00.000Z');
  await commit(writeHostedPageOutcome(page, 'PAY-1', outcome, at));
  expect(await rowEnd()).toBe(end);
  vi.unstubAllEnvs();
});

describe('the claim of a page', () => {
  it('exactly one of two concurrent claims is committed', async () => {
    const page = await madePage();
    const claims = await Promise.all([claim(page, 'PAY-1'), claim(page, 'PAY-2')]);
    expect(claims.sort()).toEqual(['committed', 'conflict']);
  });

  it('a page that changed since it was read cannot be claimed', async () => {
    const page = await madePage();
    await claim(page, 'PAY-1');
    await end(page, 'PAY-1', 'Open');
    expect(await claim(page, 'PAY-2')).toBe('conflict');
    expect(await claim(await stored(page), 'PAY-2')).toBe('committed');
  });

  it('two attempts of one order never get one number, which is in the order id at the bank', async () => {
    const page = await madePage();
    const claimAs = async (attemptNumber: number) => {
      const names = { paymentReferenceNumber: `PAY-${attemptNumber}`, cardMark: 'mark', now: new Date() };
      const { kind } = await commit(writeHostedPageClaim(await stored(page), { ...names, attemptNumber }));
      if (kind === 'committed') await end(page, names.paymentReferenceNumber, 'Open');
      return kind;
    };
    expect([await claimAs(1), await claimAs(1), await claimAs(2)]).toEqual([
      'committed',
      'conflict',
      'committed',
    ]);
    // The bank knows the attempts 3 and 4, which the table has lost.
    expect([await claimAs(5), await claimAs(4)]).toEqual(['committed', 'conflict']);
    expect(nextAttemptNumber(await stored(page))).toBe(6);
  });

  it('a page that is processing, paid or failed cannot be claimed', async () => {
    for (const state of ['Processing', 'Paid', 'Failed'] as const) {
      const page = await madePage({ state, paymentReferenceNumber: 'PAY-0' });
      expect([state, await claim(page, 'PAY-1')]).toEqual([state, 'conflict']);
    }
  });

  it('a superseded page cannot be claimed', async () => {
    const older = await madePage();
    const newer = await madePage({ merchantId: older.merchantId });
    expect(await claim(await stored(older), 'PAY-1')).toBe('conflict');
    expect(await claim({ ...newer, tokenDigest: older.tokenDigest }, 'PAY-1')).toBe('conflict');
    expect(await claim(newer, 'PAY-1')).toBe('committed');
  });

  it('a page cannot be claimed while another page is paying its order, or has paid it', async () => {
    const older = await madePage();
    await claim(older, 'PAY-1');
    const newer = await madePage({ merchantId: older.merchantId });
    expect(await claim(newer, 'PAY-2')).toBe('conflict');
    await end(older, 'PAY-1', 'Paid');
    expect(await claim(newer, 'PAY-2')).toBe('conflict');
    expect((await stored(newer)).state).toBe('Open');
  });
});

describe('the outcome of a payment', () => {
  it('an outcome is written once, and only for the payment that has claimed the page', async () => {
    const page = await madePage();
    await claim(page, 'PAY-1');
    expect(await end(page, 'PAY-2', 'Paid')).toBe('conflict');
    expect(await end(page, 'PAY-1', 'Paid')).toBe('committed');
    expect(await end(page, 'PAY-1', 'Open')).toBe('conflict');
    expect(await loadOrder(page.merchantId, page.orderNumber)).toMatchObject({ paidBy: 'PAY-1' });
  });

  it('a decline releases the order, and only its newest page can be claimed', async () => {
    const older = await madePage();
    await claim(older, 'PAY-1');
    const newer = await madePage({ merchantId: older.merchantId });
    expect(await end(older, 'PAY-1', 'Open')).toBe('committed');
    expect(await claim(await stored(older), 'PAY-2')).toBe('conflict');
    expect(await claim(newer, 'PAY-2')).toBe('committed');
  });
});

/** All sequences of `length` steps. */
function sequences<Step>(steps: readonly Step[], length: number): Step[][] {
  if (length === 0) return [[]];
  return sequences(steps, length - 1).flatMap((sequence) => steps.map((step) => [...sequence, step]));
}

const STEPS = ['page', 'claim', 'declined', 'approved'] as const;

async function orderOf(merchantId: string) {
  const order = await loadOrder(merchantId, newPage().orderNumber);
  if (order === undefined) throw new Error('There is no such order.');
  return { ...order, merchantId };
}

/** True if the step was possible. A payment is named after the page that claimed it. */
async function happens(step: (typeof STEPS)[number], order: Awaited<ReturnType<typeof orderOf>>) {
  const { merchantId, openPage = '', pendingPayment = '', paidBy } = order;
  if (step === 'page') return paidBy === undefined && (await madePage({ merchantId })).version === 1;
  if (step === 'claim') {
    return (await claim(await stored({ tokenDigest: openPage }), `PAY-${openPage}`)) === 'committed';
  }
  const holder = await stored({ tokenDigest: pendingPayment.replace('PAY-', '') || openPage });
  return (await end(holder, pendingPayment, step === 'approved' ? 'Paid' : 'Open')) === 'committed';
}

describe('a new page of an order', () => {
  it('an open page knows the only payment that can pay its order through another page', async () => {
    let elsewhere = 0;
    for (const steps of sequences(STEPS, rounds(4, 3))) {
      const { merchantId } = await madePage();
      for (const step of steps) {
        // An impossible step ends the sequence; the shorter sequence has been tested already.
        if (!(await happens(step, await orderOf(merchantId)))) break;
        const { openPage = '', pendingPayment, paidBy = pendingPayment } = await orderOf(merchantId);
        const page = await stored({ tokenDigest: openPage });
        if (page.state !== 'Open' || paidBy === undefined) continue;
        elsewhere += 1;
        expect([steps, page.orderPendingPayment]).toEqual([steps, paidBy]);
      }
    }
    expect(elsewhere).toBeGreaterThan(5);
  });

  it('a new page is a conflict if the order changed since it was read', async () => {
    const first = await madePage();
    const { merchantId, orderNumber } = first;
    const read = await loadOrder(merchantId, orderNumber);
    await madePage({ merchantId });
    expect((await commit(writeNewHostedPage(newPage({ merchantId }), read))).kind).toBe('conflict');
    expect((await commit(writeNewHostedPage(newPage({ merchantId }), undefined))).kind).toBe('conflict');
  });
});

describe('the number of an attempt', () => {
  const failed = async (page: HostedPageItem, payment: string) => {
    expect(await claim(page, payment)).toBe('committed');
    await end(page, payment, 'Open');
  };

  it('attempts are counted over all pages of the order', async () => {
    numbers = [];
    const first = await madePage();
    await failed(first, 'PAY-1');
    await failed(await stored(first), 'PAY-2');
    const second = await madePage({ merchantId: first.merchantId });
    expect(second.attemptsBefore).toBe(2);
    await failed(second, 'PAY-3');
    expect(await claim(await stored(first), 'PAY-4')).toBe('conflict');
    const third = await madePage({ merchantId: first.merchantId });
    await failed(third, 'PAY-5');
    expect(numbers).toEqual([1, 2, 3, 3, 4]);
    expect(await loadOrder(first.merchantId, first.orderNumber)).toMatchObject({ attemptCount: 4 });
  });

  it('a page that the previous version made beside this one uses no number twice', async () => {
    const first = await madePage();
    await failed(first, 'PAY-1');
    await failed(await stored(first), 'PAY-2');
    const { attemptsBefore: _, ...older } = await madePage({ merchantId: first.merchantId });
    numbers = [];
    await failed(older, 'PAY-3');
    await failed({ ...(await stored(older)), attemptsBefore: 0 }, 'PAY-4');
    expect(numbers).toEqual([1, 3, 2, 4]);
  });

  it('a number is not claimed again while its payment is under way', async () => {
    numbers = [];
    const page = await madePage();
    expect(await claim(page, 'PAY-1')).toBe('committed');
    expect(await claim(page, 'PAY-2')).toBe('conflict');
    expect(numbers).toEqual([1, 1]);
  });
});

it('a token whose digest only begins as that of a page neither opens, closes nor supersedes it', async () => {
  const page = await madePage();
  const { merchantId, tokenDigest, orderNumber } = page;
  const digest = `${pageMark(tokenDigest)}${randomUUID()}`;
  const named = { id: pageMark(tokenDigest), byToken: { token: 'HST-x', digest } };
  const now = new Date(page.createdAt);
  expect(await loadHostedPage(digest)).toBeUndefined();
  expect(await findPage(named, now)).toBeUndefined();
  expect(await commit([writeHostedPageClose(merchantId, named, now)])).toMatchObject({ kind: 'conflict' });
  const order = (await loadOrder(merchantId, orderNumber)) ?? expect.fail('There is no order.');
  const newer = writeNewHostedPage(newPage({ merchantId }), { ...order, openPage: digest });
  expect(await commit(newer)).toMatchObject({ kind: 'conflict' });
  expect(await stored(page)).toEqual(page);
  const own = { ...named, byToken: { token: 'HST-x', digest: tokenDigest } };
  expect(await findPage(own, now)).toMatchObject({ tokenDigest });
});
