// A merchant stores one number several times: each call creates a card, and their fingerprints are equal.
import { describe, expect, it } from 'vitest';
import { startFaultyTable } from '../../harness/faulty-table.ts';
import { DAY, startHarness } from '../../harness/harness.ts';
import { customersOf } from '../customer/customers.ts';
import { cardBody, cardsOf } from './stored-cards.ts';

const faultyTable = await startFaultyTable();
const harness = await startHarness();
const { service, api, moveBy } = harness;
const { store, find, fingerprintOf } = cardsOf(harness);
const customer = async () => (await customersOf(harness).create()).id;

/** The background loop of the service is stopped: it calls the table too and would be counted. */
await service.timeline.setRunning(false);

describe('the same card number stored again for one customer', () => {
  it('each call stores a card with its own alias and forceCvv, also at the same moment', async () => {
    const customerId = await customer();
    const aliases = ['Maaş', 'Ev', 'Şirket', 'Yedek', 'Ortak'];
    const cards = await Promise.all(
      aliases.map((cardAlias, at) => store({ customerId, cardAlias, forceCvv: at % 2 === 0 })),
    );
    expect(cards.map(({ cardAlias }) => cardAlias)).toEqual(aliases);
    expect(new Set(cards.map(({ id }) => id)).size).toBe(aliases.length);
    expect(new Set(await Promise.all(cards.map(({ id }) => fingerprintOf(id)))).size).toBe(1);
    const { items } = await find({ bin: '552879', customerId });
    expect(items.map(({ id }) => id).toSorted()).toEqual(cards.map(({ id }) => id).toSorted());
    // Deleting one card leaves the others.
    await api('DELETE', `/api/card/${cards[4]?.id}`);
    expect((await find({ bin: '552879', customerId })).items).toHaveLength(aliases.length - 1);
  });

  it('simultaneous calls with one Idempotency-Key store one card', async () => {
    const customerId = await customer();
    const body = cardBody({ customerId, cardAlias: 'Tek' });
    const headers = { 'idempotency-key': 'same-card' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => api('POST', '/api/card', { body, headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await find({ alias: 'tek', customerId })).items).toHaveLength(1);
    await moveBy(2 * DAY);
    expect((await api('POST', '/api/card', { body, headers })).text).toBe(answers[0]?.text);
  });

  it('a call that conflicts with another transaction is retried and succeeds', async () => {
    const customerId = await customer();
    await find({ alias: 'yok' });
    faultyTable.breakAt(2, 'contended');
    const stored = await api('POST', '/api/card', { body: cardBody({ customerId }) });
    const calls = faultyTable.mend();
    expect([stored.status, calls]).toEqual([201, 3]);
    expect((await find({ bin: '552879', customerId })).items).toHaveLength(1);
  });
});
