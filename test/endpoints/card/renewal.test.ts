// The expiry of a card that is renewed, in the merchant's time zone (cards.md 1.1 and 4.1).
import { describe, expect, it } from 'vitest';
import { EXPIRED, expectRejection } from '../../drivers/rejection.ts';
import { startHarness } from '../../harness/harness.ts';
import { cardsOf } from './stored-cards.ts';

const harness = await startHarness();
const { service, api, moveTo } = harness;
const { store } = cardsOf(harness);
const put = (id: string, body: Record<string, unknown>) => api('PUT', `/api/card/${id}`, { body });

describe("the expiry of a card in the merchant's time zone", () => {
  it('a new expiry is checked like that of a new card, east and west of Greenwich', async () => {
    const LAST = { expiryMonth: '11', expiryYear: '26' };
    const { apiKey: key } = await service.addMerchant({ timeZone: 'America/New_York' });
    const [here, there] = [await store(), await store({}, { key })];
    const renew = (id: string, request = {}) => api('PUT', `/api/card/${id}`, { body: LAST, ...request });
    await moveTo('2026-11-30T21:30:00Z');
    expectRejection(await renew(here.id), EXPIRED);
    await moveTo('2026-12-01T03:00:00Z');
    const inNewYork = [(await store(LAST, { key })).id, there.id];
    expect((await renew(there.id, { key })).json.data['expiryStatus']).toBe('ExpiresThisMonth');
    await moveTo('2026-12-01T06:00:00Z');
    for (const id of inNewYork) {
      expect((await api('GET', `/api/card/${id}`, { key })).json.data['expiryStatus']).toBe('Expired');
    }
  });
});

describe('a renewed card', () => {
  it('the status of a renewed card follows its new expiry only', async () => {
    const { id } = await store({ expiryMonth: '12', expiryYear: '26' });
    await moveTo('2027-01-10T09:00:00Z');
    const statusOf = async () => (await api('GET', `/api/card/${id}`)).json.data['expiryStatus'];
    expect(await statusOf()).toBe('Expired');
    await put(id, { expiryMonth: '02', expiryYear: '27' });
    expect(await statusOf()).toBe('NotExpired');
    await moveTo('2027-02-10T09:00:00Z');
    expect(await statusOf()).toBe('ExpiresThisMonth');
    await moveTo('2027-03-10T09:00:00Z');
    expect(await statusOf()).toBe('Expired');
  });
});
