import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ThreeDOrder, ThreeDSent } from '#acquirer/acquirer.ts';
import { maskCardNumber } from '#domain/card/card.ts';
import { cardAssociation } from '#domain/card/card-prefix.ts';
import { connectTo, MERCHANT, openBank, sale } from '../local/bank/open-bank.ts';

type Opened = ReturnType<typeof openBank>;
const RETURN_URL = 'http://localhost:3000/return?x=1&y="2"';
const order = (cardNumber = '5528790000000008', amountMinor = 10_000): ThreeDOrder => ({
  ...sale('a1', amountMinor),
  card: { cardNumber, expiryMonth: '12', expiryYear: '2030', isTyped: true },
  cvv: '123',
  returnUrl: RETURN_URL,
  language: 'tr',
});

const post = (bank: Opened['bank'], url: string, fields: Record<string, string>) =>
  bank.service({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(fields).toString()),
    address: '127.0.0.1',
  });

/** The form in a page: its action and its fields, as a browser would post it. */
function formIn(page: string) {
  const unescapeHtml = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  const action = unescapeHtml(/<form[^>]* action="([^"]*)"/.exec(page)?.[1] ?? '');
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const fields: Record<string, string> = Object.fromEntries(
    inputs.map(([, name = '', value = '']) => [unescapeHtml(name), unescapeHtml(value)]),
  );
  return { action, fields };
}

/**
 * Walks from the shop's form to the form that returns to the shop. `answer` is the buyer's challenge input.
 */
async function walk({ bank, acquirer }: Opened, requested: ThreeDOrder, answer: Record<string, string> = {}) {
  const { form, binding } = acquirer.startThreeD(requested);
  const sent = sentFor(requested, binding);
  const page = String((await post(bank, '/est3Dgate', form.fields)).body);
  if (!page.includes('est3Dgate/acs')) return { ...formIn(page), page, sent };
  const asked = String((await post(bank, '/est3Dgate/acs', formIn(page).fields)).body);
  const challenge = { code: '123456', action: 'approve', ...formIn(asked).fields, ...answer };
  const resultPage = await post(bank, '/est3Dgate/challenge', challenge);
  return { ...formIn(String(resultPage.body)), page: String(resultPage.body), sent };
}
function sentFor({ bankOrderId, card }: ThreeDOrder, binding: string): ThreeDSent {
  const { cardNumber } = card;
  const [maskedCardNumber, association] = [maskCardNumber(cardNumber), cardAssociation(cardNumber)];
  return { bankOrderId, maskedCardNumber, cardAssociation: association, binding };
}
const contentType = 'application/x-www-form-urlencoded';
type Walked = { fields: Record<string, string>; sent: ThreeDSent };
const verify = ({ acquirer }: Opened, { fields, sent }: Walked) => {
  const bytes = Buffer.from(new URLSearchParams(fields).toString());
  return acquirer.verifyThreeD({ bytes, contentType }, sent);
};
const proofOf = (returned: ReturnType<typeof verify>) => {
  if (returned.kind !== 'authentic' || !returned.proof) throw new Error(`no proof: ${returned.kind}`);
  return returned.proof;
};
const saleWith = (threeD: ReturnType<typeof proofOf>, bankOrderId = 'a1', amountMinor = 10_000) => {
  const { card, ...rest } = sale(bankOrderId, amountMinor);
  return { ...rest, threeD };
};

describe('3-D Secure challenge of the simulated bank', () => {
  it('a challenge answered with 123456 returns an authentic result that sells exactly once', async () => {
    const opened = openBank({ cvvRequired: true });
    const walked = await walk(opened, order());
    expect(walked.action).toBe(RETURN_URL);
    const returned = verify(opened, walked);
    expect(returned).toMatchObject({
      kind: 'authentic',
      bankOrderId: 'a1',
      amountMinor: 10_000,
      currency: 'TRY',
      level: 'full',
    });
    const threeD = proofOf(returned);
    const first = await opened.acquirer.sale(saleWith(threeD));
    expect(first).toMatchObject({ kind: 'approved' });
    // Browser and bank server both return: the second sale finds the first.
    expect(await opened.acquirer.sale(saleWith(threeD))).toMatchObject(first);
    const sales = opened.bank.ledger().filter(({ operation }) => operation === 'sale');
    expect(sales.map(({ code }) => code)).toEqual(['00', 'CORE-2507']);
  });

  it.each([
    ['a wrong code', { code: '000000' }],
    ['no code', { code: '' }],
    ['the cancel button', { action: 'cancel' }],
  ])('a challenge ended by %s returns failed and without proof', async (_, answer) => {
    const opened = openBank();
    const returned = verify(opened, await walk(opened, order(), answer));
    expect(returned).toMatchObject({ kind: 'authentic', level: 'failed', mdStatus: '0' });
    expect(returned).not.toHaveProperty('proof');
  });

  it('a challenge answered twice or after 15 minutes is not authenticated', async () => {
    const opened = openBank();
    const { form, binding } = opened.acquirer.startThreeD(order());
    const page = String((await post(opened.bank, '/est3Dgate', form.fields)).body);
    const { challenge = '' } = formIn(page).fields;
    opened.moveTo('2026-11-20T09:15:00.001Z');
    const late = await post(opened.bank, '/est3Dgate/challenge', { challenge, code: '123456' });
    const { fields } = formIn(String(late.body));
    expect(verify(opened, { fields, sent: sentFor(order(), binding) })).toMatchObject({ level: 'failed' });
    const again = await post(opened.bank, '/est3Dgate/challenge', { challenge, code: '123456' });
    expect(again.status).toBe(400);
  });

  it('the challenge page shows amount, shop and four card digits in the given language', async () => {
    const { bank, acquirer } = openBank();
    const { form } = acquirer.startThreeD({ ...order(), language: 'en' });
    const gate = String((await post(bank, '/est3Dgate', form.fields)).body);
    const page = String((await post(bank, '/est3Dgate/acs', formIn(gate).fields)).body);
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('₺100.00');
    expect(page).toContain('•••• 0008');
    expect(page).not.toMatch(/5528790000000008|name="cv2"/);
  });

  it.each([
    ['4131111111111117', '0', 'failed'],
    ['4141111111111115', '4', 'half'],
  ])('card %s returns mdStatus %s without a challenge', async (number, mdStatus, level) => {
    const opened = openBank();
    expect(verify(opened, await walk(opened, order(number)))).toMatchObject({
      kind: 'authentic',
      mdStatus,
      level,
    });
  });

  it('a mistyped card number returns an error without a challenge', async () => {
    const opened = openBank();
    const returned = verify(opened, await walk(opened, order('5528790000000007')));
    expect(returned).toMatchObject({ level: 'failed', mdStatus: '', code: 'HPP-1001' });
  });

  it('the result contains neither card number nor CVV', async () => {
    const { fields, page } = await walk(openBank(), { ...order(), cvv: '873' });
    expect(Object.values(fields)).not.toContain('873');
    expect(page).not.toContain('5528790000000008');
  });
});

describe('3-D Secure gate of the simulated bank', () => {
  it.each([
    { amount: '1.00' },
    { okUrl: 'http://evil.example/' },
    { hash: '' },
    { clientid: '0' },
    { extra: '1' },
  ])('the gate returns 400 for a form changed in %o', async (change) => {
    const { bank, acquirer } = openBank();
    const answer = await post(bank, '/est3Dgate', {
      ...acquirer.startThreeD(order()).form.fields,
      ...change,
    });
    expect(answer.status).toBe(400);
    expect(String(answer.body)).not.toContain('<form');
  });

  it('an authentication is declined for another amount, order, shop or proof', async () => {
    const opened = openBank();
    const threeD = proofOf(verify(opened, await walk(opened, order())));
    const { acquirer } = opened;
    for (const wrong of [
      saleWith(threeD, 'a1', 9_999),
      saleWith(threeD, 'a2'),
      saleWith({ ...threeD, cavv: 'AAAA' }),
      { ...saleWith(threeD), currency: 'USD' as const },
    ]) {
      expect(await acquirer.sale(wrong)).toMatchObject({ kind: 'declined', code: 'CORE-2250' });
    }
    opened.bank.registerMerchant({ ...MERCHANT, clientId: '2' });
    const stolen = await connectTo(opened.bank, { clientId: '2' }).sale(saleWith(threeD));
    expect(stolen).toMatchObject({ kind: 'declined', code: 'CORE-2250' });
    expect(await acquirer.sale(saleWith({ ...threeD, md: 'guessed' }))).toMatchObject({ code: 'CORE-2012' });
    expect(await acquirer.sale(saleWith(threeD))).toMatchObject({ kind: 'approved' });
  });

  it('the issuer can decline after a passed challenge, and its proof cannot be used again', async () => {
    const opened = openBank();
    const requested = order('4111111111111129');
    const threeD = proofOf(verify(opened, await walk(opened, requested)));
    expect(await opened.acquirer.sale(saleWith(threeD))).toMatchObject({ kind: 'declined', code: '51' });
    expect(await opened.acquirer.sale(saleWith(threeD))).toMatchObject({ kind: 'unknown' });
  });

  it("the shop's server gets the same result as the browser", async () => {
    const opened = openBank();
    const posted = Promise.withResolvers<Buffer>();
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.end('Approved');
        posted.resolve(Buffer.concat(chunks));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const walked = await walk(opened, { ...order(), callbackUrl });
    const bytes = await posted.promise;
    server.close();
    const called = opened.acquirer.verifyThreeD({ bytes, contentType }, walked.sent);
    expect(called).toEqual(verify(opened, walked));
    expect(called).toMatchObject({ level: 'full' });
  });
});
