// The table goes back to before a capture, or to before the reservation itself. The amount is taken once, and what
// was captured in the lost time is found: by the shop's next call, by the buyer, or at the end of the hold.
import { afterAll, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { captureDriver, HELD, KEPT } from '../../drivers/capture-driver.ts';
import { HOUR, MINUTE, openHarness, SHARDS_SWEPT } from '../../harness/harness.ts';
import { orderViews } from '../order.ts';
import { copyTable } from './table-copy.ts';

const harness = await openHarness({ dueShards: SHARDS_SWEPT });
afterAll(harness.close);
checkBooksAtEnd(harness);
const { buyer, now, createPage, moveBy } = harness;
const { hold, post, show, movesAt } = captureDriver(harness);
const { paymentsOf } = orderViews(harness);

/** A payment whose capture of 100 the table has lost. */
async function lostCapture(): Promise<string> {
  const { paymentReferenceNumber: reference } = await hold();
  const copy = await copyTable();
  expect((await post(reference, 'capture', { amount: 100 })).status).toBe(200);
  await copy.putBack();
  expect((await show(reference)).status).toBe('Authorized');
  return reference;
}

it('a capture that the table has lost is recorded by the next one, and not made again', async () => {
  const reference = await lostCapture();
  expect((await post(reference, 'capture')).status).toBe(202);
  await moveBy(HOUR);
  expect(await show(reference)).toMatchObject({ status: 'Successful', amount: 100 });
  expect(await movesAt(reference)).toEqual([KEPT, 'capture 100']);
});

it('a capture that the table has lost is found at the end of the hold, also of the same day', async () => {
  const { paymentReferenceNumber: reference, authorization } = await hold();
  await moveBy(Date.parse(authorization.captureBefore) - HOUR - now().getTime());
  const copy = await copyTable();
  await post(reference, 'capture', { amount: 100 });
  await copy.putBack();
  await moveBy(2 * HOUR);
  expect(await show(reference)).toMatchObject({ status: 'Successful', amount: 100 });
  expect(await movesAt(reference)).toEqual([KEPT, 'capture 100']);
});

it.each([
  ['kept', undefined, 'Authorized', HELD],
  ['captured in part', { amount: 100 }, 'Successful', 100],
  ['captured', {}, 'Successful', HELD],
] as const)(
  'a reservation that the table has lost, %s, is found by its buyer',
  async (_, capture, status, amount) => {
    const page = await createPage({ capture: 'manual', expiresInMinutes: 1440 });
    const copy = await copyTable();
    await buyer.submit(await buyer.open(page.hostedPageUrl));
    const [lost] = await paymentsOf(page.orderNumber);
    if (capture) await post(lost?.paymentReferenceNumber ?? '', 'capture', capture);
    await moveBy(20 * MINUTE);
    await copy.putBack();
    await buyer.submit(await buyer.open(page.hostedPageUrl));
    await moveBy(HOUR);
    const [found] = await paymentsOf(page.orderNumber);
    expect(found).toMatchObject({ status, amount });
    const moves = await movesAt(found?.paymentReferenceNumber ?? '');
    expect(moves).toEqual(capture ? [KEPT, `capture ${amount}`] : [KEPT]);
  },
);
