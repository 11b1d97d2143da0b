// The answers to the script of the form instead of a document: the same endpoint, the same checks, and one
// sale for each form, however often it is sent or its state is asked for (hosted-page.md 4.15, 4.16 and 7.7).
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { type BuyerPage, CANCEL, isChallenge } from '../../../drivers/buyer.ts';
import { UNKNOWN } from '../../../fixtures/samples.ts';
import { CARDS, MINUTE, type OpenPage, startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { api, buyer, service, createPage, moveBy } = harness;
const { apiKey: withIssuer } = await service.addMerchant({ threeDSecure: 'newCards' });

const SCRIPT = { accept: 'application/json' };
const CARD: Record<string, string> = {
  ownerName: 'Ayşe Yılmaz',
  cardNumber: CARDS.approved,
  expiry: '12/29',
  cvv: '987',
};
type Answer = {
  step: string;
  state?: string;
  to?: string;
  result?: string;
  formNonce?: string;
  notice?: { title: string; lines: string[]; isCalm?: boolean };
  errors?: { field: string; text: string }[];
  empty?: string[];
};
const answerIn = ({ status, text }: BuyerPage) => ({ status, answer: JSON.parse(text) as Answer });
const send = async (form: BuyerPage, card: Record<string, string> = {}) =>
  answerIn(await buyer.post(form, { ...CARD, ...card }, SCRIPT));
const ask = async ({ hostedPageUrl }: OpenPage) => answerIn(await buyer.open(hostedPageUrl, SCRIPT));
const open = async (more = {}, key?: string) => {
  const page = await createPage(more, key === undefined ? {} : { key });
  const show = async () =>
    (await api('GET', `/api/payment/hostedpage/${page.token}`, key ? { key } : {})).json.data;
  return { page, form: await buyer.open(page.hostedPageUrl), show };
};
const sales = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;
const nonceOf = (form: BuyerPage) => form.form?.hidden['formNonce'];

describe('the answer to the script of a form', () => {
  it.each([
    ['N7', 'INVALID_CVC2', ['cvv'], /^Güvenlik kodu/],
    ['51', 'NOT_SUFFICIENT_FUNDS', ['cvv'], /^Mastercard •••• 0008 kartınızın bakiyesi/],
    ['54', 'EXPIRED_CARD', ['expiry', 'cvv'], /^Mastercard •••• 0008 kartınızın son kullanma/],
  ])(
    'a decline %s (%s) empties only %s, and names a card that it is about',
    async (code, errorCode, empty, line) => {
      const { form, show } = await open();
      service.bank.script([`decline:${code}`]);
      const { status, answer } = await send(form);
      expect([status, answer.step, answer.empty]).toEqual([422, 'form', empty]);
      expect(answer.formNonce).not.toBe(nonceOf(form));
      expect(answer.notice?.lines[0]).toMatch(line);
      expect(answer.state).toBe('declined');
      expect(JSON.stringify(answer)).not.toMatch(/5528790000000008|\b987\b/);
      expect(await show()).toMatchObject({ payment: { errorCode } });
    },
  );

  it('a form with errors names each field, empties nothing, and can be sent again', async () => {
    const { form } = await open();
    const { status, answer } = await send(form, { expiry: '13/30', cvv: '' });
    expect([status, answer.step, answer.empty, answer.formNonce]).toEqual([422, 'form', [], nonceOf(form)]);
    expect(answer.errors?.map(({ field }) => field).toSorted()).toEqual(['cvv', 'expiry']);
    expect((await send(form)).answer).toMatchObject({ step: 'leave', result: 'paid' });
  });

  it('a paid form leads to the signed return, and sent again it makes no second sale', async () => {
    const before = sales();
    const { form, page } = await open();
    for (const [status, answer] of [await send(form), await send(form), await ask(page)].map(Object.values)) {
      expect([status, answer]).toEqual([
        200,
        { step: 'leave', to: `${page.hostedPageUrl}/leave`, result: 'paid' },
      ]);
    }
    expect(sales()).toBe(before + 1);
  });

  it('a form with 3-D Secure is only checked, and claimed when it is sent as a document', async () => {
    const { form, page, show } = await open({}, withIssuer);
    expect(await send(form)).toEqual({ status: 200, answer: { step: 'challenge' } });
    expect(await show()).toMatchObject({ state: 'Open', attemptCount: 0, payment: null });
    expect((await send(form, { cardNumber: '5528790000000009' })).answer.errors?.[0]?.field).toBe(
      'cardNumber',
    );
    const challenge = await buyer.post(form, CARD);
    expect(isChallenge(challenge)).toBe(true);
    expect((await send(form)).answer).toEqual({ step: 'wait' });
    expect((await ask(page)).answer).toEqual({ step: 'wait' });
    await buyer.post(await buyer.verify(challenge, CANCEL), {});
    const { answer } = await ask(page);
    expect(answer).toMatchObject({ step: 'form', notice: { isCalm: true }, empty: [] });
    expect(answer.notice?.title).toBe('Doğrulamadan vazgeçtiniz');
  });

  it('the page before the bank may frame bank and issuers, and the form only our own pages', async () => {
    const { form } = await open({}, withIssuer);
    const sourcesOf = ({ headers }: BuyerPage) =>
      /frame-src ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1];
    expect(sourcesOf(form)).toBe("'self'");
    expect(sourcesOf(await buyer.post(form, CARD))).toBe(`'self' ${service.baseUrl} https:`);
  });

  it('a state request about a form that was not sent claims nothing and keeps its nonce', async () => {
    const { form, page, show } = await open();
    const { status, answer } = await ask(page);
    expect([status, answer.step, answer.formNonce]).toEqual([200, 'form', nonceOf(form)]);
    expect(await show()).toMatchObject({ state: 'Open', attemptCount: 0 });
  });

  it('expired and unknown pages are opened as documents', async () => {
    const { form, page } = await open({ expiresInMinutes: 5 });
    await moveBy(6 * MINUTE);
    expect([await send(form), await ask(page)]).toEqual([
      { status: 410, answer: { step: 'page' } },
      { status: 410, answer: { step: 'page' } },
    ]);
    const unknown = await buyer.open(`/iframe/${UNKNOWN.hostedPage}`, SCRIPT);
    expect(answerIn(unknown)).toEqual({ status: 404, answer: { step: 'page' } });
  });

  it('a page whose payment is being checked has the script wait, and then leave', async () => {
    const lost = await open();
    service.bank.script(['lost-after']);
    expect((await send(lost.form)).answer).toEqual({ step: 'wait' });
    expect((await ask(lost.page)).answer).toEqual({ step: 'wait' });
    await moveBy(10 * MINUTE);
    expect((await ask(lost.page)).answer).toMatchObject({ step: 'leave', result: 'paid' });
  });
});
