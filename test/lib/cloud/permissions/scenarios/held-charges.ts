// The scenarios of charges that wait because the bank refuses the merchant's settings, and of those that a
// merchant requests for periods that have ended.
import { newCardNumber, recurringPaymentDriver } from '../../../../drivers/recurring-payment-driver.ts';
import { DAY, type Harness, HOUR, MINUTE } from '../../../../harness/harness.ts';
import type { Call } from './scenario-caller.ts';

/** The bank refuses the merchant's settings for a while: one charge probes, and the others are released. */
export async function chargeAfterRefusal(
  harness: Harness,
  cardStorageId: string,
  customerId: string,
): Promise<void> {
  const { service, moveBy } = harness;
  const driver = recurringPaymentDriver(harness);
  const plans = [1, 2].map(() => driver.create({ customerId, cardStorageId }));
  const ids = (await Promise.all(plans)).map(({ id }) => id);
  service.bank.script(Array.from({ length: 3 }, () => 'decline:CORE-2202'));
  await moveBy(2 * DAY);
  for (const id of ids) {
    if (driver.sales(id).at(-1)?.outcome !== 'approved') throw new Error('A held charge was not made.');
  }
}

/** Charges and waives periods of a plan that has ended: card and customer are in use during the charge. */
export async function requestPeriods(harness: Harness, call: Call): Promise<void> {
  const { now, moveBy } = harness;
  const driver = recurringPaymentDriver(harness);
  const startDate = new Date(now().getTime() + MINUTE).toISOString();
  const endDate = new Date(now().getTime() + DAY).toISOString();
  const { id } = await driver.create({ startDate, endDate, frequency: 'daily' });
  const path = `/api/RecurringPayment/${id}`;
  await call('POST', `${path}/pause`);
  await moveBy(3 * DAY);
  await call('POST', `${path}/resume`);
  await call('GET', `${path}/periods`);
  // The first request creates the row of a period, and the next one changes it.
  harness.service.bank.script(['decline:51', 'decline:51']);
  for (const request of ['periods/1/charge', 'periods/1/charge', 'periods/1/waive', 'periods/2/waive']) {
    await call('POST', `${path}/${request}`);
    await moveBy(HOUR);
  }
}

/** Charges wait for the limits on the tries of their card, and are waived: one plan goes on, one ends. */
export async function waiveWaitingCharges(harness: Harness, call: Call): Promise<void> {
  const { service, now, moveBy, buyer, createPage } = harness;
  const driver = recurringPaymentDriver(harness);
  let cardNumber = '';
  const startDate = new Date(now().getTime() + HOUR).toISOString();
  for (const end of [{}, { endDate: startDate }]) {
    cardNumber = newCardNumber();
    const plan = { cardStorageId: await driver.card(cardNumber), startDate, maxRetryAttempts: 0, ...end };
    service.bank.script(
      Array.from({ length: 10 }, () => 'decline:51'),
      cardNumber,
    );
    for (let made = 0; made < 11; made += 1) await driver.create(plan);
  }
  await moveBy(2 * HOUR);
  const { items } = (await call('GET', '/api/RecurringPayment?limit=22')) as { items: Waiting[] };
  const waiting = items.filter(({ waitingFor }) => waitingFor === 'cardLimit');
  if (waiting.length !== 2) throw new Error(`${waiting.length} charges wait for the limits of their cards.`);
  for (const { id } of waiting) await call('POST', `/api/RecurringPayment/${id}/periods/1/waive`);
  // An approval on a page ends the declined tries of its card, once the buyer stores it.
  service.bank.script([], cardNumber);
  const page = await createPage({ customerId: await driver.customer(), saveCardFor: 'oneClick' });
  const stored = { cardNumber, saveCard: 'yes' };
  await buyer.submit(await buyer.open(page.hostedPageUrl), stored);
  await moveBy(MINUTE);
  service.bank.script([]);
}
type Waiting = { id: string; waitingFor?: string };
