// Where the guards against card testing begin and end, to the attempt and to the second; what the buyer reads
// and what the merchant is told.
import { Agent } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { TEXTS } from '#page/texts.ts';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { type BuyerPage, CARDS, createBuyer } from '../../drivers/buyer.ts';
import { MINUTE, SECOND, startHarness, wire } from '../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy, now } = harness;

/** A buyer who sits somewhere else. */
const agent = new Agent({ localAddress: '127.0.0.2', family: 4 });
afterAll(() => agent.destroy());
const elsewhere = createBuyer(wire(service.baseUrl.replace('localhost', '127.0.0.1'), agent));
/** Declined, of a range that no approved card is in. */
const VISA = CARDS.insufficientFunds;

let merchant: Awaited<ReturnType<typeof service.addMerchant>>;
beforeEach(async () => {
  merchant = await service.addMerchant({ threeDSecure: 'never' });
});

const openPage = async (key = merchant.apiKey) =>
  await buyer.open((await createPage({ expiresInMinutes: 1440 }, { key })).hostedPageUrl);
const stateOf = async ({ path }: BuyerPage) =>
  (await api('GET', `/api/payment/hostedpage/${path.split('/').at(-1)}`, { key: merchant.apiKey })).json.data;

/** So many declines, four on each page so that none is over; from here unless said otherwise. */
async function decline(times: number, { who = buyer, cardNumber = VISA, key = merchant.apiKey } = {}) {
  let form = await openPage(key);
  for (let done = 0; done < times; done += 1) {
    if (done > 0 && done % 4 === 0) form = await openPage(key);
    form = await who.submit(form, { cardNumber });
    expect(form.status).toBe(422);
  }
}

describe('ten declines within ten minutes', () => {
  it('stop the next attempt from that address; nine do not', async () => {
    await decline(9);
    const tenth = await buyer.submit(await openPage(), { cardNumber: CARDS.doNotHonour });
    expect(tenth.status).toBe(422);
    const stopped = await openPage();
    expect((await buyer.submit(stopped)).status).toBe(429);
    expect(await stateOf(stopped)).toMatchObject({ guard: 'ADDRESS', attemptCount: 0, payment: null });
  });

  it('from one address stop nobody at another, whose card is of another range', async () => {
    await decline(10);
    const form = await openPage();
    expect((await buyer.submit(form)).status).toBe(429);
    expect((await elsewhere.submit(form)).status).toBe(303);
  });

  it('on one range of cards stop it from every address, and no other range', async () => {
    await decline(5);
    await decline(5, { who: elsewhere });
    const form = await openPage();
    expect((await elsewhere.submit(form, { cardNumber: VISA })).status).toBe(429);
    expect(await stateOf(form)).toMatchObject({ guard: 'CARD_RANGE' });
    expect((await elsewhere.submit(form)).status).toBe(303);
  });

  it('are forgotten one by one: ten minutes after the first of them there is room for one', async () => {
    await decline(1);
    const first = now().getTime();
    await moveBy(5 * MINUTE);
    await decline(9);
    const form = await openPage();
    await moveBy(first + 10 * MINUTE - 20 * SECOND - now().getTime());
    expect((await buyer.submit(form)).status).toBe(429);
    await moveBy(30 * SECOND);
    expect((await buyer.submit(form, { cardNumber: VISA })).status).toBe(422);
    expect((await buyer.submit(await openPage())).status).toBe(429);
  });

  it('do not count a slip, an answer that never came, or a CVV that the bank asks for', async () => {
    await decline(9);
    await buyer.submit(await openPage(), { cvv: '' });
    for (const outcome of ['lost-before', 'decline:CORE-2208']) {
      service.bank.script([outcome]);
      await buyer.submit(await openPage());
    }
    expect((await buyer.submit(await openPage())).status).toBe(303);
  });

  it('count alike with test and live keys, which lead to the same bank', async () => {
    const { apiKey: live } = await issueKey(merchant.merchantId, 'live', now());
    await decline(5);
    await decline(5, { key: live });
    for (const key of [merchant.apiKey, live]) {
      expect((await buyer.submit(await openPage(key))).status).toBe(429);
    }
  });
});

describe('a page', () => {
  it('takes five declines: the fourth leaves one try, the fifth ends it with its exact code', async () => {
    let form = await openPage();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      form = await buyer.submit(form, { cardNumber: VISA });
    }
    expect(form.text).toContain(TEXTS.tr.lastAttempt);
    const over = await buyer.submit(form, { cardNumber: CARDS.doNotHonour });
    const told = new URL(over.location ?? '').searchParams;
    expect([told.get('status'), told.get('errorCode')]).toEqual(['Failed', 'DO_NOT_HONOUR']);
    expect(await stateOf(form)).toMatchObject({
      state: 'Failed',
      payment: { status: 'Failed', errorCode: 'DO_NOT_HONOUR' },
    });
    expect((await buyer.open(form.path)).form).toBeUndefined();
  });

  it('that was stopped says one sentence to the buyer, whichever guard it was', async () => {
    await decline(10);
    const byAddress = await buyer.submit(await openPage());
    const byRange = await elsewhere.submit(await openPage(), { cardNumber: VISA });
    for (const stopped of [byAddress, byRange]) {
      expect(stopped.status).toBe(429);
      expect(stopped.text).toContain(TEXTS.tr.notNow);
      for (const giveaway of [/ADDRESS|CARD_RANGE|RATE_LIMITED/, /çok fazla|adres|BIN/i]) {
        expect(stopped.text.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, ' ')).not.toMatch(
          giveaway,
        );
      }
      expect(stopped.text).not.toContain(buyerSentence('NOT_SUFFICIENT_FUNDS', 'tr'));
    }
    const english = await buyer.open((await openPage()).path, { 'accept-language': 'en' });
    const headers = { 'accept-language': 'en' };
    expect((await buyer.submit(english, {}, headers)).text).toContain(TEXTS.en.notNow);
  });
});
