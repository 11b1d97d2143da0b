// The end of a lock by wrong security codes, and what it leaves alone (cards.md 7.4 and 7.5).
import { beforeEach, describe, expect, it } from 'vitest';
import { loadCard } from '#store/card/card.ts';
import { freeCard } from '../../../../lib/operator/review/locked-card.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { isChallenge, RIGHT_CODE } from '../../../drivers/buyer.ts';
import { eventsOf } from '../../../drivers/events.ts';
import { expectRejection } from '../../../drivers/rejection.ts';
import { CARDS, DAY, MINUTE, startHarness } from '../../../harness/harness.ts';
import { lockingBuyers, type Shop } from './locking-buyers.ts';

const harness = await startHarness({ events: true });
checkBooksAtEnd(harness);
const { api, buyer, moveBy, now } = harness;
const { newShop, store, lockOf, choose, lockedCard } = lockingBuyers(harness);
let shop: Shop;
beforeEach(async () => {
  shop = await newShop();
});

describe('the end of a lock', () => {
  it.each([
    ['on a page that saves the card', true],
    ['on an add-card link', false],
  ])('typed in with 3-D Secure %s, the card is accepted again', async (_, isOnPage) => {
    const { customer, card } = await lockedCard(shop);
    const link = { successUrl: 'https://shop.example/ok', failUrl: 'https://shop.example/fail' };
    const added = isOnPage
      ? undefined
      : await api('POST', `/api/customer/${customer}/addcardlink`, { body: link, key: shop.key });
    const form = added
      ? await buyer.open(String(added.json.data['hostedPageUrl']))
      : (await shop.open(customer)).form;
    const typed = { cardNumber: CARDS.approvedVisa, cvv: '123', saveCard: 'yes', consent: 'yes' };
    const challenge = await buyer.post(form, {
      ownerName: 'Ayşe Yılmaz',
      expiryMonth: '12',
      expiryYear: '29',
      ...typed,
    });
    expect(isChallenge(challenge)).toBe(true);
    expect(await lockOf(card, shop)).toBe('SecurityCode');
    await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(await lockOf(card, shop)).toBeNull();
    await moveBy(0);
    const [, , last] = await eventsOf(shop.merchant.merchantId, card);
    expect(last).toMatchObject({
      type: 'card.updated',
      data: { previous: { lockedReason: 'SecurityCode' } },
    });
    // The count begins again.
    await moveBy(MINUTE);
    await choose(customer, card, shop);
    expect(await lockOf(card, shop)).toBeNull();
    expect((await choose(customer, card, shop, 'approve')).answer.status).toBe(303);
  });

  it('without 3-D Secure, typing the card in pays, and frees nothing', async () => {
    const plain = await newShop('never');
    const { customer, card } = await lockedCard(plain);
    expect(
      (await plain.pay(customer, { cardNumber: CARDS.approvedVisa, saveCard: 'yes' })).answer.status,
    ).toBe(303);
    expect(await lockOf(card, plain)).toBe('SecurityCode');
  });
});

describe('an operator', () => {
  it('frees a locked card once; its row keeps by whom and why', async () => {
    const { customer, card } = await lockedCard(shop);
    const { merchantId } = shop.merchant;
    const freeing = { merchantId, cardId: card, by: 'Elif', reason: 'the cardholder called', now: now() };
    await freeCard(freeing);
    expect(await lockOf(card, shop)).toBeNull();
    const freed = { by: 'Elif', reason: 'the cardholder called', at: freeing.now.toISOString() };
    expect(await loadCard(merchantId, card, now())).toMatchObject({ freed });
    await moveBy(MINUTE);
    expect((await choose(customer, card, shop, 'approve')).answer.status).toBe(303);
    await expect(freeCard(freeing)).rejects.toThrow('no locked card');
    await expect(freeCard({ ...freeing, merchantId: harness.merchant.merchantId })).rejects.toThrow(
      'no locked',
    );
  });
});

const LOCKED = { code: 'CARD_LOCKED', fields: ['cardStorageId'] } as const;

describe('recurring payments with a locked card', () => {
  it('those that exist go on; a new one, or a change to the card, is 422 CARD_LOCKED', async () => {
    const customer = await shop.makeCustomer();
    const id = await store(customer, shop);
    const plan = {
      subscriptionName: 'Kahve',
      customerId: customer,
      cardStorageId: id,
      amount: 10,
      currency: 'TRY',
      frequency: 'monthly',
      startDate: now().toISOString(),
    };
    const made = await api('POST', '/api/RecurringPayment', { body: plan, key: shop.key });
    expect(made.status).toBe(201);
    // The first charge takes no answer that is meant for the buyer.
    await moveBy(MINUTE);
    for (let wrong = 0; wrong < 3; wrong += 1) await choose(customer, id, shop);
    expect(await lockOf(id, shop)).toBe('SecurityCode');
    expectRejection(await api('POST', '/api/RecurringPayment', { body: plan, key: shop.key }), LOCKED);
    await moveBy(32 * DAY);
    const shown = await api('GET', `/api/RecurringPayment/${String(made.json.data['id'])}`, {
      key: shop.key,
    });
    expect(shown.json.data).toMatchObject({ successfulPaymentCount: 2, status: 'Active' });

    const [other, free] = [await shop.store(customer, { cardNumber: CARDS.troy }), made.json.data['id']];
    const change = (cardStorageId: string) =>
      api('PUT', `/api/RecurringPayment/${String(free)}`, { body: { cardStorageId }, key: shop.key });
    expect((await change(other.id)).status).toBe(200);
    expectRejection(await change(id), LOCKED);
  });
});
