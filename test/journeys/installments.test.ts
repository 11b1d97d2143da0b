// Installments by the merchant's table, from the page to the bank: what the form shows is what the card is
// charged, and a card that the table does not name is charged at once. The simulated bank judges each split
// itself.
import { beforeAll, describe, expect, it } from 'vitest';
import { importList, readListFile } from '../../lib/operator/bins/bin-lists.ts';
import { importCaps, readCapsFile } from '../../lib/operator/installment/caps.ts';
import { checkBooksAtEnd } from '../drivers/books.ts';
import { RIGHT_CODE } from '../drivers/buyer.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { statusIn } from '../drivers/result.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, now } = harness;
const merchant = await service.addMerchant({ bankCode: '0032' });
const { apiKey: key } = merchant;

const typed = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };
const BONUS = { ...typed, cardNumber: '4603450000000000' };
const CORPORATE_PARAF = { ...typed, cardNumber: '5528790000000008' };
const UNKNOWN = { ...typed, cardNumber: '4111111111111129' };

const PATH = '/api/payment/hostedpage';
const putTable = async (rows: object[], more: object = {}) =>
  await api('PUT', '/api/installment/table', { key, body: { rows, ...more } });
const rate = { ratePercent: 1.755, surchargeBearer: 'buyer', validFrom: '2026-11-20' };
const row = { family: 'Bonus', installment: 3, ...rate };
const TABLE = [row, { ...row, installment: 6, ratePercent: 2.5, surchargeBearer: 'merchant' }];
const open = async (more: Record<string, unknown> = {}) => {
  const { hostedPageUrl, token } = await createPage({ amount: 100.1, ...more }, { key });
  return { form: await buyer.open(hostedPageUrl), token };
};
type Opened = Awaited<ReturnType<typeof open>>;
const paymentOf = async ({ token }: Opened) =>
  (await api<{ payment: Record<string, unknown> | null }>('GET', `${PATH}/${token}`, { key })).json.data
    .payment;
async function pay({ form }: Opened, fields: Record<string, string>) {
  const challenge = await buyer.post(form, fields);
  expect(challenge.status).toBe(200);
  const answer = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
  return { taksit: challenge.form?.hidden['taksit'], status: statusIn(answer.location) };
}
async function expectRefused(page: Opened, fields: Record<string, string>, sentence: string) {
  const refused = await buyer.post(page.form, fields);
  expect([refused.status, await paymentOf(page)]).toEqual([422, null]);
  expect(refused.text).toContain(sentence);
  return refused;
}

it('without a list of card ranges every card has the counts of the settings', async () => {
  const { apiKey } = await service.addMerchant({ bankCode: '0032', installments: [1, 3] });
  const { hostedPageUrl } = await createPage({ amount: 100 }, { key: apiKey });
  const challenge = await buyer.post(await buyer.open(hostedPageUrl), { ...BONUS, installment: '3' });
  expect(challenge.form?.hidden['taksit']).toBe('3');
});

describe('with a list of card ranges, caps and a table', () => {
  beforeAll(async () => {
    await importList(readListFile().ranges, now());
    await importCaps(readCapsFile(), now());
    expect((await putTable(TABLE)).status).toBe(200);
  });

  it('the page offers, charges and tells what the table says of the card, and nothing else', async () => {
    const page = await open();
    expect(page.form.text).toContain('Bonus');
    const shown = await buyer.post(page.form, { show: 'installments', cardNumber: '46034500' });
    expect(shown.text).toContain('value="3:10186"');
    expect(await pay(page, { ...BONUS, installment: '3:10186' })).toEqual({
      taksit: '3',
      status: 'Successful',
    });
    expect(await paymentOf(page)).toMatchObject({
      amount: 100.1,
      chargedAmount: 101.86,
      surchargeAmount: 1.76,
      surchargeBearer: 'buyer',
      cardFamily: 'Bonus',
      installment: 3,
      refundableAmount: 101.86,
    });
  });

  it('what the merchant bears is not charged to the buyer', async () => {
    const page = await open();
    expect(await pay(page, { ...BONUS, installment: '6' })).toEqual({ taksit: '6', status: 'Successful' });
    const borne = { chargedAmount: 100.1, surchargeAmount: 0, surchargeBearer: 'merchant', installment: 6 };
    expect(await paymentOf(page)).toMatchObject(borne);
  });

  it('a card that the table does not name pays at once', async () => {
    for (const [card, sentence] of [
      [CORPORATE_PARAF, 'Bu mağazada bu kartla taksit yapılamıyor: tek çekim ödersiniz.'],
      [UNKNOWN, 'Bu kartla taksit yapılamıyor: tek çekim ödersiniz.'],
    ] as const) {
      const refused = await expectRefused(await open(), { ...card, installment: '3:10186' }, sentence);
      // Without scripts another card can still be split.
      expect(refused.text).toMatch(/value="1" checked[\s\S]*value="3:10186"/);
    }
    const page = await open();
    expect(await pay(page, { ...CORPORATE_PARAF, installment: '1' })).toMatchObject({ status: 'Successful' });
    expect(await paymentOf(page)).toMatchObject({
      chargedAmount: 100.1,
      installment: 1,
      cardFamily: 'Paraf',
    });
  });

  it('a stored card has the offer of its eight digits, and six digits that of all their cards', async () => {
    const create = async (path: string, body: object) =>
      (await api<{ id: string }>('POST', path, { key, body })).json.data.id;
    const customerId = await create('/api/customer', { fullName: 'Ayşe' });
    const card = { cardAlias: 'Troy', cardNumber: '9792430500000007', expiryMonth: '12', expiryYear: '29' };
    const id = await create('/api/card', { ...card, customerId });
    const page = await open({ customerId });
    const askWith = async (card: Record<string, string>) =>
      (await buyer.post(page.form, { show: 'installments', ...card })).text;
    // The list has 979243 as debit cards, and of their eight digits some as credit cards of Bonus.
    expect(await askWith({ savedCard: id })).toContain('value="3:10186"');
    expect(await askWith({ cardNumber: '979243' })).toContain('Bu kartla taksit yapılamıyor');
    expect(await askWith({ cardNumber: '97924300' })).toContain('Banka kartıyla taksit yapılamaz');
    // The shop asks by the id of the card, and is told six of its digits.
    const { data } = (await api('GET', `/api/installment?amount=100.1&cardStorageId=${id}`, { key })).json;
    expect(data).toMatchObject({
      card: { bin: '979243', prefix: '979243', family: 'Bonus', type: 'credit' },
      families: [{ family: 'Bonus', offers: [{ installment: 1 }, { installment: 3 }, { installment: 6 }] }],
    });
    expect(JSON.stringify(data)).not.toContain('97924305');
    // The payment is judged by all digits: the issuer is asked, and nothing is refused.
    const sent = await buyer.post((await open()).form, { ...typed, ...card, installment: '3:10186' });
    expect([sent.status, sent.form?.hidden['taksit']]).toEqual([200, '3']);
    // A card that is not the customer's tells nothing.
    const unowned = await create('/api/card', card);
    for (const [other, savedCard] of [
      [await open({ customerId: await create('/api/customer', { fullName: 'Deniz' }) }), id],
      [page, unowned],
      [await open(), unowned],
    ] as const) {
      const told = await buyer.post(other.form, { show: 'installments', savedCard });
      expect([told.status, told.text.includes('Bonus')]).toEqual([200, false]);
    }
  });

  it('a table that changes while the form is open is told, and nothing is charged unseen', async () => {
    const page = await open();
    expect((await putTable([{ ...row, ratePercent: 3 }])).status).toBe(200);
    const asked = await expectRefused(page, { ...BONUS, installment: '3:10186' }, '103,10');
    const inThree = /name="installment"[^>]* value="3:10310/;
    expect(asked.text).toMatch(inThree);
    expect((await putTable([])).status).toBe(200);
    const gone = await expectRefused(
      page,
      { ...BONUS, installment: '3:10310' },
      'Bu siparişte bu kartla taksit yapılamıyor',
    );
    expect(gone.text).not.toMatch(inThree);
    expect((await putTable(TABLE)).status).toBe(200);
  });

  it('the lowest cap of the basket holds on the page, also for one line', async () => {
    const products = [
      { id: 'ring', name: 'Yüzük', amount: 60, category: 'jewellery' },
      { id: 'bag', name: 'Çanta', amount: 40.1 },
    ];
    for (const more of [{ products }, { category: 'jewellery' }]) {
      const refused = await expectRefused(
        await open(more),
        { ...BONUS, installment: '6' },
        'value="3:10186"',
      );
      expect(refused.text).not.toContain('value="6"');
    }
    const phone = await open({ category: 'mobilePhone' });
    const none = 'Bu siparişte bu kartla taksit yapılamıyor: tek çekim ödersiniz.';
    await expectRefused(phone, { ...BONUS, installment: '3:10186' }, none);
  });

  it('a count that the merchant fixes is within the caps, and each refusal tells its rule', async () => {
    const create = async (more: object) =>
      await api('POST', PATH, {
        key,
        headers: { 'accept-language': 'en' },
        body: {
          amount: 100,
          currency: 'TRY',
          orderNumber: 'fixed',
          successUrl: 'https://shop.example/ok',
          failUrl: 'https://shop.example/fail',
          ...more,
        },
      });
    expect((await putTable([...TABLE, { ...row, installment: 4 }, { ...row, installment: 18 }])).status).toBe(
      200,
    );
    for (const [more, maxInstallment] of [
      [{ installment: 19 }, 18],
      [{ installment: 4, category: 'jewellery' }, 3],
      [{ installment: 2, products: [{ id: '1', name: 'Tea', amount: 100, category: 'food' }] }, 1],
    ] as const) {
      const refused = await create(more);
      const of = {
        fields: ['installment'],
        facts: ['maxInstallment', 'allowedInstallments', 'rule'],
        language: 'en' as const,
      };
      expectRejection(refused, { code: 'INSTALLMENT_NOT_ALLOWED', ...of });
      expect(refused.json.data).toMatchObject({ maxInstallment, rule: { source: expect.any(String) } });
    }
    expect((await create({ installment: 18 })).status).toBe(201);
    // Within the law, and in no row of the table.
    const facts = { maxInstallment: 18, allowedInstallments: [1, 3, 4, 6, 18], rule: null };
    expect((await create({ installment: 9 })).json.data).toMatchObject(facts);
    expect((await putTable(TABLE)).status).toBe(200);
  });
});
