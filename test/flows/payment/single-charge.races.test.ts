// Single charges of stored cards at once with each other, with a submit of a page of the order, and with the
// deletion of the card: an order is sold once (payments.md 10.3).
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { newCardNumber } from '../../drivers/recurring-payment-driver.ts';
import { singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { HOUR, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy } = harness;
const own = singleChargeDriver(harness);
const { salesOf, approvedSalesOf } = orderViews(harness);

describe('races', () => {
  it('of two charges of an order at once, one is sold', async () => {
    faults.jitter(15);
    for (let round = 0; round < 10; round += 1) {
      const given = await own.body();
      const answers = await Promise.all([1, 2, 3].map(() => own.post(given)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(2);
      expect(await salesOf(String(given['orderNumber']))).toHaveLength(1);
    }
    faults.jitter(0);
  });

  it('of two charges with one key at once, one is made, and both get its answer in the end', async () => {
    faults.jitter(15);
    for (let round = 0; round < 10; round += 1) {
      const given = await own.body();
      const key = `BOTH-${round}`;
      await Promise.all([own.post(given, key), own.post(given, key)]);
      const answers = [await own.post(given, key), await own.post(given, key)];
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      expect(await salesOf(String(given['orderNumber']))).toHaveLength(1);
    }
    faults.jitter(0);
  });

  it('of a charge and a submit of the order’s page at the same instant, one is sold', async () => {
    faults.jitter(15);
    const sold = new Set<string>();
    for (let round = 0; round < 16; round += 1) {
      const page = await createPage();
      const form = await buyer.open(page.hostedPageUrl);
      const given = await own.body({ orderNumber: page.orderNumber });
      const charging = own.post(given);
      const [charged] = await Promise.all([charging, buyer.submit(form)]);
      expect([201, 409]).toContain(charged.status);
      expect(await approvedSalesOf(page.orderNumber)).toHaveLength(1);
      expect(await salesOf(page.orderNumber)).toHaveLength(1);
      sold.add(charged.status === 201 ? 'charge' : 'page');
    }
    faults.jitter(0);
    expect(sold.size).toBeGreaterThan(0);
    await moveBy(HOUR);
  });

  it('a charge makes no sale after the deletion of its card was acknowledged', async () => {
    const bodies = await Promise.all([own.body(), own.body(), own.body()]);
    const [first = {}, second = {}, given = {}] = bodies;
    await own.post(first);
    const seen = faults.observe('payment-charge');
    await own.post(second);
    const claim = 1 + seen.calls.findIndex(({ action }) => action === 'TransactWriteItems');
    const waiting = faults.hold('payment-charge', claim);
    const charging = own.post(given);
    await waiting.reached;
    expect((await api('DELETE', `/api/card/${String(given['cardStorageId'])}`)).status).toBe(200);
    waiting.release();
    const charged = await charging;
    expect([charged.status, charged.json.errorCode]).toEqual([404, 'CARD_NOT_FOUND']);
    expect(await salesOf(String(given['orderNumber']))).toEqual([]);
  });

  it('the caps of a card hold for charges at once', async () => {
    const cardNumber = newCardNumber();
    const cardStorageId = await own.card(cardNumber);
    service.bank.script(
      Array.from({ length: 40 }, () => 'decline:51'),
      cardNumber,
    );
    const bodies = await Promise.all(Array.from({ length: 16 }, () => own.body({ cardStorageId })));
    faults.jitter(15);
    const answers = await Promise.all(bodies.map((given) => own.post(given)));
    faults.jitter(0);
    const counts = Map.groupBy(answers, ({ json }) => String(json.errorCode));
    expect(counts.get('NOT_SUFFICIENT_FUNDS')?.length).toBeLessThanOrEqual(10);
    const asked = await Promise.all(bodies.map((given) => salesOf(String(given['orderNumber']))));
    expect(asked.flat().length).toBeLessThanOrEqual(10);
    service.bank.script([], cardNumber);
  });
});
