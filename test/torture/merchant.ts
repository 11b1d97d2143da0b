// The merchants of a round, and the objects that their callers use. A caller picks any of them, so that
// several callers work on the same payment, card or recurring payment at once.
import type { Control } from '../release/shop.ts';

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

/** 3-D Secure for every card; for no card, with installments; for new cards, with a window for charges. */
const SETTINGS = [
  { threeDSecure: 'always' },
  { threeDSecure: 'never', installments: [1, 2, 3] },
  { threeDSecure: 'newCards', storedCardCvv: 'whenAsked', spreadWindowMinutes: 9 },
];

export async function createMerchants(control: Control): Promise<Merchant[]> {
  const merchants: Merchant[] = [];
  for (const [at, settings] of SETTINGS.entries()) {
    const name = `Kahve ${at + 1}`;
    const { merchantId, apiKey } = await control('POST', '/merchant', { name, ...settings });
    const objects = { customers: [], cards: [], pages: [], payments: [], pending: [], plans: [] };
    merchants.push({ name, merchantId: String(merchantId), apiKey: String(apiKey), ...objects });
  }
  return merchants;
}
