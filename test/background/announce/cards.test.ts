// A card that a recurring payment is going to charge is announced once, in the month in which it expires
// (events.md 6).
import { expect, it } from 'vitest';
import { handler } from '#announce.ts';
import { expiringCardEvent } from '#capture/announcement.ts';
import { recordAnnouncements } from '#capture/announcing.ts';
import { loadCapturedMerchant } from '#capture/captured-merchant.ts';
import { loadCards } from '#store/card/many-cards.ts';
import { eventsOf } from '../../drivers/events.ts';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, startHarness } from '../../harness/harness.ts';

// The clock starts on 20 November 2026.
const harness = await startHarness({ events: true, announces: true });
const { service, api, merchant, moveTo, moveBy, now } = harness;
const { merchantId } = merchant;
const plans = recurringPaymentDriver(harness);

const run = async () =>
  await handler(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis: () => 800_000 });
const ENDS_IN_DECEMBER = { expiryMonth: '12', expiryYear: '2026' };
const card = (more: object = ENDS_IN_DECEMBER) => plans.card(newCardNumber(), { ...more });
const plan = async (cardStorageId: string) =>
  await plans.create({ cardStorageId, startDate: new Date(now().getTime() + 40 * DAY).toISOString() });
const expiring = async (id: string) =>
  (await eventsOf(merchantId, id)).filter(({ type }) => type === 'card.expiring');

it('a card is announced on the first morning of its last month, once, as its GET shows it', async () => {
  const [ends, shared, unused] = [await card(), await card(), await card()];
  const [cancelled, paused] = [await card(), await card()];
  const later = await card({ expiryMonth: '01', expiryYear: '2027' });
  for (const id of [ends, shared, shared, later]) await plan(id);
  const ended = await plan(cancelled);
  await api('POST', `/api/RecurringPayment/${ended.id}/cancel`, { body: {} });
  await api('POST', `/api/RecurringPayment/${(await plan(paused)).id}/pause`);
  await moveTo('2026-12-01T05:59:00Z');
  expect(await expiring(ends)).toEqual([]);
  await moveTo('2026-12-01T06:01:00Z');
  const shown = (await api('GET', `/api/card/${ends}`)).json.data;
  const [event, ...more] = await expiring(ends);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    objectType: 'Card',
    createdAt: '2026-12-01T06:00:00.000Z',
    data: { object: shown, previous: {} },
  });
  expect(shown['expiryStatus']).toBe('ExpiresThisMonth');
  await run();
  await moveTo('2026-12-09T12:00:00Z');
  const counts = async (...ids: string[]) =>
    await Promise.all(ids.map(async (id) => (await expiring(id)).length));
  expect(await counts(ends, shared, unused, cancelled, paused, later)).toEqual([1, 1, 0, 0, 0, 0]);
  await moveTo('2027-01-02T12:00:00Z');
  expect(await counts(ends, shared, later)).toEqual([1, 1, 1]);
});

it('an outage of the first days loses no card, and after them no card is looked up', async () => {
  const ends = { expiryMonth: '02', expiryYear: '2027' };
  const [early, late] = [await card(ends), await card(ends)];
  await plan(early);
  await service.timeline.setRunning(false);
  await moveTo('2027-02-04T20:00:00Z');
  await run();
  expect(await expiring(early)).toHaveLength(1);
  await moveTo('2027-02-08T09:00:00Z');
  await plan(late);
  await run();
  expect(await expiring(late)).toEqual([]);
  await service.timeline.setRunning(true);
});

it('a card that is deleted while it is announced leaves no name in its event', async () => {
  await moveTo('2027-03-02T12:00:00Z');
  const ends = { expiryMonth: '03', expiryYear: '2027', ownerName: 'Ayşe Yılmaz' };
  const id = await card(ends);
  const { id: planId } = await plan(id);
  const of = await loadCapturedMerchant(merchantId);
  const [read] = await loadCards(merchantId, [id], () => {});
  const event = read && (await expiringCardEvent(read, of, now()));
  expect(event?.data.object['ownerName']).toBe('Ayşe Yılmaz');
  // The deletion becomes an event before the announcement, whose card was read before it, is recorded.
  await api('POST', `/api/RecurringPayment/${planId}/cancel`, { body: {} });
  expect((await api('DELETE', `/api/card/${id}`)).status).toBe(200);
  await moveBy(0);
  expect((await eventsOf(merchantId, id)).at(-1)?.type).toBe('card.deleted');
  await recordAnnouncements(merchantId, event ? [event] : [], now());
  expect((await expiring(id)).map(({ data }) => data.object['ownerName'])).toEqual([null]);
});

it('a card that was announced and is deleted later leaves no name in its event', async () => {
  await moveTo('2027-04-02T12:00:00Z');
  const id = await card({ expiryMonth: '04', expiryYear: '2027', ownerName: 'Ayşe Yılmaz' });
  const { id: planId } = await plan(id);
  await run();
  expect((await expiring(id)).map(({ data }) => data.object['ownerName'])).toEqual(['Ayşe Yılmaz']);
  await api('POST', `/api/RecurringPayment/${planId}/cancel`, { body: {} });
  await api('DELETE', `/api/card/${id}`);
  await moveBy(0);
  expect((await expiring(id)).map(({ data }) => data.object['ownerName'])).toEqual([null]);
});
