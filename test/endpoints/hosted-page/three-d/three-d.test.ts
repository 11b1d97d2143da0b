import { beforeEach, describe, expect, it } from 'vitest';
import { threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { CANCEL, CARDS, isChallenge, RIGHT_CODE, WRONG_CODE } from '../../../drivers/buyer.ts';
import { resultOf, statusIn } from '../../../drivers/result.ts';
import { MINUTE, startHarness } from '../../../harness/harness.ts';
import { secureOrders, stateIn } from './secure-orders.ts';

const [NOT_ENROLLED, HALF_SECURE] = ['4131111111111117', '4141111111111115'];

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, buyer, http, logs, moveBy } = harness;
const { openPage, submit, salesOf } = await secureOrders(harness);

// The declines of one test must not block the next one.
beforeEach(async () => void (await moveBy(11 * MINUTE)));

describe('a payment with 3-D Secure', () => {
  it('a payment with the right code succeeds, returns to the shop and is marked as secure', async () => {
    const { form, showPage, token } = await openPage();
    const challenge = await submit(form);
    expect(challenge.status).toBe(200);
    expect(isChallenge(challenge)).toBe(true);
    expect(challenge.headers['content-security-policy']).toContain(`form-action 'self' ${service.baseUrl}`);
    expect(await showPage()).toMatchObject({ state: 'Processing', payment: { status: 'Processing' } });

    const back = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(back.status).toBe(200);
    expect(stateIn(back)).toBe('returning');
    expect(statusIn(back.location)).toBe('Successful');
    expect(await showPage()).toMatchObject({
      state: 'Paid',
      payment: { status: 'Successful', threeDSecure: true, mdStatus: '1', eci: '02', bankMessage: null },
    });
    expect(salesOf(challenge)).toMatchObject([{ outcome: 'approved', amount: 149.9 }]);
    expect((await buyer.open(`/iframe/${token}`)).text).toContain('data-state="paid"');
  });

  it.each([
    ['a wrong code', CARDS.approved, WRONG_CODE, { mdStatus: '0', bankResponseCode: '3D-0' }],
    ['a cancelled challenge', CARDS.approved, CANCEL, { mdStatus: '0' }],
    ['a refusal of the issuer', NOT_ENROLLED, RIGHT_CODE, { mdStatus: '0' }],
    ['a half secure authentication', HALF_SECURE, RIGHT_CODE, { mdStatus: '4', eci: '06' }],
  ])(
    'a payment with %s fails without a sale, and the form keeps all but number and CVV',
    async (_, card, answer, told) => {
      const { form, showPage } = await openPage();
      const challenge = await submit(form, card);
      const again = await buyer.post(await buyer.verify(challenge, answer), {});
      expect(again.status).toBe(200);
      expect(again.text).toContain('id="notice"');
      const says = answer === CANCEL ? 'Doğrulamadan vazgeçtiniz' : '3\u2011D\u00a0Secure';
      expect(again.text).toContain(says);
      expect(again.text).toContain('value="Ayşe Yılmaz"');
      expect(again.text).not.toContain(card);
      expect(again.text).not.toContain('"987"');
      expect(await showPage()).toMatchObject({
        state: 'Open',
        attemptCount: 1,
        payment: { status: 'Failed', errorCode: 'THREE_D_SECURE_FAILED', ...told },
      });
      expect(salesOf(challenge)).toEqual([]);
      const paid = await buyer.post(await buyer.verify(await submit(again), RIGHT_CODE), {});
      expect(stateIn(paid)).toBe('returning');
    },
  );

  it('a half secure card is accepted if the merchant bears the risk', async () => {
    const risky = await service.addMerchant({ acceptHalfSecure: true });
    const { form, showPage } = await openPage({}, risky.apiKey);
    const back = await buyer.post(await buyer.verify(await submit(form, HALF_SECURE), RIGHT_CODE), {});
    expect(stateIn(back)).toBe('returning');
    expect(await showPage()).toMatchObject({ payment: { status: 'Successful', threeDSecure: true } });
  });

  it('a decline of the sale itself shows its reason', async () => {
    const { form, showPage } = await openPage();
    const challenge = await submit(form, CARDS.insufficientFunds);
    const again = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(again.text).toMatch(/bakiyesi veya limiti/);
    expect(await showPage()).toMatchObject({ payment: { errorCode: 'NOT_SUFFICIENT_FUNDS' } });
  });

  it('the fifth failed challenge ends the page and returns to the shop', async () => {
    const { form } = await openPage();
    let page = form;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      page = await buyer.post(await buyer.verify(await submit(page), WRONG_CODE), {});
    }
    expect(stateIn(page)).toBe('returning');
    const result = resultOf(page.location);
    expect(result).toMatchObject({ status: 'Failed', errorCode: 'THREE_D_SECURE_FAILED' });
  });
});

describe('the authentication of a 3-D Secure challenge', () => {
  it('browser and bank that post the same authentication at once cause one sale', async () => {
    const { form, token, showPage } = await openPage();
    const challenge = await submit(form);
    const back = await buyer.verify(challenge, RIGHT_CODE);
    const body = new URLSearchParams(back.form?.hidden).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const paths = ['3d', '3d/callback', '3d', '3d/callback'].map((path) => `/iframe/${token}/${path}`);
    const answers = await Promise.all(paths.map((path) => http({ method: 'POST', path, headers, body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[1]?.text).toBe('Approved');
    expect(answers[1]?.headers['content-type']).toContain('text/plain');
    for (const at of [0, 2]) expect(answers[at]?.text).toContain('data-state="returning"');
    expect(salesOf(challenge)).toHaveLength(1);
    expect(await showPage()).toMatchObject({ state: 'Paid' });
  });

  it('the callback of the bank alone pays for a buyer who closed the window', async () => {
    const { form, showPage } = await openPage();
    const challenge = await submit(form);
    await buyer.verify(challenge, RIGHT_CODE);
    await expect.poll(async () => (await showPage()).state).toBe('Paid');
    expect(salesOf(challenge)).toHaveLength(1);
  });

  it('an authentication posted again causes no second sale and shows the state', async () => {
    const { form } = await openPage();
    const challenge = await submit(form);
    const back = await buyer.verify(challenge, RIGHT_CODE);
    await buyer.post(back, {});
    expect(stateIn(await buyer.post(back, {}))).toBe('returning');
    expect(salesOf(challenge)).toHaveLength(1);
  });

  it('an authentication of another page or merchant and a forged one have no effect', async () => {
    const other = await openPage();
    const proof = await buyer.verify(await submit(other.form), WRONG_CODE);
    const foreign = await service.addMerchant();
    const theirs = await openPage({}, foreign.apiKey);
    const foreignProof = await buyer.verify(await submit(theirs.form), RIGHT_CODE);

    const { form, token, showPage } = await openPage();
    const challenge = await submit(form);
    const echoed = { ...challenge.form?.hidden, mdStatus: '1', md: 'x', xid: 'x', eci: '05', cavv: 'x' };
    const fields = Object.entries(echoed).filter(([name]) => !['pan', 'cv2', 'hash'].includes(name));
    const forged = { ...Object.fromEntries(fields), HASH: threeDHash(fields, 'not the key') };
    for (const hidden of [proof.form?.hidden, foreignProof.form?.hidden, forged, {}]) {
      for (const action of [`/iframe/${token}/3d`, `/iframe/${token}/3d/callback`]) {
        const answer = await buyer.post({ ...challenge, form: { action, hidden: hidden ?? {} } }, {});
        expect(answer.status).toBe(200);
      }
    }
    expect(await showPage()).toMatchObject({ state: 'Processing', payment: { status: 'Processing' } });
    expect(salesOf(challenge)).toEqual([]);
    expect(logs.join('\n')).toContain('"reason":"hash"');
  });

  it('a sale without an answer is recovered by inquiry and made once', async () => {
    const { form, showPage } = await openPage();
    const challenge = await submit(form);
    const back = await buyer.verify(challenge, CANCEL);
    expect(back.form?.hidden['mdStatus']).toBe('0');
    await buyer.post(back, {});
    const second = await submit(await buyer.open(form.path));
    service.bank.script(['lost-after']);
    const checking = await buyer.post(await buyer.verify(second, RIGHT_CODE), {});
    expect(stateIn(checking)).toBe('checking');
    await moveBy(10 * MINUTE);
    expect(await showPage()).toMatchObject({ state: 'Paid' });
    expect(salesOf(second)).toHaveLength(1);
  });
});

it('no log line contains a card number, a CVV or an authentication value', () => {
  expect(logs.length).toBeGreaterThan(0);
  const all = logs.join('\n');
  for (const secret of [CARDS.approved, '"cavv":', HALF_SECURE]) expect(all).not.toContain(secret);
  // Matches the CVV as a whole value, because ids sometimes end in the same digits.
  expect(all).not.toMatch(/"987"|(?:cvv|cv2|cvv2val)\W+987\b/i);
});
