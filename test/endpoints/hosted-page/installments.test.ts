import { describe, expect, it } from 'vitest';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { updateMerchant } from '#store/merchant/merchant-writes.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { RIGHT_CODE } from '../../drivers/buyer.ts';
import { statusIn } from '../../drivers/result.ts';
import { startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage } = harness;
const offering = await service.addMerchant({ installments: [1, 3, 6, 9] });
const key = offering.apiKey;
const open = async (more: Record<string, unknown> = {}) => {
  const { hostedPageUrl, token } = await createPage({ amount: 100, ...more }, { key });
  return { form: await buyer.open(hostedPageUrl), token };
};
const paymentOf = async (token: string) =>
  (await api<{ payment: unknown }>('GET', `/api/payment/hostedpage/${token}`, { key })).json.data.payment;
const card = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };
const approved = { ...card, cardNumber: '5528790000000008' };

describe('installments on a hosted page', () => {
  it('each count is offered with the exact smaller month, and the chosen one is paid', async () => {
    const { form, token } = await open();
    expect(form.text).toMatch(/<b>3\u00a0×<\/b> <span>33,33\u00a0₺</);
    expect(form.text).toMatch(/<b>6\u00a0×<\/b> <span>16,66\u00a0₺</);
    const challenge = await buyer.post(form, { ...approved, installment: '3' });
    expect(challenge.form?.hidden['taksit']).toBe('3');
    const paid = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(statusIn(paid.location)).toBe('Successful');
    expect(await paymentOf(token)).toMatchObject({ installment: 3, amount: 100, status: 'Successful' });
  });

  it('an installment count that is not offered is refused in the form and not sent to the bank', async () => {
    for (const installment of ['2', '12', '03', '1.0', '-1', '']) {
      const { form, token } = await open();
      const refused = await buyer.post(form, { ...approved, installment });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('Bu taksit sayısı bu sipariş için geçerli değil.');
      expect(await paymentOf(token)).toBeNull();
    }
  });

  it('the chosen installment count stays chosen after a decline', async () => {
    const { form } = await open();
    const declined = { ...approved, cardNumber: '4111111111111129', installment: '6' };
    const challenge = await buyer.post(form, declined);
    const again = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(again.text).toMatch(/value="6" checked/);
  });

  it('a form shows the installments of a card without charging it, and keeps its nonce', async () => {
    const { form, token } = await open();
    const shown = await buyer.post(form, { ...approved, show: 'installments' });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Bu kart: 3, 6, 9 taksit yapılabilir.');
    for (const typed of ['5528790000000008', '>123<', 'Ayşe']) expect(shown.text).not.toContain(typed);
    expect(await paymentOf(token)).toBeNull();
    // What the script fetches has no style, because the policy of its page would forbid it.
    const ask = { ...approved, show: 'installments' };
    const fetched = await buyer.post(form, ask, { 'sec-fetch-dest': 'empty' });
    expect(fetched.text).toMatch(/^\s*<(?:div|fieldset|details)[^>]* id="offers"/);
    expect(fetched.text).not.toContain('<style');
    const challenge = await buyer.post(form, { ...approved, installment: '6' });
    expect(challenge.form?.hidden['taksit']).toBe('6');
  });

  it('a page can ask thirty times a minute, and no other page is concerned', async () => {
    const [{ form }, other] = [await open(), await open()];
    const ask = async (page = form) =>
      (await buyer.post(page, { show: 'installments', cardNumber: '55287900' })).status;
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) statuses.push(await ask());
    expect([statuses.slice(0, 30), statuses[30]]).toEqual([Array(30).fill(200), 429]);
    expect(await ask(other.form)).toBe(200);
  });

  it('an amount that the form has not shown is asked for again, and the bank gets nothing', async () => {
    const { form, token } = await open();
    const asked = await buyer.post(form, { ...approved, installment: '6:9999' });
    expect(asked.status).toBe(422);
    expect(asked.text).toContain('Bu kartla ödeyeceğiniz: 6\u00a0×\u00a016,66\u00a0₺, toplam 100,00\u00a0₺.');
    expect(asked.text).toContain('value="6" checked');
    expect(await paymentOf(token)).toBeNull();
  });

  it.each([
    ['12', 'the card is not of the family of the bank'],
    ['57', 'the card cannot be split'],
    ['CORE-2204', 'the shop cannot split payments'],
  ])('a split that the bank declines with %s (%s) is offered as a single payment', async (code) => {
    const { form } = await open();
    service.bank.script([`decline:${code}`]);
    const again = await buyer.submit(form, { ...approved, installment: '6' });
    expect(again.text).toContain('Banka bu kartla 6 taksiti kabul etmedi.');
    expect(again.text).toContain('value="1" checked');
    const shown = await buyer.post(again, { ...approved, show: 'installments' });
    expect(shown.text).toContain('data-single');
  });

  it('an open page has the counts of the day on which it is paid', async () => {
    const { apiKey, merchantId } = await service.addMerchant({ installments: [1, 3] });
    const { hostedPageUrl } = await createPage({ amount: 100 }, { key: apiKey });
    const merchant = (await loadMerchant(merchantId)) ?? expect.fail();
    await updateMerchant(merchant, { installments: [1, 6] });
    const form = await buyer.open(hostedPageUrl);
    expect((await buyer.post(form, { ...approved, installment: '3' })).status).toBe(422);
    const sent = await buyer.post(form, { ...approved, installment: '6' });
    expect(sent.form?.hidden['taksit']).toBe('6');
  });

  it('a shop whose every payment the bank refuses is told so, not a split', async () => {
    const { form } = await open();
    service.bank.script(['decline:CORE-2201']);
    const again = await buyer.submit(form, { ...approved, installment: '6' });
    expect(again.text).toContain('Mağaza şu anda kartla ödeme alamıyor');
    expect(again.text).not.toContain('taksiti kabul etmedi');
    expect(again.text).toMatch(/value="6" checked/);
  });

  it('a single payment offers no choice, and no submit is charged another', async () => {
    for (const installment of [1, 0]) {
      const { form, token } = await open({ installment });
      expect(form.text).not.toContain('type="radio"');
      const asked = await buyer.post(form, { ...approved, show: 'installments' });
      expect(asked.text).not.toContain('type="radio"');
      for (const hostile of ['3', '3:10000', '2']) {
        const refused = await buyer.post(form, { ...approved, installment: hostile });
        expect([refused.status, await paymentOf(token)]).toEqual([422, null]);
        expect(refused.text).toContain('Bu taksit sayısı bu sipariş için geçerli değil.');
      }
      const challenge = await buyer.post(await buyer.open(form.path), approved);
      expect(challenge.form?.hidden['taksit']).toBe('');
    }
  });

  it('a limit narrows the form, the offer of the card and the submit', async () => {
    const { form, token } = await open({ maxInstallment: 3 });
    const shown = await buyer.post(form, { ...approved, show: 'installments' });
    for (const { text } of [form, shown]) {
      expect(text).toContain('value="3"');
      expect(text).not.toContain('value="6"');
    }
    const refused = await buyer.post(form, { ...approved, installment: '6' });
    expect([refused.status, await paymentOf(token)]).toEqual([422, null]);
  });

  it('a fixed count, a merchant without installments and another currency leave no choice', async () => {
    const fixed = await open({ installment: 9 });
    const foreign = await open({ currency: 'EUR' });
    const plain = await createPage({ amount: 100 });
    for (const { text } of [fixed.form, foreign.form, await buyer.open(plain.hostedPageUrl)]) {
      expect(text).not.toContain('type="radio"');
    }
    const challenge = await buyer.post(fixed.form, approved);
    expect(challenge.form?.hidden['taksit']).toBe('9');
  });
});
