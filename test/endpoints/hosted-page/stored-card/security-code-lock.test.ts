// Wrong security codes of a stored card (cards.md 7.1 to 7.3): the limit over all pages, in races too.
import { beforeEach, describe, expect, it } from 'vitest';
import { isFencedOff } from '#flows/lease.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { eventsOf } from '../../../drivers/events.ts';
import { costOf, counted } from '../../../harness/costs.ts';
import { CARDS, DAY, MINUTE, SECOND, startHarness } from '../../../harness/harness.ts';
import { BLANK, lockingBuyers, type Shop } from './locking-buyers.ts';

const harness = await startHarness({ around: counted, events: true });
checkBooksAtEnd(harness);
const { service, buyer, logs, moveBy } = harness;
const { newShop, store, lockOf, choose, lockedCard } = lockingBuyers(harness);
let shop: Shop;
beforeEach(async () => {
  shop = await newShop();
});

const salesUntilNow = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;

describe('wrong security codes of a stored card', () => {
  it('the third in a day locks the card on all pages, and the merchant is told', async () => {
    const customer = await shop.makeCustomer();
    const id = await store(customer, shop);
    const before = logs.length;
    for (const code of ['decline:82', 'decline:84']) {
      expect((await choose(customer, id, shop, code)).answer.status).toBe(422);
      expect(await lockOf(id, shop)).toBeNull();
    }
    const opened = await shop.open(customer);
    await choose(customer, id, shop, 'decline:N7');
    expect(await lockOf(id, shop)).toBe('SecurityCode');
    await moveBy(0);
    const types = (await eventsOf(shop.merchant.merchantId, id)).map(({ type }) => type);
    expect(types).toEqual(['card.created', 'card.locked']);
    expect(logs.slice(before).filter((line) => line.includes('"CardsLocked":1'))).toHaveLength(1);

    const sales = salesUntilNow();
    const decrypted = service.kms.calls.Decrypt;
    const refused = await buyer.post(opened.form, { ...BLANK, savedCard: id, cvv: '123' });
    expect([refused.status, salesUntilNow(), service.kms.calls.Decrypt]).toEqual([422, sales, decrypted]);
    expect(refused.text).toContain('Kayıtlı kartın güvenlik kodu çok kez yanlış girildi.');
    const { form } = await shop.open(customer);
    expect(form.text).not.toContain(`value="${id}"`);
    expect(form.text).toContain('güvenlik kodu çok kez yanlış girildi. Kullanmak için');
    expect((await shop.open(customer, { language: 'en' })).form.text).toContain(
      'was wrong too often. To use it',
    );
  });

  it('the sixth in thirty days locks the card; successes between them change nothing', async () => {
    const customer = await shop.makeCustomer();
    const id = await store(customer, shop);
    for (let wrong = 1; wrong <= 6; wrong += 1) {
      expect(await lockOf(id, shop)).toBeNull();
      await choose(customer, id, shop, 'decline:CORE-2515');
      if (wrong < 6) expect((await choose(customer, id, shop, 'approve')).answer.status).toBe(303);
      await moveBy(2 * DAY);
    }
    expect(await lockOf(id, shop)).toBe('SecurityCode');
    await moveBy(60 * DAY);
    expect(await lockOf(id, shop)).toBe('SecurityCode');
  });

  it.each(['decline:51', 'decline:CORE-2208', 'decline:96'])('%s counts as no wrong code', async (code) => {
    const customer = await shop.makeCustomer();
    const id = await store(customer, shop);
    for (let page = 0; page < 4; page += 1) {
      await choose(customer, id, shop, code);
      await moveBy(MINUTE);
    }
    expect(await lockOf(id, shop)).toBeNull();
    expect((await choose(customer, id, shop, 'approve')).answer.status).toBe(303);
  });

  it('20 submits at the same moment on 20 pages try three codes', async () => {
    const customer = await shop.makeCustomer();
    const id = await store(customer, shop);
    const pages = [];
    for (let page = 0; page < 20; page += 1) pages.push(await shop.open(customer));
    const sales = salesUntilNow();
    service.bank.script(pages.map(() => 'decline:82'));
    const entry = (at: number) => ({ ...BLANK, savedCard: id, cvv: String(100 + at) });
    const answers = await Promise.all(pages.map(({ form }, at) => buyer.post(form, entry(at))));
    service.bank.script([]);
    expect(salesUntilNow() - sales).toBe(3);
    expect(answers.every(({ status }) => status === 422 || status === 429)).toBe(true);
    expect(answers.some(({ status, text }) => status === 429 && text.includes('güvenlik beklemesi'))).toBe(
      true,
    );
    expect((await choose(customer, id, shop)).answer.text).toContain('çok kez yanlış girildi');
    expect(salesUntilNow() - sales).toBe(3);
    expect(await lockOf(id, shop)).toBe('SecurityCode');
  });

  it('three purchases in a minute pay; the fourth waits a minute, and claims nothing', async () => {
    const customer = await shop.makeCustomer();
    const id = await store(customer, shop);
    for (let paid = 0; paid < 3; paid += 1) {
      expect((await choose(customer, id, shop, 'approve')).answer.status).toBe(303);
    }
    const { answer, token } = await choose(customer, id, shop, 'approve');
    expect(answer.status).toBe(429);
    expect(await shop.showPage(token)).toMatchObject({ state: 'Open', payment: null });
    await moveBy(60 * SECOND);
    expect((await choose(customer, id, shop, 'approve')).answer.status).toBe(303);
  });

  it('another stored card with the same number is locked too', async () => {
    const { customer, card } = await lockedCard(shop);
    const other = await shop.makeCustomer();
    const twin = await store(other, shop);
    expect(await lockOf(twin, shop)).toBeNull();
    const sales = salesUntilNow();
    expect((await choose(other, twin, shop, 'approve')).answer.text).toContain('çok kez yanlış girildi');
    expect([await lockOf(twin, shop), salesUntilNow()]).toEqual(['SecurityCode', sales]);
    expect(await lockOf(card, shop)).toBe('SecurityCode');
    const foreign = await newShop();
    const theirs = await foreign.makeCustomer();
    const free = await store(theirs, foreign);
    expect((await choose(theirs, free, foreign, 'approve')).answer.status).toBe(303);
    expect(customer).not.toBe(other);
  });

  it('a success with a code costs what one without a code costs', async () => {
    const lenient = await newShop('newCards', { storedCardCvv: 'whenAsked' });
    const customer = await lenient.makeCustomer();
    const id = await store(customer, lenient);
    const costs = [];
    // The first sale is recorded with the card.
    for (const cvv of ['123', '', '123']) {
      const { form } = await lenient.open(customer);
      const pay = async () =>
        expect((await buyer.post(form, { ...BLANK, savedCard: id, cvv })).status).toBe(303);
      // The lease is read once a minute: not within the call that is counted.
      await expect.poll(isFencedOff).toBe(false);
      const { ownMs: _, ...cost } = await costOf(pay, 'hosted-page-pay');
      costs.push(cost);
      await moveBy(MINUTE);
    }
    const [, without, withCode] = costs;
    expect(withCode).toEqual(without);
  });

  it('82 counts for the brands that mean a wrong code with it', async () => {
    const customer = await shop.makeCustomer();
    const { id } = await shop.store(customer, { cardNumber: CARDS.approved });
    for (let page = 0; page < 3; page += 1) await choose(customer, id, shop);
    expect(await lockOf(id, shop)).toBeNull();
    await moveBy(MINUTE);
    for (const code of ['decline:N7', 'decline:84', 'decline:CORE-2515']) {
      expect(await lockOf(id, shop)).toBeNull();
      await choose(customer, id, shop, code);
      await moveBy(MINUTE);
    }
    expect(await lockOf(id, shop)).toBe('SecurityCode');
  });
});
