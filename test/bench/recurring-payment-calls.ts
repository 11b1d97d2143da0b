// One call of every function of recurring payments: see calls.ts.
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { singleChargeDriver } from '../drivers/single-charge-driver.ts';
import { type Harness, HOUR } from '../harness/harness.ts';
import type { Calls } from './prepared-call.ts';

export async function expectSuccess<Answer extends { status: number; text: string }>(
  answering: Promise<Answer>,
): Promise<Answer> {
  const answer = await answering;
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text.slice(0, 500)}`);
  return answer;
}

export function recurringPaymentCalls(harness: Harness): Calls {
  const { api } = harness;
  const driver = recurringPaymentDriver(harness);
  /** A new customer for each: the row of a customer grows with the recurring payments. */
  const own = async () => ({ customerId: await driver.customer() });
  const address = '/api/RecurringPayment';
  const made = (after: (id: string) => Promise<unknown>) => async () => {
    const { id } = await driver.create(await own());
    return () => after(id);
  };
  /** A plan whose first period was skipped. */
  const skipped = (call: (id: string) => ReturnType<typeof driver.chargePeriod>) => async () => {
    const { id } = await driver.create(await own());
    await expectSuccess(driver.pause(id));
    await harness.moveBy(25 * HOUR);
    await expectSuccess(driver.resume(id));
    return () => expectSuccess(call(id));
  };
  const charges = singleChargeDriver(harness);
  const reserved = (step: string) => async () => {
    const { json } = await charges.charge({ capture: 'manual' });
    const path = `/api/payment/${json.data.paymentReferenceNumber}/${step}`;
    return () => expectSuccess(api('POST', path, { body: {} }));
  };
  const at = (path: string) => (id: string) => expectSuccess(api('GET', `${address}/${id}${path}`));
  return {
    'payment-charge': async () => {
      const body = await charges.body();
      return () => expectSuccess(charges.post(body));
    },
    'payment-capture': reserved('capture'),
    'payment-release': reserved('release'),
    'recurring-payment-create': async () => {
      const body = await driver.body(await own());
      return () => expectSuccess(driver.post(body));
    },
    'recurring-payment-list': made(() => expectSuccess(api('GET', `${address}?limit=5`))),
    'recurring-payment-transactions': made(at('/transactions')),
    'recurring-payment-update': async () => {
      const [{ id }, card] = [await driver.create(await own()), await driver.card()];
      return () => expectSuccess(driver.replaceCard(id, card));
    },
    'recurring-payment-pause': made((id) => expectSuccess(driver.pause(id))),
    'recurring-payment-cancel': made((id) => expectSuccess(driver.cancel(id))),
    'recurring-payment-periods': made(at('/periods')),
    'recurring-payment-charge-period': skipped((id) => driver.chargePeriod(id, 1)),
    'recurring-payment-waive-period': skipped((id) => driver.waivePeriod(id, 1)),
    'recurring-payment-resume': async () => {
      const { id } = await driver.create(await own());
      await expectSuccess(driver.pause(id));
      return () => expectSuccess(driver.resume(id));
    },
  };
}
