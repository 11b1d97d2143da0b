// An attempt is claimed once and ends once: the conditions on its own row, without the plan's record.
import { expect, it } from 'vitest';
import { defined } from '#domain/defined.ts';
import type { Attempt, RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { loadAttempt, writeAttempt } from '#store/recurring-payment/attempt.ts';
import { commit } from '#store/table/commit.ts';
import { startHarness } from '../../harness/harness.ts';

await startHarness();

const attempt: Attempt = {
  periodNumber: 1,
  attemptNumber: 1,
  type: 'Regular',
  trigger: 'Schedule',
  dueAtMs: 0,
  attemptedAtMs: 0,
  amountMinor: 100,
  currency: 'TRY',
  result: { status: 'Processing' },
};
const paid: Attempt = { ...attempt, result: { status: 'Succeeded', paymentReferenceNumber: 'PAY-1' } };
const merchantId = 'merchant';

async function write(id: string, one: Attempt, details: Parameters<typeof writeAttempt>[2] = {}) {
  const openAttempt = one.result.status === 'Processing' ? undefined : attempt;
  const record = { id, ...defined({ openAttempt }) } as RecurringPayment;
  return (
    await commit([writeAttempt({ merchantId, record }, one, { paymentReferenceNumber: 'PAY-1', ...details })])
  ).kind;
}
const statusOf = async (id: string) => (await loadAttempt(merchantId, id, attempt))?.attempt.result.status;

it('an attempt is claimed once, and ends once', async () => {
  expect(await write('plan-1', attempt)).toBe('committed');
  expect(await write('plan-1', attempt, { paymentReferenceNumber: 'PAY-2' })).toBe('conflict');
  expect(await write('plan-1', paid)).toBe('committed');
  expect(await write('plan-1', paid, { paymentReferenceNumber: 'PAY-2' })).toBe('conflict');
  expect(await write('plan-1', attempt)).toBe('conflict');
  expect(await statusOf('plan-1')).toBe('Succeeded');
});

it('an attempt that is held is claimed again with a new number, and does not end before that', async () => {
  const claimed = (asks?: number) => ({ ...attempt, asks });
  expect(await write('plan-2', claimed(), { isHeld: true })).toBe('committed');
  expect(await write('plan-2', paid)).toBe('conflict');
  expect(await write('plan-2', claimed())).toBe('conflict');
  expect(await write('plan-2', claimed(1))).toBe('committed');
  expect(await write('plan-2', { ...paid, asks: 1 })).toBe('committed');
});

it('an attempt that was held again is claimed only with a number after that', async () => {
  const held = { ...attempt, asks: 3 };
  expect(await write('plan-3', held, { isHeld: true })).toBe('committed');
  for (const asks of [undefined, 1, 3]) expect(await write('plan-3', { ...attempt, asks })).toBe('conflict');
  expect(await write('plan-3', { ...attempt, asks: 4 })).toBe('committed');
});
