// A challenge's proof, its end by the clock and its end by the buyer, all at the same moment: one of them
// holds.
import { describe, expect, it } from 'vitest';
import { tokenDigest } from '#domain/payment/hosted-page.ts';
import { abandonChallenge } from '#flows/payment/payment-finalization.ts';
import { loadHostedPage } from '#store/payment/hosted-page.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { RIGHT_CODE } from '../../../drivers/buyer.ts';
import { MINUTE, startHarness } from '../../../harness/harness.ts';
import { secureOrders, stateIn } from './secure-orders.ts';

// The bank's own message gets lost, so that each test says when the proof comes.
const harness = await startHarness({
  around: async ({ functionName }, run) => {
    if (functionName === 'hosted-page-three-d-callback') throw new Error('lost on the way');
    checkBooksAtEnd(harness);
    return await run();
  },
});
const { service, buyer, moveBy, now } = harness;
const { openPage, submit, salesOf } = await secureOrders(harness);

async function unsettled(token: string) {
  const page = await loadHostedPage(tokenDigest(token));
  const payment = await loadPayment(page?.merchantId ?? '', page?.paymentReferenceNumber ?? '');
  if (payment === undefined) throw new Error('The page has no payment.');
  return { payment, ...(page && { page }) };
}

describe('a proof and the end of its challenge', () => {
  it('the buyer who gives up with an old view of things does not undo a sale that is under way', async () => {
    const { form, token, shown } = await openPage();
    const challenge = await submit(form);
    const seenBefore = await unsettled(token);
    service.bank.script(['lost-after']);
    const checking = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(stateIn(checking)).toBe('checking');
    await abandonChallenge(seenBefore, now());
    expect(await shown()).toMatchObject({ state: 'Processing', payment: { status: 'Processing' } });
    await moveBy(10 * MINUTE);
    expect(await shown()).toMatchObject({ state: 'Paid', payment: { status: 'Successful' } });
    expect(salesOf(challenge)).toHaveLength(1);
  });

  it('a proof that comes after the quarter of an hour moves no money, even if no sweep has run', async () => {
    const { form, shown } = await openPage({ expiresInMinutes: 60 });
    const challenge = await submit(form);
    const back = await buyer.verify(challenge, RIGHT_CODE);
    await service.timeline.setRunning(false);
    await moveBy(16 * MINUTE);
    const late = await buyer.post(back, {});
    expect(late.text).toContain('name="cardNumber"');
    expect(salesOf(challenge)).toEqual([]);
    expect(await shown()).toMatchObject({ payment: { errorCode: 'THREE_D_SECURE_FAILED' } });
    await service.timeline.setRunning(true);
  });

  it('many messengers at once and a buyer who gives up end in one sale or in none', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { form, token, shown } = await openPage();
      const challenge = await submit(form);
      const waiting = await buyer.open(form.path);
      const back = await buyer.verify(challenge, RIGHT_CODE);
      await Promise.all([buyer.post(back, {}), buyer.post(waiting, {}), buyer.post(back, {})]);
      const { state } = await shown();
      expect(salesOf(challenge)).toHaveLength(state === 'Paid' ? 1 : 0);
      expect((await unsettled(token)).payment.status).toBe(state === 'Paid' ? 'Successful' : 'Failed');
    }
  });
});

it('a proof sent to a newer page of the order pays the older one, and leads on from the newer', async () => {
  const { form, orderNumber, shown } = await openPage();
  const challenge = await submit(form);
  const back = await buyer.verify(challenge, RIGHT_CODE);
  const successUrl = 'https://shop.example/newer';
  const newer = await openPage({ orderNumber, successUrl });
  const action = `${newer.form.path}/3d`;
  const led = await buyer.post({ ...back, form: { action, hidden: back.form?.hidden ?? {} } }, {});
  expect(led.text).toContain(`${successUrl}?`);
  expect(await shown()).toMatchObject({ state: 'Paid', payment: { status: 'Successful' } });
  expect(salesOf(challenge)).toHaveLength(1);
});
