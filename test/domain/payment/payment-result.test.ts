import { describe, expect, it } from 'vitest';
import { SINGLE } from '#domain/installment/offer.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { signResult } from '#domain/payment/page-result.ts';
import { paymentResult, returnOf } from '#domain/payment/payment-result.ts';

const NOW = new Date('2026-11-20T09:00:00.750Z');
const page: HostedPage = {
  tokenDigest: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  merchantId: 'merchant-1',
  merchantName: 'Kahve Dükkânı',
  timeZone: 'Europe/Istanbul',
  isTest: true,
  orderNumber: "O'Neil-1 ş",
  amountMinor: 14_990,
  currency: 'TRY',
  installments: SINGLE,
  products: [],
  successUrl: 'https://shop.example/ok',
  failUrl: 'https://shop.example/fail',
  state: 'Failed',
  attemptCount: 1,
  declineCount: 1,
  lastDecline: 'DO_NOT_HONOUR',
  paymentReferenceNumber: 'PAY-1',
  frameOrigins: [],
  createdAt: '2026-11-20T08:55:00.000Z',
  expiresAt: '2026-11-20T09:25:00.000Z',
};
const issued = { by: 'https://pay.example', id: 'result-1', now: NOW };

describe('the address to which a buyer returns, and its status', () => {
  const cancelUrl = 'https://shop.example/left';
  const late = '2026-11-20T08:59:00.000Z';
  it.each<[string, Partial<HostedPage>, string | undefined, string | undefined]>([
    ['a paid page', { state: 'Paid' }, 'Successful', page.successUrl],
    ['a failed page', { state: 'Failed', cancelUrl }, 'Failed', page.failUrl],
    ['an open page', { state: 'Open', cancelUrl }, 'Cancelled', cancelUrl],
    ['an open page without cancelUrl', { state: 'Open' }, 'Cancelled', page.failUrl],
    ['an expired page', { state: 'Open', cancelUrl, expiresAt: late }, 'Expired', page.failUrl],
    ['a superseded page', { state: 'Open', cancelUrl, supersededAt: late }, 'Expired', page.failUrl],
    ['a page whose payment has no outcome yet', { state: 'Processing', cancelUrl }, undefined, undefined],
    [
      'a page that is paid after its expiry',
      { state: 'Paid', expiresAt: late },
      'Successful',
      page.successUrl,
    ],
  ])('%s', (_, more, status, address) => {
    const expected = status === undefined ? undefined : { status, address };
    expect(returnOf({ ...page, ...more }, NOW)).toEqual(expected);
  });
});

it('a result names page, order, amount and attempt, and is valid for ten minutes', () => {
  expect(paymentResult(page, 'Failed', issued)).toEqual({
    iss: 'https://pay.example',
    aud: 'merchant-1',
    jti: 'result-1',
    iat: 1795165200,
    exp: 1795165800,
    orderNumber: "O'Neil-1 ş",
    amount: 149.9,
    currency: 'TRY',
    chargedAmount: 149.9,
    status: 'Failed',
    paymentReferenceNumber: 'PAY-1',
    errorCode: 'DO_NOT_HONOUR',
    page: 'a1b2c3d4e5f60718',
  });
});

it('a payment has no error code, and a page that was left or expired has no payment', () => {
  const facts = (status: Parameters<typeof paymentResult>[1]) => {
    const { paymentReferenceNumber, errorCode } = paymentResult(page, status, issued);
    return [paymentReferenceNumber, errorCode];
  };
  expect(facts('Successful')).toEqual(['PAY-1', null]);
  expect(facts('Cancelled')).toEqual([null, null]);
  expect(facts('Expired')).toEqual([null, null]);
});

it('the charged amount is that of the payment which the result names', () => {
  const surcharged = { paymentReferenceNumber: 'PAY-1', chargedMinor: 15_891 };
  const facts = (more: Partial<HostedPage>, status: Parameters<typeof paymentResult>[1]) => {
    const { amount, chargedAmount } = paymentResult({ ...page, surcharged, ...more }, status, issued);
    return [amount, chargedAmount];
  };
  expect(facts({ state: 'Paid' }, 'Successful')).toEqual([149.9, 158.91]);
  expect(facts({}, 'Failed')).toEqual([149.9, 158.91]);
  expect(facts({ state: 'Open' }, 'Cancelled')).toEqual([149.9, 149.9]);
  // After the attempt with a surcharge another one paid, without a surcharge.
  expect(facts({ state: 'Paid', paymentReferenceNumber: 'PAY-2' }, 'Successful')).toEqual([149.9, 149.9]);
});

it('the signature is that of other programs for the same bytes', () => {
  const jws = signResult(paymentResult(page, 'Failed', issued), { kid: 'k1', secret: 'whsec_test' });
  const [header = '', payload = '', signature] = jws.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown;
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'k1' });
  expect(read(payload)).toEqual(paymentResult(page, 'Failed', issued));
  // From: openssl dgst -sha256 -hmac whsec_test -binary | basenc --base64url, over the same bytes.
  expect(signature).toBe('J4vykUh1vwXHJ1bCXFtJ_h3oeO6eWo9xSbuWYQbSi_0');
});
