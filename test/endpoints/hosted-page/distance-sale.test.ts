// The texts of a distance sale: nothing is paid before the buyer accepts them, and the payment keeps which
// texts they were, and when.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { type BuyerPage, CANCEL, CARDS, RIGHT_CODE } from '../../drivers/buyer.ts';
import { pageBody, startHarness } from '../../harness/harness.ts';
import { savingBuyers } from './save-card/saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { api, buyer } = harness;
const { makeCustomer, open, send, showPage, key } = await savingBuyers(harness, 'never');

const accepted = (digit: string, version: string) => ({ version, digest: digit.repeat(64) });
const TEXTS = {
  preliminaryInformation: { url: 'https://shop.example/on-bilgi/1', ...accepted('a', '2026-03') },
  salesContract: { url: 'https://shop.example/sozlesme/1', ...accepted('B', '7') },
};
const KEPT = { preliminaryInformation: accepted('a', '2026-03'), salesContract: accepted('b', '7') };
const TICKED = { distanceSale: 'yes' };
const BOX = /<input\s+type="checkbox" name="distanceSale"[^>]*>/;

describe('a page with the texts of a distance sale', () => {
  it('the page has one required box, unticked, with a link to each text', async () => {
    const { form } = await open(undefined, { distanceSale: TEXTS });
    expect(BOX.exec(form.text)?.[0]).toMatch(
      / required data-missing="[^"]+" aria-describedby="distanceSale-error">/,
    );
    for (const { url } of Object.values(TEXTS)) expect(form.text).toContain(`href="${url}" target="_blank"`);
    expect((await open()).form.text).not.toMatch(BOX);
  });

  it('a submit pays nothing without the tick, keeps what was typed, and is paid with it', async () => {
    const page = await open(undefined, { distanceSale: TEXTS });
    const refused = await send(page.form);
    expect([refused.status, (await showPage(page.token)).payment]).toEqual([422, null]);
    expect(refused.text).toContain('value="Ayşe Yılmaz"');
    expect(BOX.exec(refused.text)?.[0]).toContain('aria-invalid="true" autofocus');
    expect((await send(refused, TICKED)).status).toBe(303);
    const { payment } = await showPage(page.token);
    const acceptedAt = payment?.['createdAt'];
    expect(payment).toMatchObject({ status: 'Successful', distanceSale: { ...KEPT, acceptedAt } });
  });

  it('the form keeps the tick after a decline', async () => {
    const declined = await open(undefined, { distanceSale: TEXTS });
    const again = await send(declined.form, { ...TICKED, cardNumber: CARDS.insufficientFunds });
    expect(BOX.exec(again.text)?.[0]).toContain('checked');
  });

  it('the call needs both texts, each with address, version and SHA-256', async () => {
    const errorsOf = async (distanceSale: unknown) => {
      const body = { ...pageBody(), distanceSale };
      const { json } = await api('POST', '/api/payment/hostedpage', { body });
      return (json.data['errors'] as { field: string; code: string }[]).map(
        (one) => `${one.field} ${one.code}`,
      );
    };
    const { preliminaryInformation, salesContract } = TEXTS;
    expect(await errorsOf({ salesContract })).toEqual(['distanceSale.preliminaryInformation REQUIRED']);
    const wrong = { url: 'javascript:alert(1)', version: '', digest: 'z'.repeat(64) };
    expect(await errorsOf({ preliminaryInformation, salesContract: wrong })).toEqual([
      'distanceSale.salesContract.url INVALID_FORMAT',
      'distanceSale.salesContract.version REQUIRED',
      'distanceSale.salesContract.digest INVALID_FORMAT',
    ]);
  });
});

it('the export of the customer has the texts of what was paid, and none of a declined payment', async () => {
  const customer = await makeCustomer();
  const page = await open(customer, { distanceSale: TEXTS });
  const declined = await send(page.form, { ...TICKED, cardNumber: CARDS.insufficientFunds });
  const consents = async () =>
    (await api<{ consents: object[] }>('GET', `/api/customer/${customer}/export`, { key })).json.data
      .consents;
  expect(await consents()).toEqual([]);
  expect((await send(declined, TICKED)).status).toBe(303);
  const { paymentReferenceNumber, createdAt } = (await showPage(page.token)).payment ?? {};
  const given = {
    paymentReferenceNumber,
    givenAt: createdAt,
    use: null,
    recurringTerms: null,
    cardStorageId: null,
  };
  expect(await consents()).toEqual([
    { type: 'PreliminaryInformation', ...given, recurringPaymentId: null, ...KEPT.preliminaryInformation },
    { type: 'SalesContract', ...given, recurringPaymentId: null, ...KEPT.salesContract },
  ]);
});

it('a payment that the issuer verified has the texts; a failed verification keeps the tick', async () => {
  const verified = await savingBuyers(harness, 'always');
  const page = await verified.open(undefined, { distanceSale: TEXTS });
  const complete = async (form: BuyerPage, entry: Record<string, string>) =>
    await buyer.post(await buyer.verify(await verified.send(form, TICKED), entry), {});
  const failed = await complete(page.form, CANCEL);
  expect(BOX.exec(failed.text)?.[0]).toContain('checked');
  await complete(failed, RIGHT_CODE);
  const { payment } = await verified.showPage(page.token);
  expect(payment).toMatchObject({ status: 'Successful', threeDSecure: true, distanceSale: KEPT });
});
