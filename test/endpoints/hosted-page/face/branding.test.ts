// The branding of a shop on its pages: the merchant's, replaced for one page, and kept by the page.
import { describe, expect, it } from 'vitest';
import { changeMerchant } from '../../../../lib/operator/onboarding.ts';
import { expectRejection } from '../../../drivers/rejection.ts';
import { pngImage } from '../../../fixtures/images.ts';
import { type ApiAnswer, CARDS, pageBody, startHarness } from '../../../harness/harness.ts';
import { customersOf } from '../../customer/customers.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, logs } = harness;

const png = (...image: Parameters<typeof pngImage>) => pngImage(...image).toString('base64');
const FACE = {
  color: '#8a4b22',
  displayName: 'Kahve & Dükkân',
  supportEmail: 'destek@shop.example',
  supportPhone: '0850 222 00 00',
  supportUrl: 'https://shop.example/yardim',
  termsUrl: 'https://shop.example/kosullar',
  privacyUrl: 'https://shop.example/kvkk',
};
const faced = await service.addMerchant({
  name: 'Kahve A.Ş.',
  threeDSecure: 'never',
  face: { branding: FACE, logo: png({ width: 200, height: 80 }, 0x8a4b22, 'made by the agency') },
});
const key = faced.apiKey;
const logoIn = (text: string) => /<img class="logo[^"]*" src="([^"]+)"/.exec(text)?.[1] ?? 'no logo';
const contactIn = (text: string) =>
  Array.from(text.matchAll(/href="((?:mailto|tel):[^"]+|https:[^"]+)"/g), ([, address]) => address);

const CONTACT = ['mailto:destek@shop.example', 'tel:08502220000'];
const LINKS = [...CONTACT, FACE.supportUrl, FACE.termsUrl, FACE.privacyUrl];

describe('the branding of a merchant', () => {
  it('form and receipt have the merchant’s name, colours, logo, contact and links', async () => {
    const { hostedPageUrl } = await createPage({ language: 'tr' }, { key });
    const form = await buyer.open(hostedPageUrl);
    expect(form.text).toContain('Kahve &amp; Dükkân');
    expect(form.text).not.toContain('Kahve A.Ş.');
    expect(form.text).toContain('--face:#8a4b22');
    expect(contactIn(form.text)).toEqual(LINKS);
    await buyer.submit(form, { cardNumber: CARDS.approved });
    const receipt = await buyer.open(hostedPageUrl);
    expect(receipt.text).toContain('data-state="paid"');
    expect(contactIn(receipt.text)).toEqual(LINKS);
    expect(logoIn(receipt.text)).toBe(logoIn(form.text));
  });

  it('the receipt says what was bought, as the order had it, and who sold it', async () => {
    const products = [
      { id: '1', name: 'Kahve', quantity: 3, amount: 40, discountAmount: 5 },
      { id: '2', name: 'Cezve', amount: 5 },
    ];
    const order = { amount: 65, products, shippingAmount: 20, language: 'tr' };
    const { hostedPageUrl } = await createPage(order, { key });
    await buyer.submit(await buyer.open(hostedPageUrl), { cardNumber: CARDS.approved });
    const { text } = await buyer.open(hostedPageUrl);
    const lines = text.match(/<li>.*<\/li>/g)?.map((line) => line.replaceAll(/<[^>]*>/g, '|'));
    expect(lines).toEqual([
      '||3\u00a0× |Kahve| (5,00\u00a0₺ indirim)||40,00\u00a0₺||',
      '|||Cezve|||5,00\u00a0₺||',
    ]);
    expect(text).toContain('<dt>Kargo</dt><dd><bdi>20,00\u00a0₺</bdi></dd>');
    expect(text).toContain('Kahve &amp; Dükkân');
  });

  it('the logo is served from our own address, without metadata, and cached by browsers', async () => {
    const { hostedPageUrl } = await createPage({}, { key });
    const address = logoIn((await buyer.open(hostedPageUrl)).text);
    expect(address).toMatch(new RegExp(`^${service.baseUrl}/iframe/logo-200x80-[0-9a-f]{32}$`));
    const image = await buyer.open(address);
    expect(image.status).toBe(200);
    expect(image.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; img-src data:; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const [, data = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(image.text) ?? [];
    expect(Buffer.from(data, 'base64')).toEqual(pngImage({ width: 200, height: 80 }));
  });

  it('an unknown logo and hostile ids are 404', async () => {
    for (const id of [
      '',
      '200x80-',
      `200x80-${'0'.repeat(32)}`,
      '1x1-../MERCHANT',
      `0x0-${'A'.repeat(32)}`,
    ]) {
      expect((await buyer.open(`/iframe/logo-${encodeURIComponent(id)}`)).status, id).toBe(404);
    }
    expect(logs.join('\n')).not.toContain('"errorName"');
  });

  it('a card page has the same branding', async () => {
    const { id } = await customersOf(harness).create({}, { key });
    const made = await api<{ hostedPageUrl: string }>('POST', `/api/customer/${id}/addcardlink`, {
      key,
      body: { branding: { color: '#14213d' } },
    });
    const { text } = await buyer.open(made.json.data.hostedPageUrl);
    expect(text).toContain('--face:#14213d');
    expect([contactIn(text), logoIn(text)]).toEqual([LINKS, expect.stringContaining('/iframe/logo-200x80-')]);
  });

  it('a page keeps the branding of its creation', async () => {
    const { merchantId, apiKey } = await service.addMerchant({ face: { branding: FACE, logo: png() } });
    const { hostedPageUrl } = await createPage({}, { key: apiKey });
    const before = (await buyer.open(hostedPageUrl)).text;
    const replacing = { branding: { color: '#14213d', supportPhone: null }, logo: png({}, 0x14213d) };
    await changeMerchant(merchantId, { face: replacing }, harness.now());
    const after = (await buyer.open(hostedPageUrl)).text;
    expect([contactIn(after), logoIn(after)]).toEqual([contactIn(before), logoIn(before)]);
    expect((await buyer.open(logoIn(after))).status).toBe(200);
  });

  it('a removed logo is erased, also for pages that name it', async () => {
    const { merchantId, apiKey } = await service.addMerchant({ face: { branding: FACE, logo: png() } });
    const { hostedPageUrl } = await createPage({}, { key: apiKey });
    const address = logoIn((await buyer.open(hostedPageUrl)).text);
    await changeMerchant(merchantId, { face: { logo: null } }, harness.now());
    expect((await buyer.open(address)).status).toBe(404);
    expect((await buyer.open(hostedPageUrl)).status).toBe(200);
  });

  it('another merchant with the same image has another logo, and keeps it', async () => {
    const [one, other] = await Promise.all([
      service.addMerchant({ face: { logo: png() } }),
      service.addMerchant({ face: { logo: png() } }),
    ]);
    const address = async (apiKey: string) =>
      logoIn((await buyer.open((await createPage({}, { key: apiKey })).hostedPageUrl)).text);
    const [mine, theirs] = [await address(one.apiKey), await address(other.apiKey)];
    expect(mine).not.toBe(theirs);
    await changeMerchant(one.merchantId, { face: { logo: null } }, harness.now());
    expect((await buyer.open(theirs)).status).toBe(200);
  });
});

describe('the branding of a page', () => {
  const create = async (branding: unknown, apiKey = key) =>
    await api('POST', '/api/payment/hostedpage', { key: apiKey, body: pageBody({ branding }) });
  const shown = async (made: ApiAnswer) => (await buyer.open(String(made.json.data['hostedPageUrl']))).text;

  it('each part of a request replaces the merchant’s for this page, and the logo stays', async () => {
    const given = { displayName: 'Kiraz Şubesi', color: '#14213D', supportPhone: '444 0 000' };
    const text = await shown(await create(given));
    expect(text).toContain('Kiraz Şubesi');
    expect(text).toContain('--face:#14213d');
    expect(contactIn(text)).toEqual([CONTACT[0], 'tel:4440000', ...LINKS.slice(2)]);
    expect(logoIn(text)).toContain('/iframe/logo-');
  });

  it('no request sets a logo, neither its own nor that of another merchant', async () => {
    const { apiKey } = await service.addMerchant();
    const logo = logoIn(await shown(await create({})));
    const made = await create({ logo: logo.split('/logo-')[1], displayName: 'Taklit' }, apiKey);
    expectRejection(made, { code: 'UNKNOWN_FIELD', facts: ['errors', 'knownNames'] });
  });

  it('a colour without readable text is refused with its contrast and a colour that passes', async () => {
    const answer = await create({ color: '#777777' });
    expect(answer.json.data['errors']).toEqual([
      {
        field: 'branding.color',
        code: 'INVALID_FORMAT',
        message: expect.stringMatching(/karşıtlığı 4\.47, en az 4\.5 gerekir; örneğin #7[0-9a-f]{5}/),
      },
    ]);
    const english = await api('POST', '/api/payment/hostedpage', {
      key,
      body: pageBody({ branding: { color: '#777777' } }),
      headers: { 'accept-language': 'en' },
    });
    expect(JSON.stringify(english.json.data['errors'])).toContain('its contrast is 4.47, 4.5 is needed');
  });

  it.each([
    ['color', 'red', 'INVALID_FORMAT'],
    ['color', '#fff', 'INVALID_FORMAT'],
    ['color', '#8a4b22;}', 'TOO_LONG'],
    ['color', 8, 'INVALID_TYPE'],
    ['displayName', 'x'.repeat(61), 'TOO_LONG'],
    ['displayName', 'Kahve\u202e', 'INVALID_FORMAT'],
    ['displayName', `Kart ${CARDS.troy}`, 'CARD_DATA'],
    ['supportEmail', 'destek', 'INVALID_FORMAT'],
    ['supportPhone', '1', 'INVALID_FORMAT'],
    ['supportPhone', '0850;ext=1', 'INVALID_FORMAT'],
    ['supportUrl', 'ftp://shop.example/', 'INVALID_FORMAT'],
    ['supportUrl', 'javascript:alert(1)', 'INVALID_FORMAT'],
    ['termsUrl', 'https://a@shop.example/', 'INVALID_FORMAT'],
    ['privacyUrl', `https://shop.example/${'x'.repeat(255)}`, 'TOO_LONG'],
  ])('the field %s with %j is refused with %s', async (name, value, code) => {
    const errors = (await create({ [name]: value })).json.data['errors'] as { field: string; code: string }[];
    expect(errors.map((error) => [error.field, error.code])).toEqual([[`branding.${name}`, code]]);
  });

  it('names with markup and letters of every script are shown as text', async () => {
    const text = await shown(await create({ displayName: '<b onclick=x>قهوة "&\'' }));
    expect(text).toContain('<bdi>&lt;b onclick=x&gt;قهوة &quot;&amp;&#39;</bdi>');
  });
});
