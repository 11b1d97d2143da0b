// A payment has so few refunds at the bank that its history, which is read before each, always fits into an
// answer (refunds.md 5.13). A history that does not fit is no reason to send one without it.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { loadPayment } from '#store/payment/payment.ts';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { listOpenReviews } from '../../../lib/operator/review.ts';
import { bankOrderIdOf, refundDriver } from '../../drivers/refund-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { makeHistoryHuge } from '../../harness/bank-line.ts';
import { DAY, HOUR, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, moveBy } = harness;
const driver = refundDriver(harness);
const { merchantId, operationLines, pay } = driver;

const sentOf = async (payment: string) => (await loadPayment(merchantId, payment))?.creditsSent;
/** As if so many refunds of the payment had been sent before. */
async function sendBefore(payment: string, count: number): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: entityKey(merchantId, 'PAYMENT', payment),
      UpdateExpression: 'SET creditsSent = :count',
      ExpressionAttributeValues: { ':count': count },
    }),
  );
}
const refused = (answer: Awaited<ReturnType<typeof driver.partial>>, named: object) => {
  expectRejection(answer, { code: 'REFUND_LIMIT_REACHED', facts: ['maxRefunds'], ...named });
  expect(answer.json.data).toMatchObject({ maxRefunds: 500 });
};

it('every refund that is sent counts: approved, refused, sent again, and in place of a void', async () => {
  const payment = await pay();
  await moveBy(DAY);
  expect(await sentOf(payment)).toBeUndefined();
  await driver.partial(payment, 1);
  service.bank.script(['decline:51']);
  expect((await driver.partial(payment, 1)).status).toBe(422);
  expect(await sentOf(payment)).toBe(2);
  service.bank.script(['lost-before']);
  await driver.partial(payment, 1);
  await moveBy(HOUR);
  expect([await sentOf(payment), operationLines(payment).length]).toEqual([4, 3]);
  const whole = await pay();
  await driver.cancel(whole);
  expect(await sentOf(whole)).toBeUndefined();
  await driver.checkBooks([payment, whole]);
});

it('the 500th refund is made; the next is refused on request, in one step and on approval', async () => {
  const payment = await pay();
  await moveBy(DAY);
  const refundId = await driver.pendingRefundId(payment, 2);
  await sendBefore(payment, 499);
  expect((await driver.partial(payment, 1)).json.data.status).toBe('Completed');
  const at = operationLines(payment);
  refused(await driver.partial(payment, 1), { fields: ['transactionId'] });
  refused(await driver.request(payment, 1), { fields: ['transactionId'] });
  const key = { headers: { 'Idempotency-Key': 'limit-1' } };
  for (const once of [{}, key, key]) {
    refused(await driver.approve(refundId, once), { facts: ['maxRefunds', 'refundId'] });
    expect((await driver.show(refundId)).status).toBe('Pending');
  }
  expect(operationLines(payment)).toEqual(at);
  expect((await driver.reject(refundId)).json.data.status).toBe('Rejected');
  await driver.checkBooks([payment]);
});

it('two refunds at the same moment do not pass the limit together', async () => {
  const payment = await pay();
  await moveBy(DAY);
  const ids = [await driver.pendingRefundId(payment, 2), await driver.pendingRefundId(payment, 3)];
  await sendBefore(payment, 499);
  const before = operationLines(payment).length;
  const answers = await Promise.all(ids.map((id) => driver.approve(id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect([operationLines(payment).length - before, await sentOf(payment)]).toEqual([1, 500]);
  await driver.checkBooks([payment]);
});

it('a refund whose answer was lost at the limit is not sent again, and waits for a person', async () => {
  const payment = await pay();
  await moveBy(DAY);
  await sendBefore(payment, 499);
  service.bank.script(['lost-before']);
  const { refundId } = (await driver.partial(payment, 1)).json.data;
  await moveBy(2 * DAY);
  expect([await sentOf(payment), operationLines(payment)]).toEqual([500, []]);
  expect(await driver.show(refundId)).toMatchObject({ status: 'Processing', waitingFor: 'review' });
});

it('a history that does not fit sends nothing: the refund waits for a person, with the reason', async () => {
  const payment = await pay();
  await moveBy(DAY);
  const pending = await driver.pendingRefundId(payment, 2);
  makeHistoryHuge(bankOrderIdOf(payment));
  const answers = [await driver.partial(payment, 1), await driver.approve(pending)];
  for (const { status, json } of answers) {
    expect([status, json.data]).toMatchObject([202, { status: 'Processing', waitingFor: 'review' }]);
  }
  await moveBy(2 * DAY);
  expect(operationLines(payment)).toEqual([]);
  const ids = answers.map(({ json }) => json.data.refundId);
  const reviews = (await listOpenReviews()).filter((one) => 'refundId' in one && ids.includes(one.refundId));
  expect(reviews.map(({ reason }) => reason)).toEqual(['HistoryTooLong', 'HistoryTooLong']);
});
