// A merchant's installment table: kept by virtual POS, previewed, and warned of where public data differs.
import { beforeAll, describe, expect, it } from 'vitest';
import { installmentsOf } from '../../../lib/operator/installment/own-table.ts';
import { tellBank } from '../../../lib/operator/pos/change-of-bank.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { openSecondBank } from '../../drivers/second-bank.ts';
import { startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { api, merchant, now } = harness;
const second = await openSecondBank(harness);
const { merchantId } = merchant;
const read = async () => (await api('GET', '/api/installment/table')).json.data;
const put = async (rows: unknown, more: Record<string, unknown> = {}) =>
  await api('PUT', '/api/installment/table', { body: { rows, ...more } });

const NO_TABLE = { rows: [], updatedAt: null, changedBy: null };
const EMPTY = { bankCode: '0032', families: ['Bonus'], unconfirmedFamilies: [], ...NO_TABLE };
const ROW = { family: 'Bonus', installment: 3, ratePercent: 1.7505, surchargeBearer: 'buyer' };
const SHOWN = { ...ROW, minimumAmount: null, validFrom: null, validUntil: null };

describe('a table', () => {
  beforeAll(async () => await tellBank(merchantId, merchantId, '0032'));

  it('a preview changes nothing, and what was put is read, also put again as it was read', async () => {
    expect(await read()).toEqual(EMPTY);
    const preview = await put([ROW], { preview: true });
    expect([preview.status, preview.json.data['rows']]).toEqual([200, [SHOWN]]);
    expect(await read()).toEqual(EMPTY);
    const stored = await put([ROW]);
    expect(stored.json.data).toEqual({
      ...EMPTY,
      rows: [SHOWN],
      updatedAt: expect.stringMatching(/^2026-11-20T/),
      changedBy: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await read()).toEqual(stored.json.data);
    for (const ratePercent of [0, 0.0001, 1.75, 2.5, 100]) {
      const other = await put([{ ...ROW, ratePercent }], { preview: true });
      expect(other.json.data['rows']).toEqual([{ ...SHOWN, ratePercent }]);
    }
    const again = await api('PUT', '/api/installment/table', { body: stored.json.data });
    expect([again.status, await read()]).toEqual([200, stored.json.data]);
  });

  it('a family that public data does not give the bank is kept only if it is confirmed', async () => {
    const rows = [{ ...ROW, family: 'world', surchargeBearer: undefined }];
    for (const language of ['tr', 'en'] as const) {
      const refused = await api('PUT', '/api/installment/table', {
        body: { rows, preview: language === 'en' },
        headers: { 'accept-language': language },
      });
      expectRejection(refused, {
        code: 'INSTALLMENT_FAMILY_UNCONFIRMED',
        language,
        facts: ['errors', 'families', 'familiesOfBank'],
      });
      expect(refused.json.data).toMatchObject({ families: ['World'], familiesOfBank: ['Bonus'] });
    }
    const preview = await put(rows, { confirmed: true, preview: true });
    expect(preview.json.data).toMatchObject({ unconfirmedFamilies: ['World'] });
    const kept = await put(rows, { confirmed: true });
    expect(kept.json.data).toMatchObject({
      unconfirmedFamilies: ['World'],
      rows: [{ family: 'World', surchargeBearer: 'merchant' }],
    });
  });

  it('an empty table ends it', async () => {
    const none = { ...EMPTY, updatedAt: expect.any(String), changedBy: expect.any(String) };
    expect((await put([])).json.data).toEqual(none);
    expect(await read()).toEqual(none);
  });

  it('each wrong value names its field and the way out', async () => {
    const wrong = async (row: Record<string, unknown>, ...more: object[]) => {
      const { status, json } = await put([{ ...ROW, ...row }, ...more]);
      const [error] = json.data['errors'] as { field: string; message: string }[];
      return [status, error?.field, error?.message];
    };
    const percent = 'Biçimi geçersiz; en çok dört ondalıklı, 0 ile 100 arasında bir sayı olmalıdır.';
    for (const ratePercent of [-1, 100.0001, 1.00001, '1,5', 1e21])
      expect(await wrong({ ratePercent })).toEqual([400, 'rows[0].ratePercent', percent]);
    expect(await wrong({ installment: 1 })).toEqual([
      400,
      'rows[0].installment',
      'Değer sınırların dışında; 2 ile 36 arasında olmalıdır.',
    ]);
    expect((await wrong({ family: 'Advantage' })).slice(0, 2)).toEqual([400, 'rows[0].family']);
    expect((await wrong({ validFrom: '2026-02-30' })).slice(0, 2)).toEqual([400, 'rows[0].validFrom']);
    const days = { validFrom: '2026-12-02', validUntil: '2026-12-01' };
    expect((await wrong(days)).slice(0, 2)).toEqual([400, 'rows[0].validUntil']);
    const until = { ...ROW, validUntil: '2026-12-01' };
    expect((await wrong({ validFrom: '2026-12-01' }, until))[0]).toBe(400);
    expect((await wrong(until, { ...ROW, validFrom: '2026-12-01' }))[0]).toBe(400);
    expect((await put([{ ...ROW, validFrom: '2026-12-02' }, until])).status).toBe(200);
  });

  it('a table has at most 400 rows', async () => {
    const validOn = (day: number) => new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10);
    const rows = (count: number) =>
      Array.from({ length: count }, (_, day) => ({
        ...ROW,
        validFrom: validOn(day),
        validUntil: validOn(day),
      }));
    expect((await put(rows(400), { preview: true })).status).toBe(200);
    const { status, json } = await put(rows(401), { preview: true });
    expect([status, json.data['errors']]).toMatchObject([400, [{ field: 'rows', code: 'TOO_LONG' }]]);
  });

  it('a table belongs to its POS: after a change of bank the new POS has none', async () => {
    await put([ROW]);
    await second.takeOver(merchantId);
    expect(await read()).toMatchObject({ bankCode: null, families: null, rows: [] });
    const kept = await put([{ ...ROW, family: 'Axess' }]);
    expect(kept.json.data).toMatchObject({ unconfirmedFamilies: [], rows: [{ family: 'Axess' }] });
    const first = await installmentsOf(merchantId, { posId: merchantId, isConfirmed: false }, now());
    expect(first).toMatchObject({ bankCode: '0032', rows: [SHOWN] });
  });
});
