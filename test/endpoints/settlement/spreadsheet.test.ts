// The day's book and its movements as tables: one value in a cell, with the decimal sign of the language.
import { expect, it } from 'vitest';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ reconciles: true, events: true });
const { service, api, moveBy, payOrder } = harness;
const refunds = refundDriver(harness);
const nextDayAt = calendar(service);

const FORMS = { tr: ';', en: ',' } as const;
async function rowsOf(path: string, language: keyof typeof FORMS): Promise<Record<string, string>[]> {
  const { text } = await api('GET', path, { headers: { accept: 'text/csv', 'accept-language': language } });
  const lines = text.slice(1).trimEnd().split('\r\n');
  const [heads = [], ...rows] = lines.map((line) => line.split(FORMS[language]));
  return rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ''])));
}
/** The stream is read after calls. */
async function captured(): Promise<void> {
  await api('GET', '/api/me');
  await moveBy(SECOND);
}
const list = async (path: string) =>
  (await api<{ items: Record<string, unknown>[] }>('GET', path)).json.data.items;

it('the kinds of a book have a column each, and no cell has braces or the other decimal sign', async () => {
  await nextDayAt('10:00');
  const sold = await refunds.pay({ amountMinor: 14_990 });
  await refunds.cancel(await refunds.pay({ amountMinor: 5_000 }));
  await refunds.partial(sold, 49.9);
  await captured();
  const [row = {}] = await rowsOf('/api/settlement', 'tr');
  expect(row).toMatchObject({
    'Brüt tutar': '100,00',
    'Satış brüt': '199,90',
    'Banka iptali brüt': '-50,00',
    'İade brüt': '-49,90',
    'Düzeltme brüt': '',
  });
  expect(Object.values(row).join(' ')).not.toMatch(/[{}[\]]|\d\.\d\d /);
  const [english] = await rowsOf('/api/settlement', 'en');
  expect(english).toMatchObject({ 'Sale gross': '199.90', 'Void gross': '-50.00' });
});

it('a movement has what a bank’s statement names it by, and says which adjustment it is', async () => {
  await nextDayAt('10:00');
  const payment = await payOrder({ orderNumber: 'BOOK-1', amount: 60 });
  const body = { adjustment: 'Chargeback', bankReferenceNumber: '733800000001', amount: 20, reason: 'x' };
  await api('POST', `/api/payment/${payment}/adjustment`, { body });
  await captured();
  const { json } = await api<Record<string, string>>('GET', `/api/payment/${payment}`);
  const { authorizationCode, maskedCardNumber } = json.data;
  expect(authorizationCode).toMatch(/^\w+$/);
  const lastFour = maskedCardNumber?.slice(-4);
  const [book] = await list('/api/settlement?limit=1');
  const path = `/api/settlement/${book?.['id']}/movements`;
  expect(await list(path)).toEqual([
    expect.objectContaining({ kind: 'Adjustment', adjustment: 'Chargeback', authorizationCode, lastFour }),
    expect.objectContaining({ kind: 'Sale', adjustment: null, authorizationCode, lastFour }),
  ]);
  const cells = { 'Provizyon kodu': authorizationCode, 'Kart son 4': lastFour };
  expect(await rowsOf(path, 'tr')).toEqual([
    expect.objectContaining({ ...cells, Tür: 'Düzeltme', 'Bankanın kendi işlemi': 'Chargeback' }),
    expect.objectContaining({ ...cells, Tür: 'Satış', 'Bankanın kendi işlemi': '' }),
  ]);
});
