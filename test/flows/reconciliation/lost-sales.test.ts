// After a takeover the bank is asked about each order that is older and not paid, once, at the pace of the
// reconciliation. What it has sold is recorded, for a person if it is not what the page sells
// (payments.md 2.7).
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '#reconcile.ts';
import { everyPayment } from '../../drivers/books.ts';
import { sellUnknown } from '../../drivers/lost-sale.ts';
import { openBankLines, ownBank } from '../../harness/bank-line.ts';
import { CARDS, DAY, MINUTE, startHarness } from '../../harness/harness.ts';
import { takeLease } from '../../journeys/restore/table-copy.ts';

const harness = await startHarness();
const { service, merchant, buyer, createPage, payOrder, moveBy } = harness;
const { merchantId } = merchant;
const lines = openBankLines();
const bankHost = ownBank(harness);

// More than one page of them.
const COUNT = 30;
type Page = Awaited<ReturnType<typeof createPage>>;
let pages: Page[];
let others: Page[];

const sell = async ({ orderNumber }: Page, attemptNumber: number, amountMinor: number) =>
  await sellUnknown({ merchantId, orderNumber, attemptNumber, amountMinor });

const inquiries = () => service.bank.ledger().filter(({ operation }) => operation === 'inquiry').length;
/** Runs until the time has been looked at `most` times. Returns the inquiries made, and what is left. */
async function run(most = Number.POSITIVE_INFINITY): Promise<{ asked: number; waiting: number }> {
  const before = inquiries();
  let looks = 0;
  const getRemainingTimeInMillis = () => (++looks <= most ? 800_000 : 0);
  const { waiting } = await handler(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis });
  return { asked: inquiries() - before, waiting };
}
/** Without any call the local service would skip them. */
async function sweeps(): Promise<void> {
  await createPage();
  await moveBy(10 * MINUTE);
}
const paymentsOf = async (list: readonly Page[]) =>
  (await everyPayment()).filter(({ orderNumber }) => list.some((page) => page.orderNumber === orderNumber));

let soldIds: string[];
let otherId: string;

beforeAll(async () => {
  pages = await Array.fromAsync({ length: COUNT }, async () => await createPage({ expiresInMinutes: 30 }));
  others = [await createPage()];
  await payOrder();
  await run();
  const [first, middle, last] = [pages[0], pages[20], pages[COUNT - 1]] as [Page, Page, Page];
  soldIds = [await sell(first, 1, 14_990), await sell(middle, 5, 14_990), await sell(last, 2, 14_990)];
  otherId = await sell(others[0] as Page, 1, 14_989);
  await moveBy(10 * MINUTE);
});

describe('sales that the table has lost', () => {
  it('without a takeover, and within half an hour after it, nothing is asked', async () => {
    expect(await run()).toEqual({ asked: 0, waiting: 0 });
    await takeLease();
    await moveBy(29 * MINUTE);
    expect(await run()).toEqual({ asked: 0, waiting: 0 });
  });

  it('a bank that does not answer is asked again by the next run', async () => {
    await moveBy(MINUTE);
    lines.refuse(bankHost);
    expect(await run()).toMatchObject({ waiting: 1 });
    lines.mend(bankHost);
    await sweeps();
    expect(await paymentsOf([...pages, ...others])).toEqual([]);
  });

  it('runs go on where the time ended, and ask about each order once', async () => {
    let [asked, runs] = [0, 0];
    for (let waiting = 1; waiting > 0; runs += 1) {
      const done = await run(140);
      asked += done.asked;
      waiting = done.waiting;
    }
    expect(runs).toBeGreaterThan(1);
    // Five inquiries about each order, a page of orders of each run twice, and those of the sales.
    expect(asked).toBeGreaterThanOrEqual(COUNT * 5);
    expect(asked).toBeLessThan(COUNT * 5 + runs * 125);
    expect(await run()).toEqual({ asked: 0, waiting: 0 });
  });

  it('each is named by one payment, with the card and the time of the bank', async () => {
    await sweeps();
    const found = await paymentsOf(pages);
    expect(found.map(({ bankOrderId }) => bankOrderId).sort()).toEqual([...soldIds].sort());
    for (const { paidAt = '', createdAt, ...one } of found) {
      const card = { maskedCardNumber: '460345******0000', cardAssociation: 'VISA' };
      expect(one).toMatchObject({ status: 'Successful', chargedMinor: 14_990, ...card });
      expect(paidAt < createdAt).toBe(true);
    }
  });

  it('a sale of another amount waits for a person', async () => {
    const [other] = await paymentsOf(others);
    expect(other).toMatchObject({ bankOrderId: otherId, status: 'Processing', review: {} });
  });

  it('an order that the bank does not tell about is given up after a day', async () => {
    await takeLease();
    await createPage();
    await moveBy(31 * MINUTE);
    lines.refuse(bankHost);
    expect(await run()).toMatchObject({ waiting: 1 });
    await moveBy(DAY);
    await run();
    lines.mend(bankHost);
    await sweeps();
    expect(await run()).toMatchObject({ waiting: 0 });
  });
});

it('an order that the time of a run did not reach is asked about later, also after a day', async () => {
  const page = await createPage();
  await sell(page, 1, 14_990);
  await takeLease();
  await moveBy(DAY + 31 * MINUTE);
  expect((await run(3)).waiting).toBeGreaterThan(0);
  await run();
  await sweeps();
  expect(await paymentsOf([page])).toMatchObject([{ status: 'Successful' }]);
});

it('a buyer can pay an order that was asked about and not sold', async () => {
  const page = await createPage();
  await takeLease();
  await moveBy(31 * MINUTE);
  await run();
  const again = await createPage({ orderNumber: page.orderNumber });
  await buyer.submit(await buyer.open(again.hostedPageUrl), { cardNumber: CARDS.approved });
  expect(await paymentsOf([page])).toMatchObject([{ status: 'Successful' }]);
});
