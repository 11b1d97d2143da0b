// One number stored more than once by its merchant: each call makes the card it asks for, and equal
// fingerprints tell that they are one.
import { describe, expect, it } from 'vitest';
import { startFaultyTable } from '../../harness/faulty-table.ts';
import { DAY, startHarness } from '../../harness/harness.ts';
import { customersOf } from '../customer/customers.ts';
import { cardBody, cardsOf } from './stored-cards.ts';

const wire = await startFaultyTable();
const harness = await startHarness();
const { service, api, moveBy } = harness;
const { store, find } = cardsOf(harness);
const customer = async () => (await customersOf(harness).create()).id;

/** The live loop looks at the table by itself and would count as one of the calls. */
await service.timeline.setRunning(false);

describe('the same number for the same customer', () => {
  it('is stored as often as it is sent, also at once, each card with its own alias and rule', async () => {
    const customerId = await customer();
    const names = ['Maaş', 'Ev', 'Şirket', 'Yedek', 'Ortak'];
    const cards = await Promise.all(
      names.map((cardAlias, at) => store({ customerId, cardAlias, forceCvv: at % 2 === 0 })),
    );
    expect(cards.map(({ cardAlias }) => cardAlias)).toEqual(names);
    expect(new Set(cards.map(({ id }) => id)).size).toBe(names.length);
    expect(new Set(cards.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    const { items } = await find({ bin: '552879', customerId });
    expect(items.map(({ id }) => id).toSorted()).toEqual(cards.map(({ id }) => id).toSorted());
    // Deleting one leaves the others, whichever was the last.
    await api('DELETE', `/api/card/${cards[4]?.id}`);
    expect((await find({ bin: '552879', customerId })).items).toHaveLength(names.length - 1);
  });

  it('is stored once for one Idempotency-Key, at the same moment too', async () => {
    const customerId = await customer();
    const body = cardBody({ customerId, cardAlias: 'Tek' });
    const headers = { 'idempotency-key': 'same-card' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => api('POST', '/api/card', { body, headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await find({ alias: 'tek', customerId })).items).toHaveLength(1);
    await moveBy(2 * DAY);
    expect((await api('POST', '/api/card', { body, headers })).text).toBe(answers[0]?.text);
  });

  it('meets nobody else’s transaction: who stood in its way for a moment costs no answer', async () => {
    const customerId = await customer();
    await find({ alias: 'yok' });
    wire.breakAt(2, 'contended');
    const stored = await api('POST', '/api/card', { body: cardBody({ customerId }) });
    const calls = wire.mend();
    expect([stored.status, calls]).toEqual([201, 3]);
    expect((await find({ bin: '552879', customerId })).items).toHaveLength(1);
  });
});
