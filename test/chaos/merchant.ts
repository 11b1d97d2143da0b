// The merchants of a round, and the objects that their callers use. A caller picks any of them, so that
// several callers work on the same payment, card or recurring payment at once.
import { openShop } from '../release/shop.ts';
import type { MortalServer } from './mortal-server.ts';

export type Merchant = {
  name: string;
  merchantId: string;
  apiKey: string;
  customers: string[];
  cards: { id: string; customerId: string }[];
  /** Tokens of hosted pages of orders. */
  pages: string[];
  /** References of charges, and of payments whose buyer received a successful result. */
  payments: string[];
  /** Refunds that wait for an approval. */
  pending: string[];
  plans: string[];
};

/** Two months for the amount of the order, three with a surcharge. */
const TABLE = ['Bonus', 'CardFinans', 'Paraf'].flatMap((family) => [
  { family, installment: 2 },
  { family, installment: 3, ratePercent: 1.755, surchargeBearer: 'buyer' },
]);

/** 3-D Secure for every card; for no card, with installments; for new cards, with a window for charges. */
const SETTINGS = [
  { threeDSecure: 'always' },
  { threeDSecure: 'never', rows: TABLE },
  { threeDSecure: 'newCards', storedCardCvv: 'whenAsked', spreadWindowMinutes: 9 },
];

export async function createMerchants({ baseUrl, control }: MortalServer): Promise<Merchant[]> {
  const merchants: Merchant[] = [];
  for (const [at, { rows, ...settings }] of SETTINGS.entries()) {
    const name = `Kahve ${at + 1}`;
    const { merchantId, apiKey } = await control('POST', '/merchant', { name, ...settings });
    const objects = { customers: [], cards: [], pages: [], payments: [], pending: [], plans: [] };
    merchants.push({ name, merchantId: String(merchantId), apiKey: String(apiKey), ...objects });
    if (rows) await openShop(baseUrl, String(apiKey)).call('PUT', '/api/installment/table', { rows });
  }
  return merchants;
}
