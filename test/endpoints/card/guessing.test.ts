// A merchant cannot find out the number of a stored card by storing every number that fits its mask until the
// fingerprint is equal.
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '#domain/card/card.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, SECOND, startHarness } from '../../harness/harness.ts';
import { cardBody, cardsOf } from './stored-cards.ts';

const harness = await startHarness();
const { service, api, moveBy, logs } = harness;
const { store } = cardsOf(harness);
const MOST_NUMBERS_A_DAY = 50;
const LIMITED = { code: 'RATE_LIMITED', facts: ['guard'] } as const;

/** The first `count` valid numbers whose mask is `552879******{lastFour}`. */
function numbersBehind(lastFour: string, count: number): string[] {
  const middles = Array.from({ length: count * 20 }, (_, middle) => String(middle).padStart(6, '0'));
  const numbers = middles.map((middle) => `552879${middle}${lastFour}`);
  return numbers.filter(passesLuhn).slice(0, count);
}
const post = (cardNumber: string | undefined, more = {}) =>
  api('POST', '/api/card', { body: cardBody({ cardNumber }), ...more });

describe('the daily limit of card numbers behind one mask', () => {
  it('a merchant stores 50 numbers behind one mask a day; stored numbers are not counted', async () => {
    const numbers = numbersBehind('1234', MOST_NUMBERS_A_DAY + 1);
    for (const number of numbers.slice(0, -1)) expect((await post(number)).status).toBe(201);
    const headers = { 'idempotency-key': 'guess' };
    const refused = await post(numbers.at(-1), { headers });
    expectRejection(refused, LIMITED);
    expect(refused.json.data['guard']).toBe('CARD_NUMBERS');
    expect(refused.json.data).not.toHaveProperty('retryAfterSeconds');
    const midnight = Date.parse(`${refused.json.timestamp.slice(0, 10)}T24:00:00Z`);
    const waitMs = Number(refused.headers['retry-after']) * SECOND;
    expect(Math.abs(midnight - Date.parse(refused.json.timestamp) - waitMs)).toBeLessThanOrEqual(SECOND);
    expect(logs.join('\n')).toContain('too many card numbers behind one mask');
    expect((await post(numbers[0])).status).toBe(201);
    // Other masks and other merchants are not limited.
    expect((await post(numbersBehind('4321', 1)[0])).status).toBe(201);
    const { apiKey } = await service.addMerchant();
    expect((await post(numbers.at(-1), { key: apiKey })).status).toBe(201);
    await moveBy(DAY);
    expect((await post(numbers.at(-1), { headers })).status).toBe(201);
  });

  it('simultaneous requests do not exceed the limit', async () => {
    const answers = await Promise.all(numbersBehind('5678', MOST_NUMBERS_A_DAY + 20).map((one) => post(one)));
    const stored = answers.filter(({ status }) => status === 201);
    expect(stored).toHaveLength(MOST_NUMBERS_A_DAY);
    for (const answer of answers) if (answer.status !== 201) expectRejection(answer, LIMITED);
  });

  it('temporary cards count too, and a refused card is not stored', async () => {
    const numbers = numbersBehind('8765', MOST_NUMBERS_A_DAY + 1);
    for (const cardNumber of numbers.slice(0, -1)) await store({ cardNumber, saveCard: false });
    const body = cardBody({ cardNumber: numbers.at(-1), cardAlias: 'Geçici', saveCard: false });
    expectRejection(await api('POST', '/api/card', { body }), LIMITED);
    const found = await api('GET', '/api/card/query?alias=Ge%C3%A7ici');
    expect(found.json.data['items']).toEqual([]);
  });
});
