import { describe, expect, it } from 'vitest';
import { isEmail } from '#domain/customer.ts';

describe('e-mail addresses', () => {
  it.each([
    'ayse@example.com',
    'Ayse.Yilmaz+fatura@mail.example.com.tr',
    "o'neil@example.co.uk",
    'a@b.io',
    '1@2.example',
    'info@çiçek.com.tr',
    'x@xn--iek-1lar.com.tr',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.com`,
    'name@sub-domain.example.museum',
  ])('the address %s is accepted', (text) => expect(isEmail(text)).toBe(true));

  it.each([
    '',
    '@',
    'ayse',
    'ayse@',
    '@example.com',
    'ayse@example',
    'ayse@@example.com',
    'ayse@example..com',
    'ayse@.example.com',
    'ayse@example.com.',
    '.ayse@example.com',
    'ayse.@example.com',
    'a..b@example.com',
    'ayşe@example.com',
    'ay se@example.com',
    'ayse@exam ple.com',
    'ayse@-example.com',
    'ayse@example-.com',
    'ayse@127.0.0.1',
    'ayse@[127.0.0.1]',
    'ayse@example.123',
    'ayse@example.c',
    '"ayse"@example.com',
    'Ayse <ayse@example.com>',
    'ayse@example.com;fatma@example.com',
    'ayse@example.com\r\nBcc: all@example.com',
    'ayse(yorum)@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(126)}com`,
  ])('the address %j is refused', (text) => expect(isEmail(text)).toBe(false));
});
