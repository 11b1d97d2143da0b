// docs/shops.md is correct: its code accepts the running service's returns, its cards are those of the
// simulated bank, and both languages have the same content.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SANDBOX_CARDS } from '../../lib/bank/sandbox-cards.ts';
import { startHarness } from '../harness/harness.ts';

const GUIDES = (['en', 'tr'] as const).map((language) => {
  const file = language === 'en' ? 'shops.md' : `shops.${language}.md`;
  return { language, text: readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8') };
});
const codeIn = (text: string, language: string) =>
  text.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

type Snippet = { isFromPaymentService(url: string, signingSecret: string): boolean };
const { merchant, service, buyer, createPage } = await startHarness();

describe.each(GUIDES)('the shop guide in $language', ({ language, text }) => {
  it('the code accepts a signed return of the service and rejects any other', async () => {
    const source = Buffer.from(codeIn(text, 'js')).toString('base64');
    const { isFromPaymentService }: Snippet = await import(`data:text/javascript;base64,${source}`);
    const addresses = ['https://shop.example/thanks', 'https://shop.example/thanks?basket=7&q=a%20b#top'];
    for (const successUrl of addresses) {
      const { hostedPageUrl } = await createPage({ successUrl });
      const { location = '' } = await buyer.submit(await buyer.open(hostedPageUrl));
      expect(location).toContain('status=Successful');
      expect(isFromPaymentService(location, merchant.signingSecret)).toBe(true);
      expect(isFromPaymentService(location, service.merchant.signingSecret)).toBe(false);
      const altered = [
        location.replace('orderNumber=', 'orderNumber=X'),
        location.replace(/ts=\d/, 'ts=1'),
        location.replace(/&signature=[0-9a-f]+/, ''),
        location.replace('signature=', 'signature=0'),
        successUrl,
      ];
      for (const url of altered) expect(isFromPaymentService(url, merchant.signingSecret)).toBe(false);
    }
  });

  it('every sandbox card is listed with its description', () => {
    const rows = [...text.matchAll(/^\| (\d{15,16}) \| (\w+) \| (.+) \|$/gm)].map((row) => row.slice(1));
    const cards = SANDBOX_CARDS.map((card) => [card.number, card.brand, card.description[language]]);
    expect(rows).toEqual(cards);
  });

  it('only calls of the API are named', () => {
    const document = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
    const calls = [...text.matchAll(/`(GET|POST) (\/api\/[\w/{}]+)`/g)];
    expect(calls.length).toBeGreaterThan(7);
    for (const [, , path] of calls) expect(document).toContain(`"${path}": {`);
  });
});

it('the shop guides in both languages have the same sections, code and calls', () => {
  const [one, other] = GUIDES.map(({ text }) => ({
    parts: text.split('\n## ').length,
    js: codeIn(text, 'js'),
    calls: [...text.matchAll(/`(?:GET|POST) \/api\/[\w/{}]+`/g)].map(([call]) => call),
  }));
  expect(one).toEqual(other);
});
