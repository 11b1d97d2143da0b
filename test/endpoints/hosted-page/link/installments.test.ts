// A link is paid by the installments of the day of payment (hosted-page.md 14.4).
import { beforeAll, expect, it } from 'vitest';
import { importList } from '../../../../lib/operator/bins/bin-lists.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { resultOf } from '../../../drivers/result.ts';
import { CARDS, DAY, type OpenPage, startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy, now } = harness;

beforeAll(async () => {
  await importList(new Map([['552879', { bankCode: '0067', type: 'credit', family: 'World' }]]), now());
});

type Row = { family: 'World' | 'Bonus'; installment: number; ratePercent: number; surchargeBearer?: 'buyer' };
const shop = async () => (await service.addMerchant({ threeDSecure: 'never' })).apiKey;
const sell = async (key: string, ...rows: Row[]) => {
  expect((await api('PUT', '/api/installment/table', { key, body: { rows } })).status).toBe(200);
};
const WORLD_6 = { family: 'World', installment: 6, ratePercent: 0 } as const;
const link = async (key: string, more: object = {}) =>
  await createPage({ amount: 600, expiresInMinutes: 129_600, language: 'tr', ...more }, { key });
const shown = async (key: string, { token }: OpenPage) =>
  (await api('GET', `/api/payment/hostedpage/${token}`, { key })).json.data;
async function tenDays(): Promise<void> {
  await service.timeline.setRunning(false);
  await moveBy(10 * DAY);
  await service.timeline.setRunning(true);
}
const pay = async ({ hostedPageUrl }: OpenPage, installment: string) =>
  await buyer.submit(await buyer.open(hostedPageUrl), { cardNumber: CARDS.approved, installment });

it('a table of day 10 decides count and surcharge, also of a link that was made before there was one', async () => {
  for (const before of [[WORLD_6], []]) {
    const key = await shop();
    if (before.length > 0) await sell(key, ...before);
    const page = await link(key);
    await tenDays();
    await sell(key, { family: 'World', installment: 3, ratePercent: 10, surchargeBearer: 'buyer' });
    expect((await pay(page, '6')).status).toBe(422);
    expect((await pay(page, '3:66000')).status).toBe(303);
    const { payment } = await shown(key, page);
    expect(payment).toMatchObject({ installment: 3, amount: 600, chargedAmount: 660, surchargeAmount: 60 });
  }
});

it('a fixed count that no card can pay any more ends the link, and buyer and merchant are told why', async () => {
  const key = await shop();
  await sell(key, WORLD_6);
  const page = await link(key, { installment: 6 });
  await tenDays();
  await sell(key, { ...WORLD_6, installment: 3 });
  const before = service.bank.ledger().length;
  expect(await shown(key, page)).toMatchObject({ state: 'Open', errorCode: null });
  const { location } = await pay(page, '6');
  expect(service.bank.ledger()).toHaveLength(before);
  expect(resultOf(location)).toMatchObject({ status: 'Failed', errorCode: 'INSTALLMENT_NOT_ALLOWED' });
  const end = { state: 'Failed', errorCode: 'INSTALLMENT_NOT_ALLOWED', payment: null };
  expect(await shown(key, page)).toMatchObject(end);
  expect((await buyer.open(page.hostedPageUrl)).text).toContain('Mağaza artık 6 taksitle satış yapmıyor.');
});

it('one card that cannot pay in the fixed count does not end the link', async () => {
  const key = await shop();
  await sell(key, WORLD_6, { ...WORLD_6, family: 'Bonus' });
  const page = await link(key, { installment: 6 });
  await sell(key, { ...WORLD_6, family: 'Bonus' });
  expect((await pay(page, '6')).status).toBe(422);
  expect(await shown(key, page)).toMatchObject({ state: 'Open' });
});
