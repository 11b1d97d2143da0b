// What compiles on the packed TypeScript client, and what must not: see ../../lib/clients/typescript.test.ts.
import { PaymentServiceError, paymentService, verifyWebhook } from './index.ts';
const pay = paymentService({ apiKey: 'psk_test_x', baseUrl: 'https://api.example.com' });
export async function shop(): Promise<number> {
  const page = await pay.hostedPage.create({
    amount: 1,
    currency: 'TRY',
    orderNumber: '1',
    successUrl: 'https://a.example',
    failUrl: 'https://a.example',
  });
  const address: string = page.hostedPageUrl;
  // @ts-expect-error: no such field
  await pay.hostedPage.create({ amount: 1, currency: 'TRY', orderNumber: address, callbackUrl: '' });
  // @ts-expect-error: no such currency
  await pay.payment.list({ currency: 'TL' });
  for await (const payment of pay.payment.all({ status: 'Successful' })) {
    if (payment.amount > 1) return payment.refundableAmount;
  }
  const event = verifyWebhook('', {}, []);
  if (event.type === 'payment.succeeded') {
    // @ts-expect-error: no such field
    event.data.object.amountt;
    return event.data.object.chargedAmount;
  }
  // @ts-expect-error: no such type
  if (event.type === 'payment.suceeded') return 0;
  try {
    const refund = await pay.refund.approve('id');
    return refund.amount;
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    // @ts-expect-error: no such code
    error.is('REFUND_AMOUNT_EXCEDED');
    if (error.is('REFUND_AMOUNT_EXCEEDED')) return error.refused.refundableAmount ?? 0;
    // @ts-expect-error: a fact of another code
    if (error.is('CURSOR_EXPIRED')) return error.refused.refundableAmount;
    return 0;
  }
}
