// A buyer pays an order on the deployed pages: gateway responses, payment form, 3-D Secure, return to the
// shop.
import { strict as assert } from 'node:assert';
import { verifyReturn } from '../../../lib/demo/shop/verified-result.ts';
import type { RehearsalContext } from '../context.ts';
import type { Merchant } from '../merchant.ts';

export const APPROVED = '5528790000000008';
const NOT_SUFFICIENT_FUNDS = '4111111111111129';
const ENVELOPE = ['data', 'errorCode', 'message', 'success', 'timestamp'];

/** API Gateway itself rejects calls without a valid key; its responses are in the envelope. */
export async function checkUnauthenticatedRejected({ report, merchant }: RehearsalContext): Promise<void> {
  const callWithKey = async (apiKey: string) => {
    const { status, headers, ...envelope } = await merchant.request('GET', '/api/payment', {
      headers: { 'X-Api-Key': apiKey },
    });
    assert.deepEqual(Object.keys(envelope).sort(), ENVELOPE);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(status, 401);
    return envelope;
  };
  await report.step(
    'A call without a key, and with a wrong one',
    async () => [await callWithKey(''), await callWithKey(`psk_test_${'0'.repeat(38)}`)],
    ([withoutKey]) => `401 twice, in the envelope; without one ${withoutKey?.errorCode}`,
  );
}

/** Creates a hosted page for an order and returns its URL. */
export async function openPage(
  { merchant }: Pick<RehearsalContext, 'merchant'>,
  orderNumber: string,
): Promise<string> {
  const page = await merchant.call('POST', '/api/payment/hostedpage', {
    amount: 149.9,
    currency: 'TRY',
    orderNumber,
    successUrl: 'https://shop.example/thanks',
    failUrl: 'https://shop.example/basket',
    language: 'en',
  });
  return String(page['hostedPageUrl']);
}

/** Returns the payment's reference number. */
export async function payOrder(context: RehearsalContext): Promise<string> {
  const { report, merchant } = context;
  const orderNumber = 'REHEARSAL-1';
  const pageUrl = await report.step(
    'A hosted page is created',
    () => openPage(context, orderNumber),
    (address) => `at ${new URL(address).host}`,
  );
  await report.step(
    'A card without funds is declined on the page',
    async () => {
      const notice = await merchant.pay(pageUrl, NOT_SUFFICIENT_FUNDS);
      assert.ok(notice !== '' && !notice.startsWith('http'), `the buyer is redirected to ${notice}`);
      return notice;
    },
    (notice) => `"${notice.split('. ')[0]}."`,
  );
  const reference = await report.step(
    'Another card pays, with 3-D Secure',
    async () => referenceOf(await merchant.pay(pageUrl, APPROVED), orderNumber, merchant),
    (paid) => `${paid}, back at the shop with a valid signature`,
  );
  await report.step(
    'The payment is shown',
    async () => {
      const payment = await merchant.call('GET', `/api/payment/${reference}`);
      assert.equal(payment['status'], 'Successful');
      assert.equal(payment['threeDSecure'], true);
      assert.equal(payment['orderNumber'], orderNumber);
      return payment;
    },
    ({ status, amount, maskedCardNumber }) => `${status}, ${amount} TRY, ${maskedCardNumber}`,
  );
  return reference;
}

/** Like a shop, trusts only a verified result of the expected order. */
function referenceOf(returnAddress: string, orderNumber: string, merchant: Merchant): string {
  assert.ok(
    returnAddress.startsWith('https://shop.example/thanks?'),
    `the buyer is redirected to ${returnAddress}`,
  );
  const sent = {
    amount: 149.9,
    currency: 'TRY',
    hostedPageUrl: '',
    startedAtMs: 0,
    calls: new Set<string>(),
  };
  const order = { orderNumber, productId: '', ...sent };
  const { searchParams } = new URL(returnAddress);
  const orders = new Map([[orderNumber, order]]);
  const returned = verifyReturn(searchParams, orders, { ...merchant, nowMs: Date.now() });
  assert.ok(returned.kind === 'verified', 'the result is not that of the order');
  assert.equal(returned.result.status, 'Successful');
  return returned.result.paymentReferenceNumber ?? '';
}
