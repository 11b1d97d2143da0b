// The addresses that a webhook may have.
import { describe, expect, it } from 'vitest';
import { isWebhookUrl } from '#domain/webhook/webhook-url.ts';

const allowed = (url: string) => isWebhookUrl(url, false);

describe('the address of a webhook', () => {
  it.each([
    'https://shop.example/events',
    'https://shop.example',
    'https://shop.example:8443/a/b?c=d&e=%20',
    'https://shop.example:443/',
    'https://a_b.xn--80ak6aa92e.com/',
    'HTTPS://Shop.Example/Events',
  ])('the address %s is accepted', (url) => expect(allowed(url)).toBe(true));

  it.each([
    'http://shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'gopher://shop.example:70/_',
    '//a.b',
    'https:shop.example',
    'https:/shop.example',
    'https:\\\\shop.example',
    'https://shop.example\\@evil.com',
    'https://user@shop.example/',
    'https://user:pw@shop.example/',
    'https://@shop.example/',
    'https://:@a.b/',
    'https://shop.example#@evil.com/',
    'https://shop.example/#a',
    'https://shop.example/ a',
    ' https://a.b/',
    'https://shop.example/\n',
    'https://shop.example/\r\nHost: a',
    'https://sh\top.example/',
    'https://şop.com/',
    'https://shop.example:80/',
    'https://shop.example:22/',
    'https://shop.example:1023/',
    'https://a.b:0/',
    'https://shop.example:65536/',
    'https://shop.example:-1/',
    'https://shop.example:4 43/',
    'https://localhost/',
    'https://intranet/',
    'https://shop/',
    'https://db.internal/',
    'https://a.local/',
    'https://localhost.localdomain/',
    'https://a.localhost/',
    'https://a.home.arpa/',
    'https://a.onion/',
    'https://metadata.google.internal/',
    'https://shop.example./',
    'https://.example/',
    'https://a..b/',
    'https://-a.com/',
    'https://a-.com/',
    'https://a%2eb.com%2f/',
    `https://${'a'.repeat(64)}.com/`,
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://8.8.8.8/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://[2606:4700::1]/',
    'https://127.0.0.1.:8443/',
    'https://①②⑦.⓪.⓪.①/',
    'https://a.1/',
    `https://a.b/${'x'.repeat(1024)}`,
    '',
    'javascript:alert(1)',
    'https://',
    'https:///events',
    'https://?a.b',
    'https://a.b|c/',
  ])('the address %s is refused', (url) => expect(allowed(url)).toBe(false));

  it('http on localhost is accepted for a test account of the local service only', () => {
    expect(isWebhookUrl('http://localhost:3000/events', true)).toBe(true);
    expect(isWebhookUrl('http://localhost:3000/events', false)).toBe(false);
    for (const url of ['http://127.0.0.1:3000/', 'http://localhost.evil.com/', 'http://a@localhost:3000/']) {
      expect(isWebhookUrl(url, true)).toBe(false);
    }
    for (const url of [
      'https://localhost:3000/',
      'http://localhost:22/',
      'http://[::1]:3000/',
      'http://shop.example/',
    ]) {
      expect(isWebhookUrl(url, true)).toBe(false);
    }
  });
});
