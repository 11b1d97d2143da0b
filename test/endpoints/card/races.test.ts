// Several calls change one card or one customer at the same moment. Acknowledged changes take effect,
// contradictory calls fail, and no change is half done.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { loadSealedCard } from '#store/card/card.ts';
import { openCard } from '#vault/card.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { cardBody, cardsOf } from './stored-cards.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { merchant, api } = harness;
const { merchantId } = merchant;
const { store } = cardsOf(harness);
const driver = recurringPaymentDriver(harness);
const ROUNDS = rounds(24, 6);

/**
 * Starts the calls at the same moment or shortly one after the other, in another order each round, and delays
 * each call to the table randomly. In the first rounds each call in turn ends before the others begin.
 */
async function race<Name extends string>(
  round: number,
  calls: Record<Name, () => Promise<{ status: number }>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(calls) as Name[];
  const statusOf = async (name: Name) => [name, (await calls[name]()).status];
  const first = names[round];
  const before = first === undefined ? [] : [await statusOf(first)];
  faults.jitter(6, round + 1);
  const statuses = await Promise.all(
    names
      .filter((name) => name !== first)
      .map(async (name, at) => {
        await sleep(((at + round) % names.length) * (round % 3) * 4);
        return await statusOf(name);
      }),
  );
  faults.jitter(0);
  return Object.fromEntries([...before, ...statuses]) as Record<Name, number>;
}

it('simultaneous use, deletion, renewal and change of a card leave it consistent', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const customerId = await driver.customer();
    const { id } = await store({ customerId });
    const recurring = await driver.body({ customerId, cardStorageId: id });
    const put = (body: Record<string, unknown>) => () => api('PUT', `/api/card/${id}`, { body });
    const done = await race(round, {
      use: () => driver.post(recurring),
      remove: () => api('DELETE', `/api/card/${id}`),
      force: put({ forceCvv: true }),
      renew: put({ expiryMonth: '07', expiryYear: '2041' }),
      rename: put({ cardAlias: 'Yeni ad' }),
    });
    for (const status of Object.values(done)) expect([200, 201, 404, 409, 422]).toContain(status);
    const shown = await api('GET', `/api/card/${id}`);
    const sealed = await loadSealedCard(merchantId, id);
    if (done.remove === 200) {
      expect([done.use, shown.status, sealed?.sealed, sealed?.sealedExpiry]).toEqual([
        expect.not.toSatisfy((status: number) => status === 201),
        404,
        undefined,
        undefined,
      ]);
    } else {
      const { forceCvv, cardAlias } = shown.json.data;
      expect([shown.status, forceCvv]).toEqual([200, done.force === 200]);
      expect(done.use === 201 && done.force === 200).toBe(false);
      expect(cardAlias).toBe(done.rename === 200 ? 'Yeni ad' : 'İş kartım');
      expect(sealed && (await openCard(sealed, { merchantId, cardId: id }))).toMatchObject({
        cardNumber: CARDS.approved,
        expiryYear: done.renew === 200 ? '2041' : '2029',
      });
    }
    outcomes.add(done.remove === 200 ? 'deleted' : done.use === 201 ? 'used' : 'neither');
  }
  expect(outcomes.size).toBeGreaterThan(1);
});

it('simultaneous use, deletion and change of a customer leave it consistent', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const customerId = await driver.customer();
    const { id: cardStorageId } = await store({ customerId });
    const recurring = await driver.body({ customerId, cardStorageId });
    const path = `/api/customer/${customerId}`;
    const done = await race(round, {
      use: () => driver.post(recurring),
      erase: () => api('DELETE', path),
      change: () => api('PUT', path, { body: { fullName: 'Fatma' } }),
      give: () => api('POST', '/api/card', { body: cardBody({ customerId }) }),
    });
    for (const status of Object.values(done)) expect([200, 201, 404, 409]).toContain(status);
    const shown = await api('GET', path);
    expect(done.use === 201 && done.erase === 200).toBe(false);
    expect(shown.status).toBe(done.erase === 200 ? 404 : 200);
    if (shown.status === 200) {
      expect(shown.json.data['fullName']).toBe(done.change === 200 ? 'Fatma' : 'Ayşe Yılmaz');
    }
    outcomes.add(done.erase === 200 ? 'erased' : done.use === 201 ? 'used' : 'neither');
  }
  expect(outcomes.size).toBeGreaterThan(1);
});
