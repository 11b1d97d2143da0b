// Stolen numbers of many banks, tried from many addresses at a merchant that asks no issuer: no guard of one
// range or address sees them. The share of the merchant's declined cards does.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { CARDS, isChallenge, RIGHT_CODE } from '../../drivers/buyer.ts';
import { statusIn } from '../../drivers/result.ts';
import { cardTester, stolenNumber } from '../../drivers/stolen-cards.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ events: true });
checkBooksAtEnd(harness);
const { service, api, buyer, moveBy, logs } = harness;

const NUMBERS = 240;
const salesUntilNow = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;

describe('at a merchant without 3-D Secure', async () => {
  const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });
  const { tryCard } = cardTester(harness, key);
  const events = async () => {
    await moveBy(0);
    const { json } = await api('GET', '/api/event?type=card_testing.started', { key });
    return (json.data as { items: { data: { object: Record<string, unknown> } }[] }).items;
  };

  it('of 240 mixed stolen numbers at most 30 reach the bank, and the merchant is told once', async () => {
    const sales = salesUntilNow();
    for (let at = 0; at < NUMBERS; at += 1) {
      await tryCard(at, at % 12 === 11 ? 'approve' : `decline:${at % 2 === 0 ? '14' : '05'}`);
    }
    const reached = salesUntilNow() - sales;
    expect([reached >= 20, reached <= 30]).toEqual([true, true]);
    const told = await events();
    expect(told.length).toBe(1);
    expect(told[0]?.data.object).toMatchObject({ declinedCards: reached - 2, approvedCards: 2 });
    expect(logs.join('\n')).toContain('"CardTestings":1');
  });

  it('until it ends an honest buyer is asked by the issuer, and pays', async () => {
    const challenged = await tryCard(0, 'approve', CARDS.approved);
    expect([challenged.status, isChallenge(challenged)]).toEqual([200, true]);
    const back = await buyer.post(await buyer.verify(challenged, RIGHT_CODE), {});
    expect(statusIn(back.location)).toBe('Successful');
  });

  it('it ends by itself', async () => {
    await moveBy(HOUR + MINUTE);
    const paid = await tryCard(0, 'approve', CARDS.approved);
    expect([paid.status, isChallenge(paid)]).toEqual([303, false]);
    expect((await events()).length).toBe(1);
  });
});

it('the same cards declined again and again, and a shop whose settings the bank refuses, are no attack', async () => {
  const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });
  const { tryCard } = cardTester(harness, key);
  for (let at = 0; at < 36; at += 1) await tryCard(at, 'decline:51', stolenNumber(at % 12));
  for (let at = 0; at < 24; at += 1) await tryCard(at, 'decline:58', stolenNumber(100 + at));
  expect((await tryCard(40, 'approve', CARDS.approved)).status).toBe(303);
});
