// The cost of an event: the write units of its recording, and the price of a million in docs/costs.md.
import { it } from 'vitest';
import { loadPayment } from '#store/payment/payment.ts';
import { usdPerMillion } from '../../lib/cost/calls.ts';
import { changeOf } from '../drivers/events.ts';
import { expectSentence } from '../harness/cost-table.ts';
import { type Cost, costOf, counted } from '../harness/costs.ts';
import { startHarness } from '../harness/harness.ts';

const { service, merchant, payOrder } = await startHarness({ around: counted });

const IN_A_BATCH = 5;

async function costOfRecording(count: number): Promise<Cost> {
  const records = [];
  for (let at = 0; at < count; at += 1) {
    const payment = await loadPayment(merchant.merchantId, await payOrder());
    if (payment === undefined) throw new Error('There is no payment.');
    records.push({ ...(await changeOf(payment)), eventName: 'INSERT' });
  }
  const batch = { Records: records };
  return await costOf(() => service.lambdas.invoke('capture', batch), 'capture');
}

it('docs/costs.md has the cost of a million events, by the counted write units', async () => {
  await costOfRecording(1);
  const one = await costOfRecording(1);
  const many = await costOfRecording(IN_A_BATCH);
  const ofEvent = (many.writeUnits - one.writeUnits) / (IN_A_BATCH - 1);
  const ofBatch = one.writeUnits - ofEvent;
  const usd = (cost: Cost) =>
    usdPerMillion({ ...cost, ownMs: 2, bankCalls: 0, memoryMb: 512, logBytes: 300, kind: 'stream' });
  expectSentence(
    `An event of a sale is ${ofEvent} write units, one of them for the day’s book, and each batch ${ofBatch} besides for the head of the feed. ` +
      `A million events cost ${usd(one).toFixed(2)} USD if each comes alone, and ` +
      `${(usd(many) / IN_A_BATCH).toFixed(2)} in batches of ${IN_A_BATCH}.`,
  );
});
