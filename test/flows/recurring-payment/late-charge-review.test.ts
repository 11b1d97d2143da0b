// A charge that may have arrived after it failed is looked up later. If the bank is silent then, a person
// can have it asked again (payments.md 4.6 and 5.2).
import { expect, it } from 'vitest';
import { submitReview } from '../../../lib/operator/review.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { openBankLines, ownBank } from '../../harness/bank-line.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, merchant, http, moveBy, now } = harness;
const charges = recurringPaymentDriver(harness);
const lines = openBankLines();
const bank = ownBank(harness);

it('the recheck of a charge that waits for a person can be repeated by the operator', async () => {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const { id } = await charges.create({ startDate, retryIntervalHours: 168 });
  service.bank.script([`late:${2 * 3_600}`, 'decline:51']);
  await moveBy(30 * MINUTE);
  const [failed] = await charges.attempts(id);
  expect(failed?.status).toBe('Failed');
  lines.refuse(bank);
  // No sweep probes the bank until then.
  await service.timeline.setRunning(false);
  await moveBy(39 * HOUR);
  await service.timeline.setRunning(true);
  await moveBy(HOUR);
  lines.mend(bank);
  const { merchantId } = merchant;
  const paymentReferenceNumber = failed?.paymentReferenceNumber ?? '';
  await submitReview({ merchantId, paymentReferenceNumber }, now(), undefined);
  // As the operator's command does, because the local sweep looks for work after a function ran.
  await http({ method: 'POST', path: '/local/sweep', headers: {}, body: '{}' });
  await moveBy(HOUR);
  expect(await charges.attempts(id)).toMatchObject([{ status: 'Succeeded' }]);
  await charges.checkBooks(id);
});
