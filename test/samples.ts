// For tests that try every door: a request that each door takes, and objects of a merchant to take it to. A
// new row needs a line here only if it asks for a body, and a maker only if it has a noun of its own.
import { ROUTES, type Route } from '#routes.ts';
import { CARDS, type Harness, pageBody } from './harness.ts';

export type Noun = 'hostedPage' | 'payment' | 'customer' | 'card' | 'refund' | 'recurringPayment';
export type Ids = Record<Noun, string>;

/** Well-formed, and nobody's. */
export const UNKNOWN: Ids = {
  hostedPage: `HST-${'A'.repeat(43)}`,
  payment: `PAY-${'0'.repeat(26)}`,
  customer: '01890000-0000-7000-8000-000000000001',
  card: '01890000-0000-7000-8000-000000000002',
  refund: '01890000-0000-7000-8000-000000000003',
  recurringPayment: '01890000-0000-7000-8000-000000000004',
};

/** Whose id the parameter of a path is, by what stands before it. */
const NOUN_AT: Record<string, Noun> = {
  '/api/payment/hostedpage/': 'hostedPage',
  '/iframe/': 'hostedPage',
  '/api/payment/': 'payment',
  '/api/customer/': 'customer',
  '/api/card/': 'card',
  '/api/Refund/': 'refund',
  '/api/RecurringPayment/': 'recurringPayment',
};

export const hasParameter = ({ path }: Route) => path.includes('{');

/** The path with the parameter filled in. */
export function pathWith({ path }: Route, ids: Ids): string {
  return path.replace(/^(.*?)\{[^}]+\}/, (_whole, before: string) => {
    const noun = NOUN_AT[before];
    if (noun === undefined) throw new Error(`Say in NOUN_AT whose id comes after ${before}.`);
    return before + ids[noun];
  });
}

type Sample = {
  /** The nouns of other objects that the body names. */
  names?: readonly Noun[];
  body(ids: Ids): Record<string, unknown>;
};

const recurringBody = (ids: Ids) => ({
  customerId: ids.customer,
  cardStorageId: ids.card,
  subscriptionName: 'Aylık kahve',
  amount: 40.5,
  currency: 'TRY',
  frequency: 'monthly',
  startDate: '2027-01-31T09:00:00Z',
});

export const SAMPLES: Record<string, Sample> = {
  'POST /api/payment/hostedpage': {
    body: () => pageBody({ products: [{ id: 'P-1', name: 'Türk kahvesi', amount: 149.9 }], language: 'tr' }),
  },
  'POST /api/customer': {
    body: () => ({ fullName: 'Ayşe Yılmaz', email: 'ayse@example.com', phone: '905551112233' }),
  },
  'PUT /api/customer/{id}': { body: () => ({ fullName: 'Ayşe Yıldız', email: 'yildiz@example.com' }) },
  'POST /api/card': {
    names: ['customer'],
    body: ({ customer }) => ({
      cardAlias: 'İş kartım',
      ownerName: 'Ayşe Yılmaz',
      cardNumber: CARDS.approvedVisa,
      expiryMonth: '12',
      expiryYear: '2029',
      customerId: customer,
    }),
  },
  'PUT /api/card/{id}': { body: () => ({ cardAlias: 'Ev kartım', ownerName: 'Ayşe Yıldız' }) },
  'POST /api/Refund': {
    names: ['payment'],
    body: ({ payment }) => ({
      transactionId: payment,
      amount: 10,
      reason: 'Kırık geldi',
      refundType: 'Partial',
      description: 'Fincan',
    }),
  },
  'POST /api/Refund/{id}/reject': { body: () => ({ reason: 'Kullanılmış' }) },
  'POST /api/Refund/partial': {
    names: ['payment'],
    body: ({ payment }) => ({ transactionId: payment, amount: 10, reason: 'Kırık geldi' }),
  },
  'POST /api/Refund/cancellations': {
    names: ['payment'],
    body: ({ payment }) => ({ transactionId: payment, reason: 'Yanlış sipariş' }),
  },
  'POST /api/RecurringPayment': { names: ['customer', 'card'], body: recurringBody },
  'POST /api/RecurringPayment/preview': { names: ['customer', 'card'], body: recurringBody },
  'POST /api/RecurringPayment/{id}/cancel': { body: () => ({ reason: 'Taşındım' }) },
};

export const addressOf = ({ method, path }: Route) => `${method} ${path}`;
export const sampleOf = (route: Route): Sample => SAMPLES[addressOf(route)] ?? { body: () => ({}) };
export const namesOthers = (route: Route) => hasParameter(route) || sampleOf(route).names !== undefined;

const QUERIES: Record<string, string> = {
  'GET /api/card/query': '?bin=460345',
};
export const queryOf = (route: Route) => QUERIES[addressOf(route)] ?? '';

/** One object of each noun that can be made yet, of the merchant with this key; the rest stays unknown. */
export async function makeObjects({ api, createPage, payOrder }: Harness, key: string): Promise<Ids> {
  const ids = { ...UNKNOWN };
  const make = async (noun: Noun, address: string, name = 'id') => {
    const route = ROUTES.find((one) => addressOf(one) === address);
    if (route === undefined) return;
    const made = await api('POST', route.path, { key, body: sampleOf(route).body(ids) });
    if (made.status !== 201) throw new Error(`${address} made nothing: ${made.text}`);
    ids[noun] = String(made.json.data[name]);
  };
  ids.hostedPage = (await createPage({}, { key })).token;
  ids.payment = await payOrder({}, {}, { key });
  await make('customer', 'POST /api/customer');
  await make('card', 'POST /api/card');
  await make('refund', 'POST /api/Refund', 'refundId');
  await make('recurringPayment', 'POST /api/RecurringPayment');
  return ids;
}
