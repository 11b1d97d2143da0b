// docs/shops.md is correct: its code accepts the running service's results and no forged one, and both
// languages have the same content.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnUrl } from '#domain/payment/return-url.ts';
import { documentIn } from '../../lib/site/sources.ts';
import { runCommand } from '../bin/driver/command.ts';
import { resultOf } from '../drivers/result.ts';
import { CARDS, MINUTE, startHarness } from '../harness/harness.ts';
import { codeIn, loadShopCode, type Order } from './shop-code.ts';

const GUIDES = (['en', 'tr'] as const).map((language) => ({
  language,
  text: documentIn('docs/shops', language),
}));
const harness = await startHarness();
const { merchant, service, buyer, createPage, moveBy } = harness;
const { merchantId, signingSecret: SECRET, kid = '' } = merchant;

const loadShop = (secrets?: Record<string, string>) => loadShopCode(harness, secrets);
const { verifiedOrder: verify } = await loadShop();

const waiting = (orderNumber: string, amount = 149.9): Order => ({ orderNumber, amount, currency: 'TRY' });

/** Pays or fails an order; returns the address of the shop at which the buyer arrives. */
async function arrive(more: Record<string, unknown> = {}, cardNumber: string = CARDS.approved) {
  const page = await createPage({ successUrl: 'https://shop.example/ok', ...more });
  let form = await buyer.open(page.hostedPageUrl);
  for (let attempt = 1; attempt < 5 && cardNumber !== CARDS.approved; attempt += 1) {
    form = await buyer.submit(form, { cardNumber });
  }
  const { location = '' } = await buyer.submit(form, { cardNumber });
  const jws = new URL(location).searchParams.get('result') ?? '';
  return { page, location, jws, order: waiting(page.orderNumber) };
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const sign = (signed: string, secret: string, hash = 'sha256') =>
  `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;

describe('the code for shops', () => {
  it('a paid order is verified at each address of the shop, with any additions of the address', async () => {
    const addresses = ['https://shop.example/ok', 'https://shop.example/ok?basket=7&q=a%20b#top'];
    for (const successUrl of addresses) {
      const { location, order } = await arrive({ successUrl });
      const { pathname, search } = new URL(location);
      for (const url of [location, `${pathname}${search}`]) {
        expect(verify(url, order)).toMatchObject({ status: 'Successful', ...order });
      }
    }
  });

  it('an apostrophe in the order number changes nothing', async () => {
    const { location, order } = await arrive({ orderNumber: "O'Neil-1" });
    expect(verify(new URL(location).href, order).orderNumber).toBe("O'Neil-1");
  });

  it('every printable order number survives the way through a browser', () => {
    const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 });
    const right = Math.floor(Date.now() / 1000) + 600;
    fc.assert(
      fc.property(printable, (orderNumber) => {
        const facts = { iss: service.baseUrl, aud: merchantId, exp: right, ...waiting(orderNumber) };
        const jws = sign(`${encode({ alg: 'HS256', kid })}.${encode(facts)}`, SECRET);
        const url = new URL(returnUrl('https://shop.example/ok?a=1', jws)).href;
        expect(verify(url, waiting(orderNumber))).toEqual(facts);
      }),
    );
  });

  it('both secrets verify during a rotation, and afterwards only the newer one', async () => {
    const old = await arrive();
    const command = (word: string, ...args: string[]) =>
      runCommand(
        'merchant',
        'signing-secret',
        word,
        ...args,
        '--merchant',
        merchantId,
        '--local',
        service.baseUrl,
      );
    const added = JSON.parse((await command('add')).text) as { kid: string; signingSecret: string };
    const { verifiedOrder: both } = await loadShop({ [kid]: SECRET, [added.kid]: added.signingSecret });
    expect(both(old.location, old.order).status).toBe('Successful');
    const facts = encode({ ...resultOf(old.location), jti: 'by the newer one' });
    const newer = sign(`${encode({ alg: 'HS256', kid: added.kid })}.${facts}`, added.signingSecret);
    expect(both(`/ok?result=${newer}`, old.order).status).toBe('Successful');
    const { verifiedOrder: after } = await loadShop({ [added.kid]: added.signingSecret });
    expect(() => after(old.location, old.order)).toThrow('The signature is wrong.');
    await command('retire', '--secret', added.kid);
  });
});

describe('an attack on the code for shops', async () => {
  const failed = await arrive({}, CARDS.insufficientFunds);
  const paid = await arrive();
  const { jws, order } = failed;
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const facts = resultOf(failed.location);
  const forged = { ...facts, status: 'Successful' as const };
  const stranger = await service.addMerchant({ threeDSecure: 'never' });

  it.each([
    ['an encoded twin before the result', `/ok?%73tatus=Successful&result=${jws}`],
    ['an encoded twin after the result', `/ok?result=${jws}&%73tatus=Successful`],
    ['twins of order number and amount', `/ok?order%4eumber=X&amount=1&status=Successful&result=${jws}`],
    ['the path of a success', `/shop/success?result=${jws}`],
  ])('%s does not change the status: the payment has failed', (_, url) => {
    expect(verify(url, order)).toEqual(facts);
    expect(facts.status).toBe('Failed');
  });

  it.each([
    ['two results, ours first', `/ok?result=${jws}&result=${paid.jws}`],
    ['two results, ours last', `/ok?result=${paid.jws}&result=${jws}`],
    ['an encoded twin of the result', `/ok?result=${jws}&%72esult=${paid.jws}`],
    ['an empty twin', `/ok?result=${jws}&result`],
  ])('addresses with %s are refused', (_, url) => {
    expect(() => verify(url, order)).toThrow('more than one result');
  });

  it('the paid result of another order is refused, with any basket in the address', () => {
    for (const url of [`/ok?result=${paid.jws}`, `/ok?basket=${order.orderNumber}&result=${paid.jws}`]) {
      expect(() => verify(url, order)).toThrow('another orderNumber');
      expect(verify(url, paid.order).status).toBe('Successful');
    }
  });

  it('a paid result is refused for another amount or currency, and without an order', () => {
    expect(() => verify(paid.location, { ...paid.order, amount: 1499 })).toThrow('another amount');
    expect(() => verify(paid.location, { ...paid.order, currency: 'EUR' })).toThrow('another currency');
    expect(() => verify(paid.location, undefined)).toThrow(TypeError);
  });

  it('a shop whose secret was never set accepts nothing, even if it is signed so', async () => {
    const { jws, order } = await arrive();
    const signed = jws.slice(0, jws.lastIndexOf('.'));
    for (const empty of ['', 'whsec_']) {
      const { verifiedOrder: unset } = await loadShop({ [kid]: empty });
      const url = `https://shop.example/ok?result=${sign(signed, empty)}`;
      expect(() => unset(url, order)).toThrow('A signing secret is missing.');
    }
  });

  it("another merchant's result for the same order is refused, with either secret", async () => {
    const page = await createPage({ orderNumber: order.orderNumber }, { key: stranger.apiKey });
    const { location = '' } = await buyer.submit(await buyer.open(page.hostedPageUrl));
    expect(resultOf(location).status).toBe('Successful');
    expect(() => verify(location, order)).toThrow('The signature is wrong.');
    const { verifiedOrder: shared } = await loadShop({ [kid]: stranger.signingSecret });
    expect(() => shared(location, order)).toThrow('another aud');
  });

  it('a result of another service is refused', () => {
    const url = `/ok?result=${sign(`${header}.${encode({ ...forged, iss: 'https://pay.other' })}`, SECRET)}`;
    expect(() => verify(url, order)).toThrow('another iss');
  });

  const head = (more: object) => encode({ alg: 'HS256', typ: 'JWT', kid, ...more });
  const body = encode(forged);
  it.each([
    ['a changed payload', `${header}.${body}.${signature}`],
    ['alg none, without a signature', `${head({ alg: 'none' })}.${body}.`],
    ['alg none, without a dot', `${head({ alg: 'none' })}.${body}`],
    ['alg none, with the signature', `${head({ alg: 'none' })}.${payload}.${signature}`],
    ['another algorithm', sign(`${head({ alg: 'HS512' })}.${body}`, SECRET, 'sha512')],
    ['a public key as the secret', sign(`${head({ alg: 'HS256' })}.${body}`, `${service.baseUrl}/jwks`)],
    ['an empty secret', sign(`${head({})}.${body}`, '')],
    ['the secret without its prefix', sign(`${head({})}.${body}`, SECRET.slice(6))],
    ['an unknown kid', sign(`${head({ kid: 'none' })}.${body}`, 'undefined')],
    ['a kid that every object has', sign(`${head({ kid: 'constructor' })}.${body}`, String(Object))],
    ['the kid of a prototype', sign(`${head({ kid: '__proto__' })}.${body}`, '[object Object]')],
    ['a signature in upper case', `${header}.${payload}.${signature.toUpperCase()}`],
    ['a longer signature', `${jws}A`],
    ['a shorter signature', jws.slice(0, -1)],
    ['a fourth part', `${jws}.${signature}`],
    ['a padded signature', `${jws}=`],
    ['letters that are not ASCII', `${header}.${payload}.${'ş'.repeat(signature.length)}`],
    ['nothing', ''],
    ['dots', '..'],
  ])('%s is refused', (_, forgery) => {
    const address = `/ok?result=${encodeURIComponent(forgery)}`;
    expect(() => verify(address, order)).toThrow('The signature is wrong.');
    expect(() => verify('/ok', order)).toThrow('The signature is wrong.');
  });

  it('every change of one character is refused', () => {
    const [at, other] = [fc.nat(paid.jws.length - 1), fc.constantFrom(...'Aa0_-.')];
    fc.assert(
      fc.property(at, other, (index, letter) => {
        const changed = `${paid.jws.slice(0, index)}${letter}${paid.jws.slice(index + 1)}`;
        fc.pre(changed !== paid.jws);
        expect(() => verify(`/ok?result=${changed}`, paid.order)).toThrow('The signature is wrong.');
      }),
    );
  });

  it('a result is refused after ten minutes, and without an end', async () => {
    const { location, order: waited } = await arrive();
    const { exp: _, ...endless } = forged;
    const url = `/ok?result=${sign(`${header}.${encode(endless)}`, SECRET)}`;
    expect(() => verify(url, order)).toThrow('The result has expired.');
    await moveBy(9 * MINUTE);
    expect(verify(location, waited).status).toBe('Successful');
    await moveBy(MINUTE);
    expect(() => verify(location, waited)).toThrow('The result has expired.');
  });
});

describe.each(GUIDES)('the shop guide in $language', ({ text }) => {
  it('only calls of the API are named', () => {
    const document = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
    const calls = [...text.matchAll(/`(GET|POST) (\/api\/[\w/{}]+)`/g)];
    expect(calls.length).toBeGreaterThan(7);
    for (const [, , path] of calls) expect(document).toContain(`"${path}": {`);
  });
});

it('the shop guides in both languages have the same sections, code and calls', () => {
  const languages = ['js', 'python', 'php', 'csharp', 'java'];
  const [one, other] = GUIDES.map(({ text }) => ({
    parts: text.split('\n## ').length,
    code: languages.map((language) => codeIn(text, language)),
    calls: [...text.matchAll(/`(?:GET|POST) \/api\/[\w/{}]+`/g)].map(([call]) => call),
  }));
  expect(one).toEqual(other);
  expect(one?.code.every((code) => code.includes('PAYMENT_URL'))).toBe(true);
});
