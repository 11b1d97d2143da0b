// Charges that were under way at the second to which the table goes back. In the gap they ended without the
// bank, or declined, and a later attempt was paid: nothing is sent again (payments.md 2.6).
import { afterAll, expect, it } from 'vitest';
import { loadCardTries } from '#store/card/card-tries.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { everyPayment } from '../../drivers/books.ts';
import { cardPageDriver } from '../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { openBankLines, ownBank } from '../../harness/bank-line.ts';
import { CARDS, HOUR, MINUTE, openHarness, SHARDS_SWEPT } from '../../harness/harness.ts';
import { copyTable } from './table-copy.ts';

const harness = await openHarness({ dueShards: SHARDS_SWEPT });
const lines = openBankLines();
afterAll(harness.close);
const { service, moveBy, now } = harness;
const plans = recurringPaymentDriver(harness);
const secure = await service.addMerchant({ threeDSecure: 'newCards' });
const securePlans = recurringPaymentDriver(harness, secure.apiKey);
const cardPages = cardPageDriver(harness, secure.apiKey);

const soon = () => new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
const approvedSales = () =>
  service.bank.ledger().filter(({ operation, outcome }) => operation === 'sale' && outcome === 'approved');
const paymentsOf = async (id: string) =>
  (await everyPayment()).filter(({ recurringPaymentId }) => recurringPaymentId === id);

/** Does `inGap`, puts the table back, and does `again`. The bank sells in the gap alone, and only once. */
async function sellsOnce(inGap: () => Promise<unknown>, again: () => Promise<unknown> = async () => {}) {
  const copy = await copyTable();
  const before = approvedSales().length;
  await inGap();
  const sold = approvedSales();
  expect(sold).toHaveLength(before + 1);
  await copy.putBack();
  service.rescheduleTimers();
  await again();
  await moveBy(3 * HOUR);
  expect(approvedSales().length - sold.length).toBe(0);
  return sold.at(-1);
}

it('a charge that the bank never received is paid by a later attempt with another card', async () => {
  const [first, second] = [await plans.card(), await plans.card(CARDS.approvedVisa)];
  const { id } = await plans.create({ cardStorageId: first, startDate: soon() });
  service.bank.script(['lost-before']);
  await moveBy(2 * MINUTE);
  expect(await plans.attempts(id)).toMatchObject([{ status: 'Processing' }]);
  const sold = await sellsOnce(async () => {
    await plans.replaceCard(id, second);
    await moveBy(HOUR);
    expect(await plans.attempts(id)).toMatchObject([{ status: 'Failed' }, { status: 'Succeeded' }]);
  });
  expect(await paymentsOf(id)).toMatchObject([
    { status: 'Successful', bankOrderId: sold?.orderId, maskedCardNumber: '460345******0000' },
  ]);
  expect(await plans.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
});

it('the approval of the card of the gap ends no tries of the card that the table has', async () => {
  const [first, second] = [await plans.card(), await plans.card(CARDS.troy)];
  const { id } = await plans.create({ cardStorageId: first, startDate: soon(), retryIntervalHours: 1 });
  service.bank.script(['decline:51']);
  await moveBy(2 * MINUTE);
  await sellsOnce(async () => {
    await plans.replaceCard(id, second);
    await moveBy(5 * MINUTE);
  });
  expect(await plans.attempts(id)).toMatchObject([{ status: 'Failed' }, { status: 'Succeeded' }]);
  const { merchantId } = harness.merchant;
  const item = await loadRecurringPayment(merchantId, id);
  const tries = await loadCardTries({ merchantId, cardFingerprint: item?.cardFingerprint ?? '' });
  expect([tries?.declined?.size, tries?.hasPaid]).toEqual([1, undefined]);
});

it('a charge that still had to be sent is not sent if the bank has sold the next attempt', async () => {
  const { id } = await plans.create({ startDate: soon(), retryIntervalHours: 1 });
  lines.refuse(ownBank(harness));
  await moveBy(2 * MINUTE);
  expect(await plans.attempts(id)).toMatchObject([{ status: 'Processing' }]);
  lines.mend(ownBank(harness));
  const sold = await sellsOnce(async () => {
    service.bank.script(['decline:51']);
    await moveBy(2 * HOUR);
  });
  const [, paid] = await plans.attempts(id);
  expect(paid).toMatchObject({ attemptNumber: 2, status: 'Succeeded' });
  expect((await paymentsOf(id)).find(({ status }) => status === 'Successful')?.bankOrderId).toBe(
    sold?.orderId,
  );
});

it('a buyer who gives a card on a page of that time pays nothing that was paid since', async () => {
  const dead = await securePlans.card(CARDS.doNotHonour);
  const { id } = await securePlans.create({ cardStorageId: dead, startDate: soon(), maxRetryAttempts: 0 });
  await moveBy(2 * MINUTE);
  expect((await securePlans.show(id)).status).toBe('Unpaid');
  const link = await cardPages.updateLink(id);
  const give = async () => await cardPages.give(await cardPages.open(link));
  await sellsOnce(async () => {
    service.bank.script(['decline:51']);
    await give();
    await give();
  }, give);
  expect(await securePlans.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
  expect((await securePlans.attempts(id)).map(({ attemptNumber }) => attemptNumber)).toEqual([1, 3]);
});
