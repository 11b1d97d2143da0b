// What a buyer is told to pay is what the card pays: of generated orders, rates and counts, the amount in the
// header and on the button, before and after a field was wrong, the receipt, the signed result, the API and
// the bank's sale are one number. test/browser/form/installments.test.ts holds the script to the same texts.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { toDecimal } from '#domain/money.ts';
import { importList } from '../../lib/operator/bins/bin-lists.ts';
import { checkBooksAtEnd } from '../drivers/books.ts';
import { attribute } from '../drivers/buyer.ts';
import { resultOf } from '../drivers/result.ts';
import { CARDS, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, now } = harness;

beforeAll(async () => {
  await importList(new Map([['552879', { bankCode: '0067', type: 'credit', family: 'World' }]]), now());
});

const COUNTS = [2, 3, 6, 9, 12];
/** The counts, and the single payment. */
const CHOICES_OF_ORDER = COUNTS.length + 1;

const SOME_ORDER = fc.record({
  language: fc.constantFrom('tr', 'en'),
  amountMinor: fc.oneof(fc.integer({ min: 100, max: 5_000 }), fc.integer({ min: 100, max: 500_000_000 })),
  rows: fc.array(
    fc.record({
      rate: fc.oneof(fc.constantFrom(0, 1, 17_500), fc.integer({ min: 0, max: 600_000 })),
      surchargeBearer: fc.constantFrom('buyer', 'buyer', 'merchant'),
    }),
    { minLength: COUNTS.length, maxLength: COUNTS.length },
  ),
});

type Paid = { payment: { chargedAmount: number; surchargeAmount: number } };
const toMinor = (amount: number) => Math.round(amount * 100);
/** The first amount in a text of either language, in minor units. */
const minorIn = (text: string): number => Number(/\d[\d.,]*[.,]\d\d/.exec(text)?.[0].replaceAll(/[.,]/g, ''));
const headerOf = (html: string) => minorIn(/<p class="amount money">[\s\S]*?<\/p>/.exec(html)?.[0] ?? '');
const buttonOf = (html: string) => minorIn(/ id="pay-text">[^<]*/.exec(html)?.[0] ?? '');

it('header, button, receipt, result, API and sale are one number in each of 1,000 choices (in CI)', async () => {
  const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });
  const orders = Math.ceil(rounds(1_000, 60) / CHOICES_OF_ORDER);
  const [sample] = fc.sample(fc.array(SOME_ORDER, { minLength: orders, maxLength: orders }), 1);
  for (const { language, amountMinor, rows } of sample ?? []) {
    const table = rows.map(({ rate, ...row }, at) => ({
      ...{ family: 'World', installment: COUNTS[at], ratePercent: rate / 10_000 },
      ...row,
    }));
    expect((await api('PUT', '/api/installment/table', { key, body: { rows: table } })).status).toBe(200);
    const order = { amount: toDecimal(amountMinor), language };
    const first = await createPage(order, { key });
    const asked = await buyer.post(await buyer.open(first.hostedPageUrl), {
      ...{ show: 'installments', cardNumber: CARDS.approved.slice(0, 8) },
    });
    const chips = asked.text.match(/<input type="radio" name="installment"[^>]*>/g) ?? [];
    expect(chips).toHaveLength(CHOICES_OF_ORDER);
    for (const chip of chips) {
      const installment = attribute(chip, 'value');
      const page = await createPage(order, { key });
      const form = await buyer.open(page.hostedPageUrl);
      const wrong = await buyer.submit(form, { installment, cvv: '' });
      expect(wrong.status).toBe(422);
      const before = service.bank.ledger().length;
      const { location } = await buyer.submit(wrong, { installment });
      const sales = service.bank.ledger().slice(before);
      const { payment } = (await api<Paid>('GET', `/api/payment/hostedpage/${page.token}`, { key })).json
        .data;
      const told = {
        choice: minorIn(attribute(chip, 'data-pay')),
        header: headerOf(wrong.text),
        button: buttonOf(wrong.text),
        receipt: headerOf((await buyer.open(page.hostedPageUrl)).text),
        result: toMinor(resultOf(location).chargedAmount),
        payment: toMinor(payment.chargedAmount),
        ...Object.fromEntries(sales.map(({ amount }, at) => [`sale ${at + 1}`, toMinor(amount)])),
      };
      const paid = amountMinor + toMinor(payment.surchargeAmount);
      expect(told, `${JSON.stringify(order)} in ${installment}`).toEqual({
        ...{ choice: paid, header: paid, button: paid },
        ...{ receipt: paid, result: paid, payment: paid, 'sale 1': paid },
      });
    }
  }
});
