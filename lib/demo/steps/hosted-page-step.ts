// A buyer pays an order: the first card is declined, the second is approved, and our records match the
// bank's.
import type { PaymentResult } from '#domain/payment/payment-result.ts';
import type { Demo } from './demo.ts';
import { money } from './layout.ts';

/** Returns the payment's reference number. */
export async function showHostedPage(demo: Demo): Promise<string> {
  const { call, print } = demo;
  demo.title('A buyer pays an order on the hosted page');
  const orderNumber = `DEMO-${Date.now().toString(36).toUpperCase()}`;
  const page = await call('POST', '/api/payment/hostedpage', {
    amount: 149.9,
    currency: 'TRY',
    orderNumber,
    successUrl: `${demo.baseUrl}/shop/success`,
    failUrl: `${demo.baseUrl}/shop/fail`,
    language: 'en',
  });
  const pageUrl = String(page['hostedPageUrl']);
  print(`The merchant sends the buyer to ${pageUrl}`);
  print(`The first card: "${await demo.pay(pageUrl, '4111111111111129')}"`);
  const result = readResult(await demo.pay(pageUrl, '5528790000000008'));
  const reference = result.paymentReferenceNumber ?? '';
  print(`The second card: the buyer returns to the shop, status ${result.status}, signed.`);

  const { items } = (await call('GET', `/api/payment?orderNumber=${orderNumber}`)) as {
    items: { paymentReferenceNumber: string; bankReferenceNumber: string; status: string; amount: number }[];
  };
  const ledger = await demo.ledgerOf(items[0]?.bankReferenceNumber ?? '');
  print('Our payments beside the bank’s operations:');
  demo.table(
    items.map(({ paymentReferenceNumber, status, amount }, at) => {
      // Newest first, and the bank's newest last.
      const row = ledger.at(-1 - at);
      const bank = row && `${row.operation} ${row.outcome} ${row.code} ${money(row.amount)}`;
      return { Payment: paymentReferenceNumber, Ours: `${status} ${money(amount)}`, 'The bank’s': bank };
    }),
  );
  return reference;
}

/** Only for display: a shop verifies the signature before it reads anything (docs/shops.md). */
function readResult(returnAddress: string): PaymentResult {
  const payload = new URL(returnAddress).searchParams.get('result')?.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as PaymentResult;
}
