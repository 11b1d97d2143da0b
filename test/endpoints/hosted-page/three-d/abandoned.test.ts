import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { RIGHT_CODE } from '../../../drivers/buyer.ts';
import { MINUTE, startHarness } from '../../../harness/harness.ts';
import { secureOrders, stateIn } from './secure-orders.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, buyer, createPage, moveBy } = harness;
const { key, openPage, submit, salesOf } = await secureOrders(harness);

describe('an abandoned 3-D Secure challenge', () => {
  it('a returning buyer sees that the bank is still awaited, and no card form', async () => {
    const { form } = await openPage();
    await submit(form);
    const page = await buyer.open(form.path);
    expect(page.status).toBe(200);
    expect(stateIn(page)).toBe('verifying');
    expect(page.text).not.toContain('name="cardNumber"');
    const stale = await submit(form);
    expect(stale.status).toBe(303);
    expect(stale.location).toMatch(new RegExp(`${form.path}\\?sent=yes$`));
  });

  it('the buyer can start over, and the authentication of the old challenge is refused', async () => {
    const { form, showPage } = await openPage();
    const challenge = await submit(form);
    const waiting = await buyer.open(form.path);
    expect((await buyer.post(waiting, {})).location).toMatch(new RegExp(`${form.path}$`));
    const again = await buyer.open(form.path);
    expect(again.text).toContain('name="cardNumber"');

    const late = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(late.text).toContain('name="cardNumber"');
    expect(salesOf(challenge)).toEqual([]);
    expect(await showPage()).toMatchObject({
      state: 'Open',
      payment: { errorCode: 'THREE_D_SECURE_FAILED' },
    });
    const paid = await buyer.post(await buyer.verify(await submit(again), RIGHT_CODE), {});
    expect(stateIn(paid)).toBe('returning');
  });

  it('the challenge ends without a sale after a quarter of an hour, and the page is open again', async () => {
    const { form, showPage } = await openPage({ expiresInMinutes: 60 });
    const challenge = await submit(form);
    await moveBy(14 * MINUTE);
    expect(await showPage()).toMatchObject({ state: 'Processing' });
    const sales = service.bank.ledger().length;
    await moveBy(10 * MINUTE);
    expect(await showPage()).toMatchObject({
      state: 'Open',
      payment: { status: 'Failed', errorCode: 'THREE_D_SECURE_FAILED' },
    });
    // The ledger has no new sale of the bank.
    expect(service.bank.ledger()).toHaveLength(sales);
    expect(salesOf(challenge)).toEqual([]);
  });

  it('a proof after the end of the challenge sells nothing, even before the sweep ends it', async () => {
    const { form, showPage } = await openPage({ expiresInMinutes: 60 });
    const challenge = await submit(form);
    const verified = await buyer.verify(challenge, RIGHT_CODE);
    await service.timeline.setRunning(false);
    await moveBy(15 * MINUTE);
    const late = await buyer.post(verified, {});
    const shown = await showPage();
    await service.timeline.setRunning(true);
    expect(late.text).toContain('name="cardNumber"');
    expect(salesOf(challenge)).toEqual([]);
    expect(shown).toMatchObject({
      state: 'Open',
      payment: { status: 'Failed', errorCode: 'THREE_D_SECURE_FAILED' },
    });
  });

  it('a challenge that the page ends after its time is no giving up, and sells nothing', async () => {
    const { form, showPage } = await openPage({ expiresInMinutes: 60 });
    const challenge = await submit(form);
    const waiting = await buyer.open(form.path);
    await service.timeline.setRunning(false);
    await moveBy(15 * MINUTE);
    await buyer.post(waiting, {});
    const shown = await showPage();
    const again = await buyer.open(form.path);
    await service.timeline.setRunning(true);
    expect(shown).toMatchObject({ state: 'Open', payment: { errorCode: 'THREE_D_SECURE_FAILED' } });
    expect(again.text).not.toContain('vazgeçtiniz');
    expect(salesOf(challenge)).toEqual([]);
  });

  it('a challenge in time pays a page that expires during it; without it the page is expired', async () => {
    const quick = await openPage({ expiresInMinutes: 5 });
    const slow = await openPage({ expiresInMinutes: 5 });
    const quickly = await submit(quick.form);
    await submit(slow.form);
    await moveBy(10 * MINUTE);
    expect(stateIn(await buyer.post(await buyer.verify(quickly, RIGHT_CODE), {}))).toBe('returning');
    await moveBy(15 * MINUTE);
    expect((await buyer.open(slow.form.path)).status).toBe(410);
  });

  it('a newer page of the same order can start over too', async () => {
    const first = await openPage();
    await submit(first.form);
    const second = await createPage({ orderNumber: first.orderNumber }, { key });
    const waiting = await buyer.open(second.hostedPageUrl);
    expect(stateIn(waiting)).toBe('verifying');
    await buyer.post(waiting, {});
    const form = await buyer.open(second.hostedPageUrl);
    const paid = await buyer.post(await buyer.verify(await submit(form), RIGHT_CODE), {});
    expect(stateIn(paid)).toBe('returning');
  });
});
