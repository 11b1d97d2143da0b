// The hash of a 3-D Secure form covers the values and not the names, so a browser can rename fields in both
// directions. An answer counts only if it belongs to the form that was sent; any other answer changes
// nothing, and the honest answer still counts.
import { beforeEach, describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { type BuyerPage, CARDS, RIGHT_CODE, WRONG_CODE } from '../../../drivers/buyer.ts';
import { MINUTE, startHarness } from '../../../harness/harness.ts';
import { disguise, nextTo, renamed } from './renamed.ts';
import { secureOrders, stateIn } from './secure-orders.ts';

// The bank's own message is dropped, so that only the browser decides which fields arrive.
const harness = await startHarness({
  around: async ({ functionName }, run) => {
    if (functionName === 'hosted-page-three-d-callback') throw new Error('lost on the way');
    return await run();
  },
});
checkBooksAtEnd(harness);
const { buyer, logs, moveBy } = harness;
const { openPage, submit, salesOf } = await secureOrders(harness);

// The challenges of one test must not count against the next.
beforeEach(async () => void (await moveBy(11 * MINUTE)));

const hiddenOf = ({ form }: BuyerPage) => form?.hidden ?? {};
const withFields = (page: BuyerPage, hidden: Record<string, string>, action = page.form?.action ?? '') => ({
  ...page,
  form: { action, hidden },
});

/** Opens the challenge of a Visa card; `paymentsOf` reads the payments of its page. */
async function openChallenge() {
  const { form, token, showPage } = await openPage();
  const challenge = await submit(form, CARDS.approvedVisa);
  const post = async (fields: Record<string, string>) =>
    await buyer.post(withFields(challenge, fields, `/iframe/${token}/3d`), {});
  /** Returns the bank's answer if the browser posts the form with other names. */
  const answer = async (names: Record<string, string>, entry: Record<string, string>) =>
    hiddenOf(await buyer.verify(withFields(challenge, renamed(hiddenOf(challenge), names)), entry));
  return { challenge, post, answer, showPage };
}
type Challenge = Awaited<ReturnType<typeof openChallenge>>;

async function expectNothingChanged({ challenge, post, answer, showPage }: Challenge, shown: BuyerPage) {
  expect(salesOf(challenge)).toEqual([]);
  expect(await showPage()).toMatchObject({
    state: 'Processing',
    attemptCount: 1,
    payment: { status: 'Processing' },
  });
  expect(shown.status).toBe(200);
  expect(stateIn(shown)).toBe('verifying');
  expect(stateIn(await post(await answer({}, RIGHT_CODE)))).toBe('returning');
  expect(await showPage()).toMatchObject({ state: 'Paid', payment: { status: 'Successful' } });
  expect(salesOf(challenge)).toHaveLength(1);
}

describe('a 3-D Secure answer with renamed fields', () => {
  it('a failed verification that is disguised as a full one causes no sale and no decline', async () => {
    const challenge = await openChallenge();
    const failed = await challenge.answer({ callbackUrl: 'callbackUrk', cv2: 'd' }, WRONG_CODE);
    expect(failed['mdStatus']).toBe('0');
    const disguised = renamed(failed, disguise(failed));
    expect(disguised).toMatchObject({ mdStatus: '1', md: '987' });
    await expectNothingChanged(challenge, await challenge.post(disguised));
  });

  it('our own form, posted back as the answer of the bank, causes no decline', async () => {
    const challenge = await openChallenge();
    const { hash = '', ...sent } = hiddenOf(challenge.challenge);
    await expectNothingChanged(challenge, await challenge.post({ ...sent, HASH: hash }));
  });

  it('our own form, posted back under other names, causes no decline', async () => {
    const challenge = await openChallenge();
    const { hash = '', ...sent } = hiddenOf(challenge.challenge);
    const other = renamed(sent, { cv2: 'd', pan: 'panel', rnd: 'Response' });
    await expectNothingChanged(challenge, await challenge.post({ ...other, HASH: hash }));
  });

  it.each([
    ['the callback address', { callbackUrl: 'callbackUrk' }],
    ['the card number', { pan: 'panel' }],
    ['our random value', { rnd: 'rne' }],
    ['the buyer’s entries', { shopData: 'shopDatb' }],
    ['the language', { lang: 'lanh' }],
    ['the kind of transaction', { TranType: 'TranTypf' }],
    ['the month of expiry', { Ecom_Payment_Card_ExpDate_Month: 'Ecom_Payment_Card_ExpDate_Montj' }],
  ])('a form in which %s was renamed on the way to the bank is not paid', async (_, names) => {
    const challenge = await openChallenge();
    await expectNothingChanged(challenge, await challenge.post(await challenge.answer(names, RIGHT_CODE)));
  });

  it.each(['okUrl', 'storetype', 'callbackUrl', 'mdStatus', 'txstatus', 'cavv'])(
    'an answer in which %s was renamed on the way back is not paid',
    async (name) => {
      const challenge = await openChallenge();
      const honest = await challenge.answer({}, RIGHT_CODE);
      await challenge.post(renamed(honest, { [name]: nextTo(name) }));
      expect(salesOf(challenge.challenge)).toEqual([]);
      expect(await challenge.showPage()).toMatchObject({ state: 'Processing' });
      await challenge.post(honest);
      expect(await challenge.showPage()).toMatchObject({ state: 'Paid' });
    },
  );
});

it('a refused answer is counted with its reason, and an honest one is counted as accepted', async () => {
  const lines = logs.filter((line) => line.includes('"ThreeDAnswersRefused":'));
  expect(lines.some((line) => line.includes('"ThreeDAnswersRefused":1') && line.includes('"reason":'))).toBe(
    true,
  );
  expect(lines.some((line) => line.includes('"ThreeDAnswersRefused":0'))).toBe(true);
  expect(logs.join('\n')).not.toContain(CARDS.approvedVisa);
});
