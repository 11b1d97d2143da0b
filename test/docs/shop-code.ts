// The code of docs/shops.md for the buyer's return, as a shop in Node runs it.
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import type { PaymentResult } from '#domain/payment/payment-result.ts';
import type { Harness } from '../harness/harness.ts';

export const codeIn = (text: string, language: string) =>
  text.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
export const guideCode = (language: string) =>
  codeIn(readFileSync(new URL('../../docs/shops.md', import.meta.url), 'utf8'), language);

export type Order = { orderNumber: string; amount: number; currency: string };
export type Link = { customerId: string; purpose: string; recurringPaymentId: string | null };
type Verify<Session> = (url: string, session: Session | undefined) => PaymentResult;
type Shop = { verifiedOrder: Verify<Order>; verifiedCard: Verify<Link> };

let loads = 0;
/** Loads the code again, as a shop that was started with these signing secrets. */
export async function loadShopCode(
  { service, merchant }: Pick<Harness, 'service' | 'merchant'>,
  secrets: Record<string, string> = { [merchant.kid ?? '']: merchant.signingSecret },
): Promise<Shop> {
  vi.stubEnv('PAYMENT_URL', service.baseUrl);
  vi.stubEnv('PAYMENT_MERCHANT_ID', merchant.merchantId);
  vi.stubEnv('PAYMENT_SIGNING_SECRETS', JSON.stringify(secrets));
  loads += 1;
  const source = Buffer.from(`${guideCode('js')}// ${loads}`).toString('base64');
  return (await import(`data:text/javascript;base64,${source}`)) as Shop;
}
