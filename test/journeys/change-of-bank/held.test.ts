// A merchant whose bank refuses its settings, or cannot be reached, changes the bank: the fault of one bank
// holds no charge at another (virtual-pos.md 2.5, recurring-payments.md R27).

import { expect, it } from 'vitest';
import { planOrderId } from '#domain/recurring-payment/attempt-name.ts';
import { loadMerchantHold } from '#store/merchant-hold.ts';
import { standingHoldsOf } from '../../../lib/operator/hold/merchant-holds.ts';
import { changeBankPassword } from '../../drivers/bank-password.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { namesPos, openSecondBank } from '../../drivers/second-bank.ts';
import { openBankLines, ownBank } from '../../harness/bank-line.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { everyRow } from '../../store/every-row.ts';
import { unrecorded } from '../../store/recorded/recorded-rows.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, now, moveBy, api } = harness;
const lines = openBankLines();
const second = await openSecondBank(harness);

/** Creates a merchant with plans that are due in an hour. */
async function merchantWithPlans(count: number) {
  const { merchantId, apiKey } = await service.addMerchant({ threeDSecure: 'never' });
  const driver = recurringPaymentDriver(harness, apiKey);
  const dueMs = Math.ceil(now().getTime() / (5 * MINUTE)) * 5 * MINUTE + HOUR;
  const plan = (atMs: number) => driver.create({ startDate: new Date(atMs).toISOString() });
  const ids = (await Promise.all(Array.from({ length: count }, () => plan(dueMs)))).map(({ id }) => id);
  const statusesOf = async (of = ids) =>
    (await Promise.all(of.map((id) => driver.attempts(id)))).map((made) => made.map(({ status }) => status));
  /** Returns the outcomes of the sales of the plans at each bank. */
  const salesOf = (of = ids) =>
    [service.bank, second.bank].map((bank) => {
      const ours = (orderId: string) => of.some((id) => orderId.startsWith(planOrderId(id)));
      const sales = bank.ledger().filter(({ operation, orderId }) => operation === 'sale' && ours(orderId));
      return sales.map(({ outcome }) => outcome);
    });
  return { merchantId, apiKey, driver, dueMs, ids, plan, statusesOf, salesOf };
}
const NEEDS_CVV = /<input[^>]* data-needs-cvv/;
const to = (instantMs: number) => service.timeline.moveTo(instantMs);
const approved = (count: number) => Array.from({ length: count }, () => 'approved');

it('charges held for the old bank’s fault are made at the new one, and new charges at once', async () => {
  const { merchantId, dueMs, statusesOf, salesOf, plan, driver } = await merchantWithPlans(3);
  await changeBankPassword(harness, merchantId, 'changed at the bank');
  const later = await plan(dueMs + 62 * MINUTE);
  await to(dueMs + HOUR);
  expect(await standingHoldsOf(merchantId)).toMatchObject([{ currency: 'TRY', code: 'CORE-2202' }]);
  // The command crashes before it lifts the hold.
  await second.takeOver(merchantId);
  await to(dueMs + 62 * MINUTE);
  const [attempt] = await driver.attempts(later.id);
  expect([attempt?.status, attempt?.attemptedAt]).toEqual([
    'Succeeded',
    new Date(dueMs + 62 * MINUTE).toISOString(),
  ]);
  await moveBy(20 * MINUTE);
  expect(await statusesOf()).toEqual([['Succeeded'], ['Succeeded'], ['Succeeded']]);
  expect(salesOf()[1]).toEqual(approved(3));
  expect(await standingHoldsOf(merchantId)).toEqual([]);
});

it('a charge that the old bank refuses after the change holds no other; the new one makes it', async () => {
  const { merchantId, dueMs, ids, plan, statusesOf, salesOf } = await merchantWithPlans(1);
  service.bank.script(['lost-before']);
  await to(dueMs);
  expect(await statusesOf()).toEqual([['Processing']]);
  await second.takeOver(merchantId);
  const others = [(await plan(now().getTime() + 20 * MINUTE)).id];
  // The inquiry finds nothing, so that the sale is sent again, and refused.
  service.bank.script(Array.from({ length: 5 }, () => 'decline:CORE-2202'));
  await moveBy(HOUR);
  service.bank.script([]);
  expect([await statusesOf(ids), await statusesOf(others)]).toEqual([[['Succeeded']], [['Succeeded']]]);
  expect(salesOf(ids)).toEqual([['declined'], ['approved']]);
  expect(await loadMerchantHold(merchantId, 'TRY')).toBeUndefined();
});

it('a fault of the new bank holds its charges until the merchant returns to the old bank', async () => {
  const { merchantId, dueMs, statusesOf, salesOf } = await merchantWithPlans(2);
  await changeBankPassword(harness, merchantId, 'changed at the bank');
  await to(dueMs + 5 * MINUTE);
  const posId = await second.takeOver(merchantId);
  second.bank.script(Array.from({ length: 100 }, () => 'decline:CORE-2254'));
  await moveBy(2 * HOUR);
  expect(await standingHoldsOf(merchantId)).toMatchObject([{ code: 'CORE-2254' }]);
  expect((await loadMerchantHold(merchantId, 'TRY'))?.posId).toBe(posId);
  await changeBankPassword(harness, merchantId);
  await second.makeCurrent(merchantId, merchantId);
  await moveBy(20 * MINUTE);
  second.bank.script([]);
  expect(await statusesOf()).toEqual([['Succeeded'], ['Succeeded']]);
  expect(salesOf()[0]?.filter((outcome) => outcome === 'approved')).toHaveLength(2);
  expect(await standingHoldsOf(merchantId)).toEqual([]);
});

it('a charge never sent to a dead bank is made at the new one; one possibly sent there waits', async () => {
  const { merchantId, dueMs, ids, plan, statusesOf, salesOf } = await merchantWithPlans(1);
  const unsent = [(await plan(dueMs + 2 * MINUTE)).id];
  service.bank.script(['lost-before']);
  await to(dueMs);
  lines.refuse(ownBank(harness));
  await to(dueMs + 3 * MINUTE);
  await second.takeOver(merchantId);
  await moveBy(30 * MINUTE);
  expect([await statusesOf(ids), await statusesOf(unsent)]).toEqual([[['Processing']], [['Succeeded']]]);
  lines.mend(ownBank(harness));
  await moveBy(2 * HOUR);
  expect(await statusesOf(ids)).toEqual([['Succeeded']]);
  expect([salesOf(ids), salesOf(unsent)]).toEqual([
    [['approved'], []],
    [[], ['approved']],
  ]);
});

it('a page asks for no CVV that only the old bank required', async () => {
  const options = { threeDSecure: 'never', storedCardCvv: 'whenAsked', cvvRequired: true } as const;
  const { merchantId, apiKey: key } = await service.addMerchant(options);
  const driver = recurringPaymentDriver(harness, key);
  const customerId = await driver.customer();
  const cardStorageId = await driver.card(undefined, { customerId });
  const page = await harness.createPage({ customerId }, { key });
  const form = await harness.buyer.open(page.hostedPageUrl);
  const refused = await harness.buyer.post(form, { savedCard: cardStorageId, cvv: '' });
  expect(refused.text).toMatch(NEEDS_CVV);
  await second.takeOver(merchantId);
  const again = await harness.buyer.open(page.hostedPageUrl);
  expect(again.text).not.toMatch(NEEDS_CVV);
  await harness.buyer.post(again, { savedCard: cardStorageId, cvv: '' });
  const shown = await api('GET', `/api/payment/hostedpage/${page.token}`, { key });
  expect(shown.json.data['state']).toBe('Paid');
});

it('a card that the old bank refused for a missing CVV is charged at the new one', async () => {
  const { merchantId, apiKey } = await service.addMerchant({ threeDSecure: 'never', cvvRequired: true });
  const driver = recurringPaymentDriver(harness, apiKey);
  const cardStorageId = await driver.card();
  const dueMs = now().getTime() + HOUR;
  const plan = async (atMs: number) =>
    (await driver.create({ cardStorageId, startDate: new Date(atMs).toISOString() })).id;
  const [refused, other] = [await plan(dueMs), await plan(dueMs + HOUR)];
  await to(dueMs + 10 * MINUTE);
  expect(await driver.show(refused)).toMatchObject({ status: 'Unpaid' });
  await second.takeOver(merchantId);
  await to(dueMs + HOUR + 10 * MINUTE);
  expect((await driver.attempts(other)).map(({ status }) => status)).toEqual(['Succeeded']);
});

it('every row that names a POS has the form of a recorded one: UPDATE_ROWS=1 records it', async () => {
  expect(unrecorded((await everyRow()).filter(namesPos))).toEqual([]);
});
