// A bank cannot be reached for two days. Charges that were never sent need no manual review: they are sent
// when the bank is back.
import { expect, it } from 'vitest';
import { listOpenReviews } from '../../../lib/operator/review.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { openBankLines, ownBank } from '../../harness/bank-line.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { moveBy, now, passOutage } = harness;
const charges = recurringPaymentDriver(harness);
const lines = openBankLines();
const bank = ownBank(harness);

it('twelve charges that could not be sent for 40 hours are all made when the bank is back', async () => {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const plans = await Promise.all(Array.from({ length: 12 }, () => charges.create({ startDate })));
  lines.refuse(bank);
  await passOutage(40 * HOUR);
  expect(await listOpenReviews()).toEqual([]);
  lines.mend(bank);
  await moveBy(15 * MINUTE);
  for (const { id } of plans) {
    expect((await charges.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
    expect(charges.sales(id)).toHaveLength(1);
    await charges.checkBooks(id);
  }
});
