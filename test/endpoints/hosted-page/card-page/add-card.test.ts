// POST /api/customer/{id}/addcardlink: a buyer adds a card on a page and authenticates, and the merchant gets
// an id instead of a number. No call asks the bank for money.
import { describe, expect, it } from 'vitest';
import { CANCEL, RIGHT_CODE, WRONG_CODE } from '../../../drivers/buyer.ts';
import { cardPageDriver, RETURNS } from '../../../drivers/card-page-driver.ts';
import { expectEnvelope, expectRejection } from '../../../drivers/rejection.ts';
import { resultOf } from '../../../drivers/result.ts';
import { CARDS, DAY, HOUR, MINUTE, startHarness } from '../../../harness/harness.ts';
import { customersOf } from '../../customer/customers.ts';
import { stateIn } from '../three-d/secure-orders.ts';

const harness = await startHarness();
const { service, api, buyer, moveBy } = harness;
const { apiKey: key, merchantId } = await service.addMerchant({ threeDSecure: 'newCards' });
const pages = cardPageDriver(harness, key);
const makeCustomer = async () => (await customersOf(harness).create({}, { key })).id;

describe('POST /api/customer/{id}/addcardlink', () => {
  it('addcardlink returns token, address and an expiry of a day', async () => {
    const answer = await api('POST', `/api/customer/${await makeCustomer()}/addcardlink`, { key });
    expectEnvelope(answer);
    const { token, hostedPageUrl, expiresAt } = answer.json.data as Record<string, string>;
    expect([answer.status, Object.keys(answer.json.data)]).toEqual([
      201,
      ['id', 'token', 'hostedPageUrl', 'frameOrigins', 'expiresAt'],
    ]);
    expect(hostedPageUrl).toBe(`${service.baseUrl}/card/${token}`);
    // The page was created at most moments before the answer.
    const lastsMs = Date.parse(expiresAt ?? '') - Date.parse(answer.json.timestamp);
    expect([lastsMs > DAY - 10_000, lastsMs <= DAY]).toEqual([true, true]);
  });

  it('an unknown customer, an erased one and another merchant’s are 404', async () => {
    const erased = await makeCustomer();
    await api('DELETE', `/api/customer/${erased}`, { key });
    const foreign = (await customersOf(harness).create()).id;
    for (const id of ['x', erased, foreign]) {
      const answer = await api('POST', `/api/customer/${id}/addcardlink`, { key });
      expectRejection(answer, { code: 'CUSTOMER_NOT_FOUND' });
    }
  });

  it('each kind of page is found under its own address only', async () => {
    const { hostedPageUrl } = await pages.addLink(await makeCustomer());
    const payment = await harness.createPage({}, { key });
    const swapped = [hostedPageUrl.replace('/card/', '/iframe/')];
    swapped.push(payment.hostedPageUrl.replace('/iframe/', '/card/'));
    for (const url of swapped) {
      for (const below of ['', '/leave']) expect((await buyer.open(url + below)).status).toBe(404);
    }
  });

  it('a return address that is no https address and an expiry of more than a week are refused', async () => {
    const path = `/api/customer/${await makeCustomer()}/addcardlink`;
    for (const body of [{ successUrl: 'javascript:alert(1)' }, { expiresInMinutes: 10_081 }]) {
      expect((await api('POST', path, { body, key })).json.errorCode).toBe('VALIDATION_ERROR');
    }
  });
});

describe('a page on which a card is added', () => {
  it('a card page stores the card for the customer after 3-D Secure, and no money moves', async () => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId);
    const form = await pages.open(link);
    const ledger = service.bank.ledger().length;
    const returned = await pages.give(form);
    const [card, ...others] = await pages.cardsOf(customerId);
    expect([card?.maskedCardNumber, card?.ownerName, others.length]).toEqual([
      '552879******0008',
      'Ayşe Yılmaz',
      0,
    ]);
    expect(service.bank.ledger().length).toBe(ledger);
    expect(returned.location).toMatch(/^https:\/\/shop\.example\/account\?tab=cards&result=/);
    expect(resultOf(returned.location)).toMatchObject({
      aud: merchantId,
      page: link.id,
      status: 'CardStored',
      purpose: 'AddCard',
      errorCode: null,
      customerId,
      cardStorageId: card?.id,
      recurringPaymentId: null,
    });
  });

  it('a card page shows the stored card afterwards, and accepts no second one', async () => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId);
    const form = await pages.open(link);
    await pages.give(form);
    const again = await pages.open(link);
    expect([again.status, again.form, stateIn(again)]).toEqual([200, undefined, 'completed']);
    expect(again.text).toContain('Mastercard •••• 0008');
    expect(stateIn(await pages.open(link, 'en'))).toBe('completed');
    expect((await pages.send(form, { cardNumber: CARDS.troy })).status).toBe(303);
    expect((await pages.cardsOf(customerId)).length).toBe(1);
  });

  it('a card without consent is not sent anywhere, and the page names the missing consent', async () => {
    const customerId = await makeCustomer();
    const form = await pages.open(await pages.addLink(customerId, { language: 'en' }));
    const refused = await pages.send(form, { consent: 'no' });
    expect([refused.status, refused.text.includes('Tick this box')]).toEqual([422, true]);
    expect(refused.text).not.toContain(CARDS.approved);
    expect(await pages.cardsOf(customerId)).toEqual([]);
  });

  it.each([
    ['a wrong code', WRONG_CODE],
    ['a cancelled challenge', CANCEL],
  ])('a card page stores nothing after %s, and the buyer can enter another card', async (_, code) => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId);
    const back = await buyer.verify(await pages.send(await pages.open(link)), code);
    const declined = await buyer.post(back, {});
    expect([declined.form !== undefined, declined.text.includes('Kart kaydedilemedi')]).toEqual([true, true]);
    expect(await pages.cardsOf(customerId)).toEqual([]);
    await pages.give(await pages.open(link), { cardNumber: CARDS.troy });
    expect((await pages.cardsOf(customerId)).map((card) => card.lastFour)).toEqual(['0000']);
  });

  it('a card with an attempted authentication only is stored if the merchant allows it', async () => {
    const lenient = await service.addMerchant({ threeDSecure: 'newCards', acceptHalfSecure: true });
    const stored = [];
    for (const apiKey of [key, lenient.apiKey]) {
      const own = cardPageDriver(harness, apiKey);
      const { id } = await customersOf(harness).create({}, { key: apiKey });
      const sent = await own.send(await own.open(await own.addLink(id)), { cardNumber: '4141111111111115' });
      const back = await buyer.post(sent, {});
      const returned = await buyer.post(back, {});
      stored.push(returned.location === undefined ? 'refused' : resultOf(returned.location).status);
    }
    expect(stored).toEqual(['refused', 'CardStored']);
  });

  it('an abandoned challenge ends after a quarter of an hour; its late proof stores nothing', async () => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId);
    const late = await pages.send(await pages.open(link), { cardNumber: CARDS.amex, cvv: '1234' });
    expect(stateIn(await pages.open(link))).toBe('verifying');
    await moveBy(16 * MINUTE);
    expect((await pages.open(link)).text).toContain('name="cardNumber"');
    await buyer.post(await buyer.verify(late, RIGHT_CODE), {}).catch(() => undefined);
    expect(await pages.cardsOf(customerId)).toEqual([]);
  });

  it('a buyer who starts over may enter another card; the proof of the first stores nothing', async () => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId);
    const first = await pages.send(await pages.open(link));
    await buyer.post(await pages.open(link), {});
    await buyer.verify(first, RIGHT_CODE);
    expect(await pages.cardsOf(customerId)).toEqual([]);
    await pages.give(await pages.open(link), { cardNumber: CARDS.troy });
    expect((await pages.cardsOf(customerId)).map(({ lastFour }) => lastFour)).toEqual(['0000']);
  });

  it('the proof of one card is not accepted for another card of the same page', async () => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId);
    const first = await pages.send(await pages.open(link));
    await buyer.post(await pages.open(link), {});
    await pages.send(await pages.open(link), { cardNumber: CARDS.approvedVisa });
    const proof = await buyer.verify(first, RIGHT_CODE);
    await buyer.post(proof, {});
    expect(await pages.cardsOf(customerId)).toEqual([]);
  });

  it('a number that the customer has already adds no second card, and gets the new expiry', async () => {
    const customerId = await makeCustomer();
    await pages.give(await pages.open(await pages.addLink(customerId)));
    const again = await pages.give(await pages.open(await pages.addLink(customerId)), { expiryYear: '31' });
    const cards = await pages.cardsOf(customerId);
    expect(cards.length).toBe(1);
    expect(resultOf(again.location)).toMatchObject({ cardStorageId: cards[0]?.id });
  });

  it('a card page ends after five failed attempts', async () => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const page = await pages.open(link);
      await buyer.post(await buyer.verify(await pages.send(page), WRONG_CODE), {});
    }
    const ended = await pages.open(link);
    expect([ended.form, stateIn(ended)]).toEqual([undefined, 'failed']);
    const left = await buyer.open(`${link.hostedPageUrl}/leave`);
    expect(resultOf(left.location)).toMatchObject({ status: 'Failed', cardStorageId: null });
  });

  it('a card page ends after a fifth different card, like a payment page', async () => {
    await moveBy(HOUR);
    const link = await pages.addLink(await makeCustomer());
    const numbers = [CARDS.approved, CARDS.approvedVisa, CARDS.troy, CARDS.irrevocable];
    for (const cardNumber of numbers) {
      await buyer.post(
        await buyer.verify(await pages.send(await pages.open(link), { cardNumber }), CANCEL),
        {},
      );
    }
    const fifth = await pages.send(await pages.open(link), { cardNumber: CARDS.doNotHonour });
    expect([fifth.status, stateIn(await pages.open(link))]).toEqual([303, 'failed']);
  });

  it('a card page expires, and can be closed before', async () => {
    await moveBy(HOUR);
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId, { ...RETURNS, expiresInMinutes: 5 });
    const form = await pages.open(link);
    await moveBy(6 * MINUTE);
    expect([(await pages.open(link)).status, stateIn(await pages.send(form))]).toEqual([410, 'form']);
    const other = await pages.addLink(customerId);
    expect((await pages.close(other)).json.data).toMatchObject({ state: 'Closed' });
    const closed = await pages.open(other, 'en');
    expect([closed.status, closed.text.includes('The shop closed this link')]).toEqual([410, true]);
    expect((await buyer.open(`${other.hostedPageUrl}/leave`)).location).toContain('/account?result=');
  });

  it('a page without return addresses ends without a way to the shop', async () => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId, {});
    const form = await pages.open(link);
    expect(form.text).not.toContain('/leave');
    const done = await pages.give(form);
    expect([done.status, stateIn(done), done.location]).toEqual([200, 'completed', undefined]);
    expect((await buyer.open(`${link.hostedPageUrl}/leave`)).location).toBe(link.hostedPageUrl);
  });

  it('a customer who is erased during the challenge gets no card', async () => {
    const customerId = await makeCustomer();
    const link = await pages.addLink(customerId);
    const challenge = await pages.send(await pages.open(link));
    await api('DELETE', `/api/customer/${customerId}`, { key });
    await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    const gone = await pages.open(link);
    expect([gone.status, stateIn(gone)]).toEqual([410, 'gone']);
    expect(await pages.cardsOf(customerId)).toEqual([]);
  });

  it('neither number nor CVV is in any page, log or row', async () => {
    const customerId = await makeCustomer();
    const challenge = await pages.send(await pages.open(await pages.addLink(customerId)));
    const seen = await buyer.open(challenge.path);
    for (const text of [seen.text, ...harness.logs]) {
      expect(text).not.toMatch(/5528790000000008|"cvv"|987\b.{0,3}cvv/);
    }
  });
});
