// A bank that refuses the shop's own settings has judged no card: the page stays open and shows the reason,
// and no answer counts against the buyer, the address or the range of the card (hosted-page.md 6.8).
import { describe, expect, it } from 'vitest';
import { TEXTS } from '#page/texts.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

const { service, api, buyer, createPage, logs } = await startHarness();

const refuse = (code: string, times: number) =>
  service.bank.script(Array.from({ length: times }, () => `decline:${code}`));
const stateOf = async (token: string) =>
  (await api<{ state: string }>('GET', `/api/payment/hostedpage/${token}`)).json.data.state;

const ANSWERS: [code: string, language: 'tr' | 'en'][] = [
  ['CORE-2202', 'tr'],
  ['CORE-2254', 'en'],
  ['CORE-2105', 'tr'],
  ['58', 'en'],
];

describe('while the bank refuses the settings of the shop', () => {
  it.each(ANSWERS)(
    'a page answered %s shows in "%s" that the shop cannot take payments, and is paid after twelve submits',
    async (code, language) => {
      const page = await createPage({ language });
      refuse(code, 12);
      const measured = logs.length;
      // Twelve are more than the five declines of a page, and than the ten of an address or a range.
      for (let submit = 1; submit <= 12; submit += 1) {
        const answer = await buyer.submit(await buyer.open(page.hostedPageUrl), {});
        expect([submit, answer.status]).toEqual([submit, 422]);
        expect(answer.text).toContain(TEXTS[language].shopUnavailable);
        expect(await stateOf(page.token)).toBe('Open');
      }
      const lines = logs.slice(measured);
      expect(lines.filter((line) => line.includes('"MerchantFaults":1'))).toHaveLength(12);
      expect(lines.some((line) => line.includes('PagesDeclined'))).toBe(false);
      const paid = await buyer.submit(await buyer.open(page.hostedPageUrl), {});
      expect(paid.status).toBe(303);
      expect(await stateOf(page.token)).toBe('Paid');
    },
  );
});

it('a decline of the card after such an answer is shown and counted as one', async () => {
  const page = await createPage({ language: 'en' });
  refuse('CORE-2202', 1);
  await buyer.submit(await buyer.open(page.hostedPageUrl), {});
  const entry = { cardNumber: CARDS.insufficientFunds };
  const decline = async () => (await buyer.submit(await buyer.open(page.hostedPageUrl), entry)).text;
  const text = await decline();
  expect(text).not.toContain(TEXTS.en.shopUnavailable);
  expect(text).toContain('does not have enough funds');
  await decline();
  // Of five; the form names the attempts that are left from two on.
  expect(await decline()).toContain(TEXTS.en.attemptsLeft(2));
});

it('a card kind or installments that are not open stay a decline: another card may work', async () => {
  const page = await createPage({ language: 'en' });
  refuse('GK', 5);
  let answer = await buyer.submit(await buyer.open(page.hostedPageUrl), {});
  expect(answer.text).not.toContain(TEXTS.en.shopUnavailable);
  for (let more = 0; more < 4; more += 1)
    answer = await buyer.submit(await buyer.open(page.hostedPageUrl), {});
  expect(await stateOf(page.token)).toBe('Failed');
});

it('an order that a failed system declines twice is one sign, and its payment another', async () => {
  const page = await createPage();
  refuse('96', 2);
  const measured = logs.length;
  for (let submit = 1; submit <= 3; submit += 1) await buyer.submit(await buyer.open(page.hostedPageUrl), {});
  expect(await stateOf(page.token)).toBe('Paid');
  const signs = logs.slice(measured).flatMap((line) => /"TechnicalDeclines":(\d)/.exec(line)?.[1] ?? []);
  expect(signs).toEqual(['1', '0']);
});
