import { describe, expect, it } from 'vitest';
import { EXPIRED, expectEnvelope, expectRejection, withoutTraces } from '../../drivers/rejection.ts';
import { HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { CARD_FIELDS, type CardView, cardBody, cardsOf } from './stored-cards.ts';

const harness = await startHarness();
const { service, api, moveBy, moveTo, now } = harness;
const { store, find } = cardsOf(harness);
const get = (id: string, key?: string) =>
  api<CardView>('GET', `/api/card/${id}`, key === undefined ? {} : { key });
const statusOf = async (id: string, key?: string) => (await get(id, key)).json.data.expiryStatus;

// Time only moves forward, so the tests run in order from 20 November 2026 on.
describe('GET /api/card/{id}', () => {
  it('a card is shown as it was stored', async () => {
    const card = await store({ ownerName: 'Ayşe Yılmaz' });
    const shown = await get(card.id);
    expectEnvelope(shown);
    expect([shown.status, Object.keys(shown.json.data)]).toEqual([200, CARD_FIELDS]);
    expect(shown.json.data).toEqual(card);
  });

  it("another merchant's card, a deleted card and a malformed id get the same answer", async () => {
    const other = await service.addMerchant();
    const { id } = await store({}, { key: other.apiKey });
    const deleted = await store();
    await api('DELETE', `/api/card/${deleted.id}`);
    const unknown = '01890000-0000-7000-8000-000000000002';
    const ids = [id, unknown, deleted.id, 'x', '%00', '..%2f..', `${id}%23`, id.toUpperCase(), 'null'];
    const answers = await Promise.all(ids.map((one) => get(one)));
    for (const answer of answers) expectRejection(answer, { code: 'CARD_NOT_FOUND' });
    expect(new Set(answers.map(withoutTraces)).size).toBe(1);
    expect((await get(id, other.apiKey)).status).toBe(200);
  });
});

describe('a temporary card', () => {
  it('a temporary card exists for exactly 30 minutes and is then not found by any call', async () => {
    const { id, cardAlias } = await store({ saveCard: false, cardAlias: 'Yarım saat' });
    await moveBy(30 * MINUTE - SECOND);
    expect((await get(id)).json.data.isTemporary).toBe(true);
    expect((await api('PUT', `/api/card/${id}`, { body: { ownerName: 'Hâlâ var' } })).status).toBe(200);
    await moveBy(SECOND);
    expectRejection(await get(id), { code: 'CARD_NOT_FOUND' });
    expectRejection(await api('DELETE', `/api/card/${id}`), { code: 'CARD_NOT_FOUND' });
    const changes = [{ ownerName: 'Yok' }, { expiryMonth: '01', expiryYear: '2031' }];
    for (const body of changes) {
      expectRejection(await api('PUT', `/api/card/${id}`, { body }), { code: 'CARD_NOT_FOUND' });
    }
    expect((await find({ alias: cardAlias })).items).toEqual([]);
  });
});

describe('expiryStatus of a card', () => {
  it("the status changes at midnight of the merchant's zone; an expired card is not stored", async () => {
    const londonKey = (await service.addMerchant({ timeZone: 'Europe/London' })).apiKey;
    const expiry = { expiryMonth: '11', expiryYear: '26' };
    const [here, there] = [await store(expiry), await store(expiry, { key: londonKey })];
    expect([await statusOf(here.id), await statusOf(there.id, londonKey)]).toEqual([
      'ExpiresThisMonth',
      'ExpiresThisMonth',
    ]);
    await moveTo('2026-11-30T21:30:00Z');
    expect([await statusOf(here.id), await statusOf(there.id, londonKey)]).toEqual([
      'Expired',
      'ExpiresThisMonth',
    ]);
    const refused = await api('POST', '/api/card', { body: cardBody(expiry) });
    expectRejection(refused, EXPIRED);
    await store(expiry, { key: londonKey });
    await moveBy(3 * HOUR);
    expect(await statusOf(there.id, londonKey)).toBe('Expired');
  });

  it('the status goes from NotExpired to ExpiresThisMonth to Expired, also in query results', async () => {
    const { id } = await store({ expiryMonth: '02', expiryYear: '2027', cardAlias: 'Şubat' });
    expect(await statusOf(id)).toBe('NotExpired');
    await moveTo('2027-02-15T09:00:00Z');
    expect(await statusOf(id)).toBe('ExpiresThisMonth');
    await moveTo('2027-03-15T09:00:00Z');
    expect(await statusOf(id)).toBe('Expired');
    await moveTo('2031-01-01T09:00:00Z');
    expect((await find({ alias: 'şubat' })).items.map(({ expiryStatus }) => expiryStatus)).toEqual([
      'Expired',
    ]);
  });

  it('an expiry in the past is refused in any notation, the current month is accepted', async () => {
    expect(now().toISOString().slice(0, 7)).toBe('2031-01');
    for (const [expiryMonth, expiryYear] of [
      ['12', '30'],
      ['12', '2030'],
      ['01', '0031'],
      ['6', '26'],
    ]) {
      const refused = await api('POST', '/api/card', { body: cardBody({ expiryMonth, expiryYear }) });
      expectRejection(refused, EXPIRED);
    }
    expect((await store({ expiryMonth: '01', expiryYear: '31' })).expiryStatus).toBe('ExpiresThisMonth');
    expect((await store({ expiryMonth: '12', expiryYear: '99' })).expiryStatus).toBe('NotExpired');
  });
});
