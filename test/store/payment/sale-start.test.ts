// The start of a sale after 3-D Secure: one of the two messages with the proof starts it, also if both are
// read in the same millisecond.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { tokenDigest } from '#domain/payment/page-token.ts';
import { loadHostedPage } from '#store/payment/hosted-page.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writeSaleStart } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { secureOrders } from '../../endpoints/hosted-page/three-d/secure-orders.ts';
import { startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const secure = await secureOrders(harness);

it('two messages of one millisecond start one sale, and a write sent twice is recognised', async () => {
  const { form, token } = await secure.openPage();
  await secure.submit(form);
  const reference = (await loadHostedPage(tokenDigest(token)))?.paymentReferenceNumber ?? '';
  const payment = await loadPayment(secure.merchantId, reference);
  if (payment === undefined) throw new Error('There is no payment.');
  const [now, inquiryAt] = [harness.now(), harness.now().toISOString()];
  const [one, other] = [randomUUID(), randomUUID()];
  const start = async (worker: string) =>
    (await commit([writeSaleStart(payment, worker, now, inquiryAt)])).kind;
  expect(await start(one)).toBe('committed');
  expect(await start(other)).toBe('conflict');
  expect(await start(one)).toBe('committed');
});
