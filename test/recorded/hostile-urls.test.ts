// Hostile texts as addresses of webhooks, whole and in each part: none sends a message to a private address.
import { isIP } from 'node:net';
import { expect, it } from 'vitest';
import { isWebhookUrl } from '#domain/webhook/webhook-url.ts';
import { post } from '#webhook/post.ts';
import { hostileTexts } from './corpora.ts';

const METADATA = '169.254.169.254';
const PRIVATE = [
  METADATA,
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  `::ffff:${METADATA}`,
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
  'fd00::1',
  'fe80::1',
];
const PUBLIC = { address: '1.1.1.1', family: 4 };
const MESSAGE = { headers: {}, body: '{}' };

const texts = hostileTexts().map((text) => text.replaceAll('{target}', METADATA));
const urls = texts.flatMap((text) => [
  text,
  `https://${text}`,
  `https://${text}/events`,
  `https://${text}@shop.example/`,
  `https://shop.example${text}`,
  `https://shop.example/${text}`,
  `https://shop.example:${text}/`,
  `https://${METADATA}${text}`,
]);
const accepted = [...new Set(urls)].filter((url) => isWebhookUrl(url, false));

it('an accepted address is https to a name, without user-info', () => {
  expect(urls.length).toBeGreaterThan(10_000);
  expect(accepted.length).toBeGreaterThan(100);
  const odd = accepted.filter((url) => {
    const { protocol, hostname, username, password } = new URL(url);
    return (
      protocol !== 'https:' || username + password !== '' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
    );
  });
  expect(odd).toEqual([]);
});

it('a name with a private address among its addresses is not called, in any order of the DNS', async () => {
  for (const [at, url] of accepted.entries()) {
    const address = PRIVATE[at % PRIVATE.length] ?? METADATA;
    const resolved = [PUBLIC, { address, family: address.includes(':') ? 6 : 4 }];
    const outcome = await post(url, MESSAGE, {
      allowsLocalhost: false,
      resolveHost: async () => (at % 2 === 0 ? resolved : resolved.toReversed()),
    });
    expect([url, address, outcome]).toMatchObject([
      url,
      address,
      { kind: 'failed', error: 'ADDRESS_NOT_PUBLIC' },
    ]);
  }
});

it('a refused address is neither resolved nor called', async () => {
  const refused = [...new Set(urls)].filter((url) => !isWebhookUrl(url, false));
  let asked = 0;
  const resolveHost = async () => {
    asked += 1;
    return [PUBLIC];
  };
  for (const url of refused) {
    const outcome = await post(url, MESSAGE, { allowsLocalhost: false, resolveHost });
    expect([url, outcome]).toMatchObject([url, { kind: 'failed', error: 'URL_NOT_ALLOWED' }]);
  }
  expect(asked).toBe(0);
});
