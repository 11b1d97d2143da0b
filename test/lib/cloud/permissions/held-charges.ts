// The scenario of charges that wait because the bank refuses the merchant's settings.
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { DAY, type Harness } from '../../../harness/harness.ts';

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
