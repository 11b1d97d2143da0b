// What a merchant allows on a page is what its buyer sees and what is sold: generated pages, merchants and
// cards, each submitted with a count that a hostile browser may send. An oracle of its own says what may be
// sold.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { importList } from '../../lib/operator/bins/bin-lists.ts';
import { checkBooksAtEnd } from '../drivers/books.ts';
import { startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, now } = harness;

const BONUS = { number: '4603450000000000', family: 'Bonus' };
const WORLD = { number: '5528790000000008', family: 'World' };
const UNKNOWN = { number: '9792030000000000', family: undefined };
const TABLE = { Bonus: [2, 3, 6, 9], World: [3, 12] } as const;
const SETTINGS = [2, 3, 6];
const COUNTS = Array.from({ length: 36 }, (_, at) => at + 1);

/** Sells by a table, by its settings' counts to every card, or single payments only. */
const SELLERS = ['table', 'settings', 'single'] as const;
type Seller = (typeof SELLERS)[number];
const keys = new Map<Seller, { key: string; customerId: string }>();

beforeAll(async () => {
  await importList(
    new Map([
      ['460345', { bankCode: '0062', type: 'credit', family: 'Bonus' }],
      ['552879', { bankCode: '0067', type: 'credit', family: 'World' }],
    ]),
    now(),
  );
  for (const seller of SELLERS) {
    const { apiKey: key } = await service.addMerchant({
      threeDSecure: 'never',
      ...(seller === 'settings' && { installments: SETTINGS }),
    });
    const customer = await api<{ id: string }>('POST', '/api/customer', { key, body: { fullName: 'Ayşe' } });
    keys.set(seller, { key, customerId: customer.json.data.id });
  }
  const rows = Object.entries(TABLE).flatMap(([family, counts]) =>
    counts.map((installment) => ({ family, installment, ratePercent: 0 })),
  );
  const { key } = keys.get('table') ?? expect.fail();
  expect((await api('PUT', '/api/installment/table', { key, body: { rows } })).status).toBe(200);
});

type InstallmentFields = {
  installment?: number | null;
  maxInstallment?: number | null;
  saveCardFor?: 'recurring';
};
const aPage = fc.record({
  seller: fc.constantFrom<Seller>('table', 'table', 'settings', 'single'),
  currency: fc.constantFrom('TRY', 'TRY', 'TRY', 'EUR'),
  asked: fc.oneof(
    fc.constant<InstallmentFields>({}),
    fc.constantFrom<InstallmentFields>({ installment: null }, { installment: 0 }, { installment: 1 }),
    fc.integer({ min: 1, max: 36 }).map((maxInstallment): InstallmentFields => ({ maxInstallment })),
    fc.constantFrom(2, 3, 6, 9, 12).map((installment): InstallmentFields => ({ installment })),
    fc.constantFrom<InstallmentFields>(
      { saveCardFor: 'recurring' },
      { saveCardFor: 'recurring', maxInstallment: 6 },
      { saveCardFor: 'recurring', installment: 1 },
    ),
  ),
  card: fc.constantFrom(BONUS, WORLD, UNKNOWN),
  sent: fc.oneof(fc.constantFrom(1, 2, 3, 6, 9, 12), fc.constantFrom(...COUNTS)),
});

/** The counts that a card may pay in by the merchant's own list alone. */
function soldTo(seller: Seller, family: keyof typeof TABLE | undefined): readonly number[] {
  if (seller === 'single') return [];
  if (seller === 'settings') return SETTINGS;
  return family === undefined ? [] : TABLE[family];
}

function allowedFor(
  { installment, maxInstallment, saveCardFor }: InstallmentFields,
  currency: string,
): number[] {
  if (installment != null) return [Math.max(1, installment)];
  const most = maxInstallment ?? (saveCardFor === 'recurring' ? 1 : 36);
  return COUNTS.filter((count) => count === 1 || (currency === 'TRY' && count <= most));
}

const countsIn = (text: string) =>
  [...text.matchAll(/name="installment"\s+value="(\d+)/g)].map(([, count]) => Number(count));

it('a page offers and sells no count outside of what its merchant allows and sells', async () => {
  const property = fc.asyncProperty(aPage, async ({ seller, currency, asked, card, sent }) => {
    const { key, customerId } = keys.get(seller) ?? expect.fail();
    const allowed = allowedFor(asked, currency);
    const fixed = allowed.length === 1 ? allowed[0] : undefined;
    const toAnyCard = [
      ...new Set([BONUS, WORLD, UNKNOWN].flatMap(({ family }) => soldTo(seller, family as 'Bonus'))),
    ];
    const body = { amount: 1000, currency, ...asked, ...(asked.saveCardFor && { customerId }) };
    if (fixed !== undefined && fixed > 1 && (currency !== 'TRY' || !toAnyCard.includes(fixed))) {
      const order = {
        orderNumber: 'X',
        successUrl: 'https://shop.example/',
        failUrl: 'https://shop.example/',
      };
      const refused = await api('POST', '/api/payment/hostedpage', { key, body: { ...order, ...body } });
      expect([refused.status, refused.json.errorCode]).toEqual([422, 'INSTALLMENT_NOT_ALLOWED']);
      return;
    }
    const { hostedPageUrl, token } = await createPage(body, { key });
    const form = await buyer.open(hostedPageUrl);
    const shown = await buyer.post(form, { show: 'installments', cardNumber: card.number.slice(0, 8) });
    const ofCard = soldTo(seller, card.family as 'Bonus').filter((count) => allowed.includes(count));
    const mayPay = fixed === undefined || fixed === 1 ? [1, ...ofCard] : ofCard;
    for (const count of countsIn(form.text))
      expect([1, ...toAnyCard].filter((one) => allowed.includes(one))).toContain(count);
    if (fixed === undefined || fixed === 1)
      for (const count of countsIn(shown.text)) expect(mayPay).toContain(count);
    const typed = {
      ownerName: 'Ayşe',
      cardNumber: card.number,
      expiryMonth: '12',
      expiryYear: '29',
      cvv: '123',
    };
    const consent = asked.saveCardFor ? { saveCard: 'yes', consent: 'yes' } : {};
    await buyer.post(form, { ...typed, ...consent, installment: String(sent) });
    const { payment } = (
      await api<{ payment: { installment: number } | null }>('GET', `/api/payment/hostedpage/${token}`, {
        key,
      })
    ).json.data;
    expect(payment?.installment).toBe(mayPay.includes(sent) ? sent : undefined);
  });
  await fc.assert(property, { numRuns: rounds(1_000, 40) });
});
