// The attacker of these tests holds an API key and knows the mask of a stored card. Stored numbers cannot be
// found by trying: no answer shows whether a number is stored, and few numbers can be tried behind one mask.
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '#domain/card/card.ts';
import { MOST_UNPAID_NUMBERS } from '#domain/card/stored-card.ts';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { rounds, SEED } from '../../harness/thoroughness.ts';
import { savingBuyers } from '../hosted-page/save-card/saving-buyers.ts';
import { cardBody, cardsOf } from './stored-cards.ts';

const harness = await startHarness();
const { service, api, buyer, moveBy, logs } = harness;
const { store } = cardsOf(harness);
const buyers = await savingBuyers(harness, 'never');
const FULL = { code: 'CARD_NUMBER_LIMIT_REACHED', fields: ['cardNumber'], facts: [] } as const;

/** All valid numbers with this 8-digit BIN and these last digits: 1,000 of them. */
function numbersBehind(lastFour: string, bin = '55287900'): string[] {
  const middles = Array.from({ length: 10_000 }, (_, middle) => String(middle).padStart(4, '0'));
  return middles.map((middle) => `${bin}${middle}${lastFour}`).filter(passesLuhn);
}
const post = (cardNumber: string | undefined, more = {}) =>
  api('POST', '/api/card', { body: cardBody({ cardNumber }), ...more });
const { key } = buyers;

describe('the numbers behind one mask', () => {
  it('no answer about a card contains a fingerprint', async () => {
    const { id } = await store();
    const answers = [
      await post(newCardNumber()),
      await api('GET', `/api/card/${id}`),
      await api('GET', '/api/card/query?bin=552879'),
      await api('PUT', `/api/card/${id}`, { body: { cardAlias: 'Yeni' } }),
      await api('DELETE', `/api/card/${id}`),
    ];
    for (const { status, text } of answers) {
      expect([200, 201]).toContain(status);
      expect(text).not.toMatch(/fingerprint|v1_/i);
    }
  });

  it('an attacker who stores all numbers that fit a mask does not learn which one was stored', async () => {
    expect(numbersBehind('1234')).toHaveLength(1000);
    const candidates = numbersBehind('1234').slice(0, rounds(200, 50));
    // The candidates without the few that the attacker can store.
    const others = candidates.length - MOST_UNPAID_NUMBERS;
    const victim = candidates[MOST_UNPAID_NUMBERS + (SEED % others)];
    await store({ cardNumber: victim, cardAlias: 'Kurban' });
    const shapes = new Map<string, number>();
    for (const candidate of candidates) {
      const { status, json } = await post(candidate);
      const { requestId: _, id: __, lastFour: ___, ...rest } = json.data;
      const shape = status === 201 ? '201' : JSON.stringify([status, json.message, rest]);
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    }
    expect([...shapes.values()].toSorted((a, b) => a - b)).toEqual([
      MOST_UNPAID_NUMBERS - 1,
      candidates.length - MOST_UNPAID_NUMBERS + 1,
    ]);
    // The stored number is refused like every other one, on this day and later.
    expectRejection(await post(victim), FULL);
    await moveBy(30 * DAY);
    expectRejection(await post(victim), FULL);
  });

  it('the refusal is final, logged and counted, and other masks are not limited', async () => {
    const numbers = numbersBehind('4321').slice(0, MOST_UNPAID_NUMBERS + 1);
    for (const number of numbers.slice(0, -1)) expect((await post(number)).status).toBe(201);
    const from = logs.length;
    const headers = { 'idempotency-key': 'guess' };
    const refused = await post(numbers.at(-1), { headers });
    expectRejection(refused, FULL);
    expect(refused.json.data['retryable']).toBe(false);
    expect(refused.headers).not.toHaveProperty('retry-after');
    const written = logs.slice(from).join('\n');
    expect(written).toContain('too many card numbers behind one mask');
    expect(written).toContain('"CardNumbersRefused":1');
    expect((await post(numbers.at(-1), { headers })).headers['idempotent-replayed']).toBe('true');
    // Other masks and other merchants are not limited.
    expect((await post(numbersBehind('9876')[0])).status).toBe(201);
    expect((await post(numbers.at(-1), { key })).status).toBe(201);
  });

  it('a number that is already stored does not count again', async () => {
    const [first, second, third] = numbersBehind('5555');
    for (const number of [first, first, first, second, first, third]) {
      expect((await post(number)).status).toBe(201);
    }
  });

  it('simultaneous requests do not exceed the limit', async () => {
    const answers = await Promise.all(
      numbersBehind('5678')
        .slice(0, 40)
        .map((one) => post(one)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_UNPAID_NUMBERS);
  });

  it('temporary and deleted cards count too, and a refused card is not stored', async () => {
    const numbers = numbersBehind('8765');
    const { id } = await store({ cardNumber: numbers[0] });
    await api('DELETE', `/api/card/${id}`);
    for (const cardNumber of numbers.slice(1, MOST_UNPAID_NUMBERS))
      await store({ cardNumber, saveCard: false });
    const body = cardBody({ cardNumber: numbers.at(-1), cardAlias: 'Geçici', saveCard: false });
    expectRejection(await api('POST', '/api/card', { body }), FULL);
    expect((await api('GET', '/api/card/query?alias=Ge%C3%A7ici')).json.data['items']).toEqual([]);
  });
});

describe('a card that has paid makes room for one more number behind its mask', () => {
  /** Fills the mask of `number`, whose card is stored already. */
  async function fill(lastFour: string): Promise<string[]> {
    const others = numbersBehind(lastFour, '99991100');
    for (const number of others.slice(0, MOST_UNPAID_NUMBERS - 1)) {
      expect((await post(number, { key })).status).toBe(201);
    }
    expectRejection(await post(others[7], { key }), FULL);
    return others.slice(8);
  }
  const storedCard = async (lastFour: string) => {
    const customer = await buyers.makeCustomer();
    const cardNumber = numbersBehind(lastFour, '99991199')[0];
    return { customer, card: await buyers.store(customer, { cardNumber, expiryYear: '2031' }) };
  };

  it.each([1, 2])('a card chosen on a page makes room once, however often it pays (%i)', async (times) => {
    const { customer, card } = await storedCard(`000${times}`);
    const more = await fill(`000${times}`);
    for (let time = 0; time < times; time += 1) {
      const { form } = await buyers.open(customer);
      expect((await buyer.post(form, { savedCard: card.id, cvv: '123' })).status).toBe(303);
    }
    expect((await post(more[0], { key })).status).toBe(201);
    expectRejection(await post(more[1], { key }), FULL);
  });

  const charge = async (customerId: string, cardStorageId: string) => {
    const startDate = new Date(harness.now().getTime() + HOUR).toISOString();
    const driver = recurringPaymentDriver(harness, key);
    await driver.create({ customerId, cardStorageId, startDate, frequency: 'daily' });
    await moveBy(3 * DAY);
  };

  it('a card charged by recurring payments makes room, each number once', async () => {
    const { customer, card } = await storedCard('0003');
    const more = await fill('0003');
    await charge(customer, card.id);
    const { json } = await post(more[0], {
      key,
      body: cardBody({ cardNumber: more[0], customerId: customer }),
    });
    expectRejection(await post(more[1], { key }), FULL);
    await charge(customer, json.data['id'] as string);
    expect((await post(more[1], { key })).status).toBe(201);
    expectRejection(await post(more[2], { key }), FULL);
  });

  it('the cards of a mask that have all paid make room for as many more', async () => {
    const [, ...others] = numbersBehind('0006', '99991199');
    const customer = await buyers.makeCustomer();
    for (const cardNumber of others.slice(0, MOST_UNPAID_NUMBERS)) {
      await buyers.pay(customer, { cardNumber, saveCard: 'yes' });
    }
    for (const number of others.slice(10, 10 + MOST_UNPAID_NUMBERS)) {
      expect((await post(number, { key })).status).toBe(201);
    }
    expectRejection(await post(others[20], { key }), FULL);
  });

  it('a card saved on a page makes room, and a full mask does not prevent the saving', async () => {
    await storedCard('0004');
    const more = await fill('0004');
    const customer = await buyers.makeCustomer();
    const { token } = await buyers.pay(customer, { cardNumber: more[0] ?? '', saveCard: 'yes' });
    expect((await buyers.showPage(token)).payment).toMatchObject({ cardStorageId: expect.any(String) });
    expectRejection(await post(more[1], { key }), FULL);
  });

  it('a card whose sale was declined makes no room', async () => {
    const { customer, card } = await storedCard('0005');
    const more = await fill('0005');
    const { form } = await buyers.open(customer);
    service.bank.script(['decline:51']);
    await buyer.post(form, { savedCard: card.id, cvv: '123' });
    expectRejection(await post(more[0], { key }), FULL);
  });
});
