// The authentication of a challenge, its timeout and its end by the buyer at the same moment: exactly one
// takes effect.
import { describe, expect, it } from 'vitest';
import { tokenDigest } from '#domain/payment/page-token.ts';
import { abandonChallenge } from '#flows/payment/challenge-end.ts';
import { loadHostedPage } from '#store/payment/hosted-page.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { RIGHT_CODE } from '../../../drivers/buyer.ts';
import { MINUTE, SECOND, startHarness } from '../../../harness/harness.ts';
import { secureOrders, stateIn } from './secure-orders.ts';

// The bank's callback is dropped, so that each test decides when the authentication arrives.
const harness = await startHarness({
  around: async ({ functionName }, run) => {
    if (functionName === 'hosted-page-three-d-callback') throw new Error('lost on the way');
    return await run();
  },
});
checkBooksAtEnd(harness);
const { service, buyer, moveBy, now } = harness;
const { openPage, submit, salesOf } = await secureOrders(harness);

async function loadPaymentAndPage(token: string) {
  const page = await loadHostedPage(tokenDigest(token));
  const payment = await loadPayment(page?.merchantId ?? '', page?.paymentReferenceNumber ?? '');
  if (payment === undefined) throw new Error('The page has no payment.');
  return { payment, ...(page && { page }) };
}

describe('authentication and end of a 3-D Secure challenge', () => {
  it('a buyer who gives up from an old page does not undo a sale in progress', async () => {
    const { form, token, showPage } = await openPage();
    const challenge = await submit(form);
    const seenBefore = await loadPaymentAndPage(token);
    service.bank.script(['lost-after']);
    const checking = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(stateIn(checking)).toBe('checking');
    await abandonChallenge(seenBefore, now());
    expect(await showPage()).toMatchObject({ state: 'Processing', payment: { status: 'Processing' } });
    await moveBy(10 * MINUTE);
    expect(await showPage()).toMatchObject({ state: 'Paid', payment: { status: 'Successful' } });
    expect(salesOf(challenge)).toHaveLength(1);
  });

  it.each([
    { seconds: 200, lookAfterMs: 2 * MINUTE },
    // The sale is sent 25 seconds after its claim, and is on its way for 299 seconds.
    { seconds: 324, lookAfterMs: 5 * MINUTE + SECOND },
  ])('a sale that is sent late in its challenge may reach the bank $seconds s later', async (late) => {
    const { form, showPage } = await openPage({ expiresInMinutes: 60 });
    const challenge = await submit(form);
    const back = await buyer.verify(challenge, RIGHT_CODE);
    await moveBy(10 * MINUTE);
    service.bank.script([`late:${late.seconds}`]);
    expect(stateIn(await buyer.post(back, {}))).toBe('checking');
    // The sweep inquires in this time, and would believe "not found" if the time counted from the submission.
    await moveBy(late.lookAfterMs);
    await service.lambdas.invoke('sweep', {});
    expect(salesOf(challenge)).toEqual([]);
    expect(await showPage()).toMatchObject({ state: 'Processing', payment: { status: 'Processing' } });
    await moveBy(10 * MINUTE);
    expect(await showPage()).toMatchObject({ state: 'Paid', payment: { status: 'Successful' } });
    expect(salesOf(challenge)).toHaveLength(1);
  });

  it('an authentication after a quarter of an hour causes no sale, even if no sweep has run', async () => {
    const { form, showPage } = await openPage({ expiresInMinutes: 60 });
    const challenge = await submit(form);
    const back = await buyer.verify(challenge, RIGHT_CODE);
    await service.timeline.setRunning(false);
    await moveBy(16 * MINUTE);
    const late = await buyer.post(back, {});
    expect(late.text).toContain('name="cardNumber"');
    expect(salesOf(challenge)).toEqual([]);
    expect(await showPage()).toMatchObject({ payment: { errorCode: 'THREE_D_SECURE_FAILED' } });
    await service.timeline.setRunning(true);
  });

  it('simultaneous authentications and a buyer who gives up end in one sale or none', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { form, token, showPage } = await openPage();
      const challenge = await submit(form);
      const waiting = await buyer.open(form.path);
      const back = await buyer.verify(challenge, RIGHT_CODE);
      await Promise.all([buyer.post(back, {}), buyer.post(waiting, {}), buyer.post(back, {})]);
      const { state } = await showPage();
      expect(salesOf(challenge)).toHaveLength(state === 'Paid' ? 1 : 0);
      expect((await loadPaymentAndPage(token)).payment.status).toBe(
        state === 'Paid' ? 'Successful' : 'Failed',
      );
    }
  });
});

it('an authentication posted to a newer page of the order pays the older page', async () => {
  const { form, orderNumber, showPage } = await openPage();
  const challenge = await submit(form);
  const back = await buyer.verify(challenge, RIGHT_CODE);
  const successUrl = 'https://shop.example/newer';
  const newer = await openPage({ orderNumber, successUrl });
  const action = `${newer.form.path}/3d`;
  const answer = await buyer.post({ ...back, form: { action, hidden: back.form?.hidden ?? {} } }, {});
  expect(answer.text).toContain(`${successUrl}?`);
  expect(await showPage()).toMatchObject({ state: 'Paid', payment: { status: 'Successful' } });
  expect(salesOf(challenge)).toHaveLength(1);
});
