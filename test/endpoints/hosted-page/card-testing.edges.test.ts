// The exact limits of the guards against card testing, by attempt and by second, and how buyer and merchant
// see them.
import { Agent } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { TEXTS } from '#page/texts.ts';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { type BuyerPage, CARDS, createBuyer } from '../../drivers/buyer.ts';
import { resultOf } from '../../drivers/result.ts';
import { MINUTE, SECOND, startHarness, wire } from '../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy, now } = harness;

/** A buyer with another IP address. */
const agent = new Agent({ localAddress: '127.0.0.2', family: 4 });
afterAll(() => agent.destroy());
const elsewhere = createBuyer(wire(service.baseUrl.replace('localhost', '127.0.0.1'), agent));
/** A declined card whose range contains no approved card. */
const VISA = CARDS.insufficientFunds;

let merchant: Awaited<ReturnType<typeof service.addMerchant>>;
beforeEach(async () => {
  merchant = await service.addMerchant({ threeDSecure: 'never' });
});

const openPage = async (key = merchant.apiKey) =>
  await buyer.open((await createPage({ expiresInMinutes: 1440 }, { key })).hostedPageUrl);
const stateOf = async ({ path }: BuyerPage) =>
  (await api('GET', `/api/payment/hostedpage/${path.split('/').at(-1)}`, { key: merchant.apiKey })).json.data;

/** Makes `times` declined attempts, four on each page so that no page ends. */
async function decline(times: number, { from = buyer, cardNumber = VISA, key = merchant.apiKey } = {}) {
  let form = await openPage(key);
  for (let done = 0; done < times; done += 1) {
    if (done > 0 && done % 4 === 0) form = await openPage(key);
    form = await from.submit(form, { cardNumber });
    expect(form.status).toBe(422);
  }
}

describe('guards against card testing at their limits', () => {
  it('ten declines within ten minutes slow the next attempt of the address; nine do not', async () => {
    await decline(9);
    const tenth = await buyer.submit(await openPage(), { cardNumber: CARDS.doNotHonour });
    expect(tenth.status).toBe(422);
    const stopped = await openPage();
    expect((await buyer.submit(stopped)).status).toBe(429);
    expect(await stateOf(stopped)).toMatchObject({ guard: 'ADDRESS', attemptCount: 0, payment: null });
  });

  it('ten declines of one address do not block another address with a card of another range', async () => {
    await decline(10);
    const form = await openPage();
    expect((await buyer.submit(form)).status).toBe(429);
    expect((await elsewhere.submit(form)).status).toBe(303);
  });

  it('ten declines of one card range block it for every address, and no other range', async () => {
    await decline(5);
    await decline(5, { from: elsewhere });
    const form = await openPage();
    expect((await elsewhere.submit(form, { cardNumber: VISA })).status).toBe(429);
    expect(await stateOf(form)).toMatchObject({ guard: 'CARD_RANGE' });
    expect((await elsewhere.submit(form)).status).toBe(303);
  });

  it('ten minutes after the first of ten declines exactly one more attempt is allowed', async () => {
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

  it('form errors, unknown outcomes and CVV requests of the bank do not count as declines', async () => {
    await decline(9);
    await buyer.submit(await openPage(), { cvv: '' });
    for (const outcome of ['lost-before', 'decline:CORE-2208']) {
      service.bank.script([outcome]);
      await buyer.submit(await openPage());
    }
    expect((await buyer.submit(await openPage())).status).toBe(303);
  });

  it('declines with all keys of a merchant are counted together', async () => {
    const { apiKey: second } = await issueKey(merchant.merchantId, now());
    await decline(5);
    await decline(5, { key: second });
    for (const key of [merchant.apiKey, second]) {
      expect((await buyer.submit(await openPage(key))).status).toBe(429);
    }
  });
});

describe('a hosted page', () => {
  it("the fourth decline leaves one attempt, the fifth ends the page with the bank's code", async () => {
    let form = await openPage();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      form = await buyer.submit(form, { cardNumber: VISA });
    }
    expect(form.text).toContain(TEXTS.tr.lastAttempt);
    const over = await buyer.submit(form, { cardNumber: CARDS.doNotHonour });
    expect(resultOf(over.location)).toMatchObject({ status: 'Failed', errorCode: 'DO_NOT_HONOUR' });
    expect(await stateOf(form)).toMatchObject({
      state: 'Failed',
      payment: { status: 'Failed', errorCode: 'DO_NOT_HONOUR' },
    });
    expect((await buyer.open(form.path)).form).toBeUndefined();
  });

  it('a buyer blocked by a guard sees the same sentence for every guard', async () => {
    await decline(10);
    const byAddress = await buyer.submit(await openPage());
    const byRange = await elsewhere.submit(await openPage(), { cardNumber: VISA });
    for (const stopped of [byAddress, byRange]) {
      expect(stopped.status).toBe(429);
      expect(stopped.text).toContain(TEXTS.tr.pauseTitle);
      expect(stopped.text).toContain('class="notice calm"');
      expect(stopped.text).not.toContain('<title>Hata');
      for (const giveaway of [/ADDRESS|CARD_RANGE|RATE_LIMITED/, /çok fazla|adres|BIN/i]) {
        expect(stopped.text.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, ' ')).not.toMatch(
          giveaway,
        );
      }
      expect(stopped.text).not.toContain(buyerSentence('NOT_SUFFICIENT_FUNDS', 'tr'));
    }
    const english = await buyer.open((await openPage()).path, { 'accept-language': 'en' });
    const headers = { 'accept-language': 'en' };
    expect((await buyer.submit(english, {}, headers)).text).toContain(TEXTS.en.pauseText(15));
    // Once the wait is over, nothing is said.
    await moveBy(15 * SECOND);
    expect((await buyer.open(english.path, headers)).text).not.toContain(TEXTS.en.pauseTitle);
  });
});
