// A link says who asks, for what and until when; a preview of its address tells no amount, order or buyer
// (hosted-page.md 14.7).
import { expect, it } from 'vitest';
import { startHarness } from '../../../harness/harness.ts';

const { service, api, buyer, createPage } = await startHarness();
const HOSTILE = `"><script>alert(1)</script>&amp;' onload=x`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&#39; onload=x';
const link = async (more: object = {}, key?: string) =>
  await createPage({ expiresInMinutes: 129_600, language: 'tr', ...more }, key === undefined ? {} : { key });
const headOf = (text: string) => text.slice(0, text.indexOf('<style'));

it('a link is a payment request with its shop, its products and its last day', async () => {
  const products = ['Kahve', 'Fincan', 'Filtre'].map((name, at) => ({ id: `${at}`, name, amount: 50 }));
  const { hostedPageUrl } = await link({ amount: 150, products });
  const { text } = await buyer.open(hostedPageUrl);
  expect(text).toContain('<h1>Ödeme isteği</h1>');
  expect(text).toMatch(/<bdi>[^<]+<\/bdi> sizden bu ödemeyi istiyor\./);
  expect(text).toContain('<dd><bdi>Kahve</bdi> ve 2 ürün daha</dd>');
  expect(text).toMatch(
    /<dt>Son ödeme zamanı<\/dt><dd><time datetime="2027-02-18T[^"]+">18 Şubat 2027 12:00</,
  );
  const english = await buyer.open((await link({ language: 'en', orderNumber: 'INV-7' })).hostedPageUrl);
  expect(english.text).toContain('<h1>Payment request</h1>');
  expect(english.text).toContain('Order number <bdi>INV-7</bdi>');
});

it('the tags of a preview have shop and end, and neither amount, order, product nor buyer', async () => {
  const customer = await api('POST', '/api/customer', { body: { fullName: 'Ayşe Gizli' } });
  const { hostedPageUrl } = await link({
    amount: 7777.77,
    orderNumber: 'GİZLİ-9',
    customerId: customer.json.data['id'],
    products: [{ id: '1', name: 'Gizli ürün', amount: 7777.77 }],
  });
  const head = headOf((await buyer.open(hostedPageUrl)).text);
  const tags = [...head.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(([, name]) => name);
  expect(tags).toEqual(['type', 'site_name', 'title', 'description', 'locale']);
  expect(head).toContain('content="Kartla ödeme sayfası. Son ödeme zamanı: 18 Şubat 2027 12:00."');
  expect(head).toMatch(/<title>Ödeme isteği · /);
  expect(head).not.toMatch(/7[.,]?777|Gizli|GİZLİ|HST-/);
  expect((await buyer.open((await createPage()).hostedPageUrl)).text).not.toContain('og:');
});

it('hostile texts stay texts, on the face and in the tags', async () => {
  const { apiKey } = await service.addMerchant({ name: HOSTILE });
  const products = [{ id: '1', name: HOSTILE, amount: 10 }];
  const { text } = await buyer.open((await link({ amount: 10, products }, apiKey)).hostedPageUrl);
  expect(headOf(text)).toContain(`<meta property="og:site_name" content="${ESCAPED}">`);
  expect(text).toContain(`<dd><bdi>${ESCAPED}</bdi></dd>`);
  expect(text).not.toContain('<script>alert');
});
