// Amounts that are only reserved, with every end: captured, released, lost, and released at their end.
import { singleChargeDriver } from '../../../../drivers/single-charge-driver.ts';
import { DAY, type Harness, HOUR } from '../../../../harness/harness.ts';
import { caller } from './scenario-caller.ts';

export async function reserveAmounts(harness: Harness): Promise<void> {
  const { service, moveBy } = harness;
  const call = caller(harness);
  const driver = singleChargeDriver(harness);
  const reserve = async () => {
    const { json } = await driver.charge({ capture: 'manual' });
    return `/api/payment/${json.data.paymentReferenceNumber}`;
  };
  await call('POST', `${await reserve()}/capture`, { amount: 100 });
  await call('POST', `${await reserve()}/release`);
  for (const step of ['capture', 'release']) {
    const lost = await reserve();
    service.bank.script(['lost-before']);
    await call('POST', `${lost}/${step}`);
  }
  await reserve();
  await moveBy(HOUR);
  await moveBy(16 * DAY);
}
