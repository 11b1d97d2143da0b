// A link is older than a week when it is paid: the search for lost sales goes by the end of a page, not by
// its creation (payments.md 2.7).
import { afterAll, expect, it } from 'vitest';
import { everyPayment } from '../../drivers/books.ts';
import { CARDS, DAY, HOUR, MINUTE, openHarness, SHARDS_SWEPT } from '../../harness/harness.ts';
import { copyTable } from './table-copy.ts';

const harness = await openHarness({ dueShards: SHARDS_SWEPT });
afterAll(harness.close);
const { service, buyer, createPage, moveBy } = harness;

it('the sale of a link that was 60 days old in the gap is found without its buyer', async () => {
  const link = await createPage({ expiresInMinutes: 129_600 });
  await createPage();
  await service.timeline.setRunning(false);
  await moveBy(60 * DAY);
  await service.timeline.setRunning(true);
  const copy = await copyTable();
  await buyer.submit(await buyer.open(link.hostedPageUrl), { cardNumber: CARDS.approved });
  await moveBy(10 * MINUTE);
  await copy.putBack();
  service.rescheduleTimers();
  await moveBy(HOUR);
  await service.lambdas.invokeEvent('reconcile', {});
  await moveBy(10 * MINUTE);
  const payments = await everyPayment();
  expect(payments).toMatchObject([{ orderNumber: link.orderNumber, status: 'Successful' }]);
  // A link takes up to twenty attempts. Nothing was asked about the page that ended long before.
  const asked = service.bank.ledger().filter(({ operation }) => operation === 'inquiry');
  expect(new Set(asked.map(({ orderId }) => orderId)).size).toBe(20);
});
