import { describe, expect, it } from 'vitest';
import { type ReturnFacts, signatureOf, signedReturnUrl } from '#domain/payment/return-url.ts';

const SECRET = 'whsec_test';
const facts: ReturnFacts = {
  token: 'HST-1',
  orderNumber: 'Sipariş 1&2=3#4+5',
  status: 'Successful',
  paymentReferenceNumber: 'PAY-1',
  ts: '2026-11-20T09:00:00.000Z',
};
const ADDED =
  'orderNumber=Sipari%C5%9F%201%262%3D3%234%2B5&paymentReferenceNumber=PAY-1&status=Successful&token=HST-1' +
  '&ts=2026-11-20T09%3A00%3A00.000Z';
/** Computed once with another program: printf '%s' "$ADDED" | openssl dgst -sha256 -hmac whsec_test */
const SIGNATURE = '02947de16b8fa573cb2bd92e96d66f701f839f316d56d92fc8c3b4ef7f49dbfa';

it('the signature covers the added parameters, sorted by name, and not the query of the shop', () => {
  expect(signatureOf(ADDED, SECRET)).toBe(SIGNATURE);
  const signed = `${ADDED}&signature=${SIGNATURE}`;
  expect(signedReturnUrl('https://shop.example/s', facts, SECRET)).toBe(`https://shop.example/s?${signed}`);
  expect(signedReturnUrl('https://shop.example/s?a=1', facts, SECRET)).toBe(
    `https://shop.example/s?a=1&${signed}`,
  );
});

it.each([
  ['https://shop.example', 'https://shop.example?', ''],
  ['https://shop.example/?', 'https://shop.example/?', ''],
  ['https://shop.example/?a=1&', 'https://shop.example/?a=1&', ''],
  ['https://shop.example/?a=%C5%9F+b', 'https://shop.example/?a=%C5%9F+b&', ''],
  ['https://shop.example/#top', 'https://shop.example/?', '#top'],
  ['https://shop.example/?a=1#top?b=2', 'https://shop.example/?a=1&', '#top?b=2'],
  ['https://dükkân.example/ş', 'https://xn--dkkn-doa7m.example/%C5%9F?', ''],
])('the return address %s becomes %s', (address, beginning, anchor) => {
  const url = signedReturnUrl(address, facts, SECRET);
  expect(url).toBe(`${beginning}${ADDED}&signature=${SIGNATURE}${anchor}`);
  expect(url).toMatch(/^[\x21-\x7e]+$/);
});

describe('a forged return address', () => {
  it.each([
    ['status', { ...facts, status: 'Failed' as const }],
    ['order', { ...facts, orderNumber: 'Sipariş 2' }],
    ['payment', { ...facts, paymentReferenceNumber: 'PAY-2' }],
    ['time', { ...facts, ts: '2026-11-20T09:00:00.001Z' }],
  ])('another %s gives another signature', (_, other) =>
    expect(signedReturnUrl('https://shop.example/', other, SECRET)).not.toContain(SIGNATURE),
  );

  it('an encoded separator in a value does not become a parameter', () => {
    const one = signedReturnUrl('https://s.example/', { ...facts, orderNumber: 'A', token: 'B' }, SECRET);
    const other = signedReturnUrl(
      'https://s.example/',
      { ...facts, orderNumber: 'A&status=x', token: 'B' },
      SECRET,
    );
    expect(new URL(other).searchParams.getAll('status')).toEqual(['Successful']);
    expect(new URL(one).searchParams.get('signature')).not.toBe(new URL(other).searchParams.get('signature'));
  });

  it('another secret gives another signature', () =>
    expect(signatureOf(ADDED, 'whsec_other')).not.toBe(SIGNATURE));
});
