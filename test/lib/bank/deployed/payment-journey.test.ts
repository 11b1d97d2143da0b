// Payments of a merchant in a cloud sandbox: its virtual POS is the deployed bank, its buyers pay with
// sandbox cards and type the code on the issuer's page.
import { expect, it } from 'vitest';
import { defined } from '#domain/defined.ts';
import { openAccount } from '../../../../lib/bank/deployed/open-account.ts';
import { issueKey, onboardMerchant } from '../../../../lib/operator/onboarding.ts';
import { CANCEL, createBuyer, RIGHT_CODE } from '../../../drivers/buyer.ts';
import { resultOf } from '../../../drivers/result.ts';
import { CARDS, type Http, pageBody, startHarness } from '../../../harness/harness.ts';
import { serve } from '../../local/serve.ts';
import { bookRows, createBookTable, deployedBank } from './deployed-bank.ts';

const { api, http, now } = await startHarness();
await createBookTable();
// The bank is served below a path, because API Gateway puts the stage name before the bank's paths.
const served = await serve((request) => deployedBank({ ...request, url: request.url.replace('/fim', '') }));
const acquirer = await openAccount(`${served.endpoint}/fim`, now());
const { merchantId } = await onboardMerchant(
  {
    name: 'Çiçekçi',
    mode: 'test',
    timeZone: 'Europe/Istanbul',
    threeDSecure: 'always',
    refundExpiryDays: 30,
    frameOrigins: [],
    acquirer,
  },
  now(),
);
const { apiKey: key } = await issueKey(merchantId, now());

/** The buyer's browser: sends our pages to the service and the bank's to the deployed bank. */
const browser: Http = async (request) => {
  if (!request.path.startsWith('/fim/')) return await http(request);
  const { method, path, headers, body } = request;
  const answer = await fetch(served.endpoint + path, {
    method,
    headers: headers as Record<string, string>,
    ...defined({ body }),
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
};
const buyer = createBuyer(browser);
const FORM = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };

async function openForm() {
  const body = pageBody({ amount: 40.5 });
  const created = await api<{ hostedPageUrl: string }>('POST', '/api/payment/hostedpage', { body, key });
  return await buyer.open(created.json.data.hostedPageUrl);
}

it('a 3-D Secure payment and its void leave no plaintext card data in the deployed bank', async () => {
  const challenge = await buyer.post(await openForm(), { ...FORM, cardNumber: CARDS.approved });
  expect(challenge.form?.action).toBe(acquirer.gateUrl);
  const rowsOf = async (kind: string) => (await bookRows()).filter(({ sk }) => sk === kind);
  const verified = await buyer.verify(challenge, RIGHT_CODE);
  expect(await rowsOf('authentication')).toHaveLength(1);
  const paid = await buyer.post(verified, {});
  const { status, paymentReferenceNumber: transactionId } = resultOf(paid.location);
  expect(status).toBe('Successful');

  const cancelled = await api('POST', '/api/Refund/cancellations', { body: { transactionId }, key });
  expect([cancelled.status, cancelled.json.data['processedAs']]).toEqual([201, 'Void']);
  const rows = await bookRows();
  const asked = rows.filter(({ pk }) => String(pk).startsWith('ledger/'));
  expect(asked.map(({ record }) => (record as { operation: string }).operation).sort()).toEqual([
    'sale',
    'void',
  ]);
  expect(JSON.stringify(rows)).not.toContain(CARDS.approved);
  const bytes = rows.map(({ sealed }) =>
    Buffer.from((sealed as Uint8Array | undefined) ?? []).toString('latin1'),
  );
  expect(bytes.join().length).toBeGreaterThan(100);
  expect(bytes.join()).not.toMatch(/5528790000000008|number/);
});

const ordersSold = async () => (await bookRows()).filter(({ sk }) => sk === 'order');

it('a challenge that is cancelled or answered twice at the deployed bank moves no money', async () => {
  const soldBefore = (await ordersSold()).length;
  const challenge = await buyer.post(await openForm(), { ...FORM, cardNumber: CARDS.approvedVisa });
  const given = await buyer.post(await buyer.post(challenge, {}), {});
  const declined = await buyer.post(await buyer.post(given, CANCEL), {});
  expect([declined.location, declined.form?.hidden['challenge']]).toEqual([undefined, undefined]);
  expect((await buyer.post(given, RIGHT_CODE)).status).toBe(400);
  expect(await ordersSold()).toHaveLength(soldBefore);
});

it("the deployed bank declines a card with the card's own reason", async () => {
  const challenge = await buyer.post(await openForm(), { ...FORM, cardNumber: CARDS.insufficientFunds });
  const declined = await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
  expect(declined.text).toContain('bakiyesi veya limiti');
});
