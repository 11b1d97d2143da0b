// A charge of a stored card and the pages of the same order: the order is paid once (payments.md 10.3).
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { newCardNumber } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { newOrder, singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { CARDS, MINUTE, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z'), events: true });
checkBooksAtEnd(harness);
const { service, buyer, createPage, moveBy } = harness;
const own = singleChargeDriver(harness);
const { salesOf, approvedSalesOf, stateOf } = orderViews(harness);

describe('pages of the same order', () => {
  it('an open page is superseded, also for its buyer', async () => {
    const page = await createPage();
    const form = await buyer.open(page.hostedPageUrl);
    expect((await own.charge({ orderNumber: page.orderNumber })).status).toBe(201);
    expect((await buyer.submit(form)).status).toBeLessThan(500);
    expect(await stateOf(page)).toBe('Paid');
    expect(await approvedSalesOf(page.orderNumber)).toHaveLength(1);
  });

  it('after a decline, a new page pays the order, and the old one does not', async () => {
    const page = await createPage();
    const cardNumber = newCardNumber();
    service.bank.script(['decline:51'], cardNumber);
    const cardStorageId = await own.card(cardNumber);
    expect((await own.charge({ cardStorageId, orderNumber: page.orderNumber })).status).toBe(422);
    expect(await stateOf(page)).toBe('Superseded');
    const request = { headers: { 'accept-language': 'en' } };
    const story = await harness.api('GET', `/api/order?orderNumber=${page.orderNumber}`, request);
    expect(JSON.stringify(story.json.data)).toContain(
      'paid any more: a charge of the stored card was begun.',
    );
    const next = await createPage({ orderNumber: page.orderNumber });
    expect((await buyer.submit(await buyer.open(next.hostedPageUrl))).status).toBe(303);
    expect(await approvedSalesOf(page.orderNumber)).toHaveLength(1);
    const ids = (await salesOf(page.orderNumber)).map(({ orderId }) => orderId);
    expect(new Set(ids).size).toBe(2);
    expectRejection(await own.charge({ orderNumber: page.orderNumber }), {
      code: 'ORDER_ALREADY_PAID',
      fields: ['orderNumber'],
      facts: ['paymentReferenceNumber'],
    });
  });

  it('a page that is being paid refuses the charge, and goes on', async () => {
    const page = await createPage();
    service.bank.script(['lost-after']);
    await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: CARDS.approved });
    service.bank.script([]);
    const refused = await own.charge({ orderNumber: page.orderNumber });
    expectRejection(refused, {
      code: 'ORDER_IN_PROGRESS',
      fields: ['orderNumber'],
      facts: ['paymentReferenceNumber'],
    });
    await moveBy(10 * MINUTE);
    expect(await stateOf(page)).toBe('Paid');
    expect(await approvedSalesOf(page.orderNumber)).toHaveLength(1);
  });

  it('a page that was created during a charge shows its payment, and cannot pay again', async () => {
    const cardNumber = newCardNumber();
    const orderNumber = newOrder();
    service.bank.script(['lost-after'], cardNumber);
    const cardStorageId = await own.card(cardNumber);
    expect((await own.charge({ cardStorageId, orderNumber })).status).toBe(202);
    const page = await createPage({ orderNumber });
    expect(await stateOf(page)).toBe('Processing');
    expect((await buyer.open(page.hostedPageUrl)).form).toBeUndefined();
    await moveBy(10 * MINUTE);
    expect(await stateOf(page)).toBe('Paid');
    expect(await approvedSalesOf(orderNumber)).toHaveLength(1);
  });
});
