// A charge that waits for the limits on the tries of its card keeps its planned time. Another card, another
// expiry, an approval of the card or the merchant makes it due (recurring-payments.md R12, R34 and R35).
import { describe, expect, it } from 'vitest';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { BLANK } from '../../endpoints/hosted-page/stored-card/locking-buyers.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z'), events: true });
const { api, buyer, createPage, service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);
const { chargePeriod, waivePeriod, periods } = driver;

const inAnHour = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
const to = (instantMs: number) => service.timeline.moveTo(instantMs);
const iso = (instantMs: number) => new Date(instantMs).toISOString();
const EXPIRY = { expiryMonth: '10', expiryYear: '2046' };
const ONE_TRY = { maxRetryAttempts: 0 };
/** The tries of this card only are declined. */
const decline = (cardNumber: string) =>
  service.bank.script(
    Array.from({ length: 60 }, () => 'decline:51'),
    cardNumber,
  );

/** Plans on one poor card that fall due together; the card has allowed ten tries, an hour ago. */
async function onPoorCard(count: number, more: Record<string, unknown> = ONE_TRY, customerId?: string) {
  const cardNumber = newCardNumber();
  const of = customerId === undefined ? {} : { customerId };
  const cardStorageId = await driver.card(cardNumber, { ...EXPIRY, ...of });
  const dueMs = inAnHour();
  decline(cardNumber);
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push((await driver.create({ cardStorageId, startDate: iso(dueMs), ...of, ...more })).id);
  }
  await to(dueMs + HOUR);
  await moveBy(SECOND);
  const shown = await Promise.all(ids.map(driver.show));
  const waiting = shown.filter((one) => one.waitingFor !== null).map(({ id }) => id);
  expect(waiting).toHaveLength(count - 10);
  const [first = ''] = waiting;
  const tried = ids.find((id) => !waiting.includes(id)) ?? '';
  return { cardNumber, cardStorageId, dueMs, ids, waiting, first, tried };
}
const pay = (cardNumber: string) => service.bank.script([], cardNumber);
const replace = (id: string, cardStorageId: string) =>
  api('PUT', `/api/RecurringPayment/${id}`, { body: { cardStorageId } });
const paidOf = async (ids: string[]) =>
  (await Promise.all(ids.map(driver.show))).filter((one) => one.successfulPaymentCount === 1).length;

async function finish(ids: string[]): Promise<void> {
  for (const id of ids) {
    await driver.cancel(id);
    await driver.checkBooks(id);
  }
}

it('twenty plans on a poor card are all paid at once if they get a good one two days later', async () => {
  const { ids, dueMs } = await onPoorCard(20, { maxRetryAttempts: 10 });
  await to(dueMs + 2 * DAY);
  const good = await driver.card(newCardNumber());
  for (const id of ids) {
    await replace(id, good);
    await moveBy(2 * SECOND);
  }
  await moveBy(2 * SECOND);
  expect(await paidOf(ids)).toBe(20);
  for (const id of ids) expect((await periods(id)).map(({ state }) => state)).toEqual(['Paid']);
  await finish(ids);
});

it('the record shows the wait, its due date and the next check', async () => {
  const { first, ids, dueMs } = await onPoorCard(11);
  expect(await driver.show(first)).toMatchObject({
    status: 'Active',
    nextPaymentDate: iso(dueMs),
    uncollectedAmount: 0,
    waitingFor: 'cardLimit',
    waitingSince: iso(dueMs),
  });
  const { nextCheckAt } = (await driver.show(first)) as unknown as { nextCheckAt: string };
  expect(Date.parse(nextCheckAt) - dueMs - DAY).toBeLessThan(MINUTE);
  await finish(ids);
});

describe('a charge that waits for its card', () => {
  it('another expiry makes it due at once, and the tries before it no longer count', async () => {
    const { cardNumber, cardStorageId, first, ids } = await onPoorCard(11);
    pay(cardNumber);
    await driver.renewCard(cardStorageId);
    await moveBy(5 * SECOND);
    expect(await driver.show(first)).toMatchObject({ successfulPaymentCount: 1 });
    const [attempt] = await driver.attempts(first);
    expect(attempt).toMatchObject({ attemptNumber: 1, trigger: 'CardUpdate', status: 'Succeeded' });
    await finish(ids);
  });

  it('the same expiry again opens no limit', async () => {
    const { cardNumber, cardStorageId, first, ids } = await onPoorCard(11);
    pay(cardNumber);
    await driver.renewCard(cardStorageId, EXPIRY);
    await moveBy(5 * SECOND);
    expect(driver.sales(first)).toEqual([]);
    expect(await driver.show(first)).toMatchObject({ waitingFor: 'cardLimit' });
    await finish(ids);
  });

  it('an approval of the card makes it due by the next sweep, a day before the limit opens', async () => {
    const cardNumber = newCardNumber();
    const cardStorageId = await driver.card(cardNumber, EXPIRY);
    const dueMs = inAnHour();
    // The answer of the tenth try is lost: the bank has approved it, which the first inquiry finds.
    service.bank.script([...Array.from({ length: 9 }, () => 'decline:51'), 'lost-after'], cardNumber);
    const startDate = iso(dueMs);
    const dayLater = iso(dueMs + DAY).slice(0, 10);
    const ids: string[] = [];
    for (let made = 0; made < 14; made += 1) {
      ids.push((await driver.create({ cardStorageId, startDate, ...ONE_TRY })).id);
    }
    await to(dueMs + 2 * MINUTE);
    const waiting = (await Promise.all(ids.map(driver.show))).filter((one) => one.waitingFor !== null);
    expect(waiting).toHaveLength(5);
    const limited = waiting.filter((one) => one.waitingFor !== null && one.waitingFor === 'cardLimit');
    expect(limited).toHaveLength(4);
    for (const one of limited) expect(one).toHaveProperty('nextCheckAt', expect.stringContaining(dayLater));
    await to(dueMs + 15 * MINUTE);
    expect(await paidOf(ids)).toBe(5);
    await finish(ids);
  });

  it.each([
    ['as the stored card', true],
    ['typed in again and stored', false],
  ])('an approval on a hosted page %s makes it due by the next sweep', async (_, isChosen) => {
    const customerId = await driver.customer();
    const { cardNumber, cardStorageId, first, ids } = await onPoorCard(11, ONE_TRY, customerId);
    pay(cardNumber);
    const page = await createPage({ customerId, saveCardFor: 'oneClick' });
    const typed = { cardNumber, ...EXPIRY, saveCard: 'yes' };
    const entry = isChosen ? { ...BLANK, savedCard: cardStorageId, cvv: '123' } : typed;
    await buyer.submit(await buyer.open(page.hostedPageUrl), entry);
    await moveBy(10 * MINUTE);
    expect(await driver.show(first)).toMatchObject({ successfulPaymentCount: 1 });
    await finish(ids);
  });

  it('another card that cannot be charged either leaves nothing doubled', async () => {
    const { first, ids } = await onPoorCard(11);
    const poor = newCardNumber();
    decline(poor);
    await replace(first, await driver.card(poor));
    await moveBy(5 * SECOND);
    expect(await driver.attempts(first)).toMatchObject([{ attemptNumber: 1, status: 'Failed' }]);
    expect(driver.sales(first)).toHaveLength(1);
    await finish(ids);
  });

  it('it is charged by hand as soon as the card allows it, and stays as it is before', async () => {
    const { cardNumber, first, ids, dueMs } = await onPoorCard(11);
    expect((await chargePeriod(first, 1)).status).toBe(202);
    await moveBy(5 * SECOND);
    expect(await driver.show(first)).toMatchObject({ waitingFor: 'cardLimit', waitingSince: iso(dueMs) });
    expect(driver.sales(first)).toEqual([]);
    pay(cardNumber);
    const good = await driver.card(newCardNumber());
    await replace(first, good);
    await chargePeriod(first, 1);
    await moveBy(5 * SECOND);
    expect(await driver.show(first)).toMatchObject({ successfulPaymentCount: 1 });
    expect(driver.sales(first)).toHaveLength(1);
    await finish(ids);
  });

  it('it is waived: no charge is made, and the next due date comes', async () => {
    const { cardNumber, first, ids, dueMs } = await onPoorCard(11, { ...ONE_TRY, frequency: 'weekly' });
    const waived = await waivePeriod(first, 1, { body: { reason: 'Anlaşma' } });
    expect([waived.status, waived.json.data]).toMatchObject([200, { state: 'Waived', reason: 'Anlaşma' }]);
    pay(cardNumber);
    const shown = await driver.show(first);
    expect(shown).toMatchObject({
      status: 'Active',
      uncollectedAmount: 0,
      nextPaymentDate: iso(dueMs + 7 * DAY),
    });
    expect(shown).toMatchObject({ waitingFor: null, nextCheckAt: null });
    await to(dueMs + 7 * DAY + HOUR);
    expect((await periods(first)).map(({ state }) => state)).toEqual(['Waived', 'Paid']);
    expectRejection(await chargePeriod(first, 1), { code: 'PERIOD_NOT_CHARGEABLE', facts: ['state'] });
    await finish(ids);
  });

  it('it is missed if the limit does not open until its next due date, which then waits', async () => {
    const { first, ids, dueMs } = await onPoorCard(11, {
      ...ONE_TRY,
      frequency: 'daily',
      maxRetryAttempts: 3,
    });
    await to(dueMs + DAY - 10 * MINUTE);
    expect((await periods(first)).map(({ state }) => state)).toEqual(['Open']);
    await to(dueMs + DAY + HOUR);
    const [missed] = await periods(first);
    expect(missed).toMatchObject({ state: 'Missed', reason: 'NewerDueDate' });
    await finish(ids);
  });

  it('a pause ends the wait, and a resume continues with the next due date', async () => {
    const { first, ids, dueMs } = await onPoorCard(11, { ...ONE_TRY, frequency: 'weekly' });
    await driver.pause(first);
    expect(await driver.show(first)).toMatchObject({ waitingFor: null, nextCheckAt: null });
    await driver.resume(first);
    expect(await driver.show(first)).toMatchObject({
      status: 'Active',
      nextPaymentDate: iso(dueMs + 7 * DAY),
    });
    await finish(ids);
  });
});

describe('requested charges that wait for the card', () => {
  /** A daily plan with failed periods 1 and 2, whose charges are requested and wait for the card. */
  async function requested() {
    const { cardNumber, cardStorageId, dueMs, tried, ids } = await onPoorCard(11, {
      ...ONE_TRY,
      frequency: 'weekly',
    });
    await driver.resume(tried);
    await chargePeriod(tried, 1);
    await moveBy(5 * SECOND);
    return { cardNumber, cardStorageId, dueMs, id: tried, ids };
  }

  it('they are shown, and a good card makes them due at once', async () => {
    const { id, ids } = await requested();
    expect(await driver.show(id)).toMatchObject({ waitingFor: 'cardLimit' });
    await replace(id, await driver.card(newCardNumber()));
    await moveBy(5 * SECOND);
    expect((await periods(id)).map(({ state }) => state)).toEqual(['Paid']);
    await finish(ids);
  });

  it('they can be waived, and then no charge is made', async () => {
    const { id, ids, dueMs, cardNumber } = await requested();
    pay(cardNumber);
    expect(await driver.show(id)).toMatchObject({ uncollectedAmount: 100 });
    expect((await waivePeriod(id, 1)).json.data).toMatchObject({ state: 'Waived' });
    await to(dueMs + 2 * DAY);
    expect(await driver.show(id)).toMatchObject({ uncollectedAmount: 0, successfulPaymentCount: 0 });
    expect(driver.sales(id)).toHaveLength(1);
    await finish(ids);
  });
});
