// Answers with a valid hash whose fields are not those of the payment: a browser can post anything, and old
// answers can be posted again. None of them causes a sale.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { entityKey } from '#store/table/keys.ts';
import { getItem, table, tableName } from '#store/table/table.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { type BuyerPage, RIGHT_CODE } from '../../../drivers/buyer.ts';
import { startHarness } from '../../../harness/harness.ts';
import { storeKeyOf } from './secure-orders.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, logs } = harness;
const OFFER = { threeDSecure: 'always' as const, installments: [1, 3, 6] };
const merchant = await service.addMerchant(OFFER);
const CARD = {
  ownerName: 'Ayşe Yılmaz',
  cardNumber: '5528790000000008',
  expiryMonth: '12',
  expiryYear: '29',
};

const storeKey = await storeKeyOf(merchant.merchantId);

async function openChallenge({ apiKey: key } = merchant) {
  const { hostedPageUrl, token } = await createPage({ amount: 120 }, { key });
  const form = await buyer.open(hostedPageUrl);
  const challenge = await buyer.post(form, { ...CARD, cvv: '987', installment: '3' });
  const showPage = async () => (await api('GET', `/api/payment/hostedpage/${token}`, { key })).json.data;
  return { token, challenge, showPage };
}

/** The bank's answer to the challenge with some fields changed, and a valid hash. */
function answerTo(challenge: BuyerPage, changed: Record<string, string>, key = storeKey) {
  const { pan: _, cv2: __, hash: ___, rnd: ____, ...echoed } = challenge.form?.hidden ?? {};
  const [xid, cavv] = ['rIpI0Jrjzra7OF6UyD4pQZVyxpw=', 'ABABByBkEgAAAABllJMDdVWUGZE='];
  const proof = { mdStatus: '1', txstatus: 'Y', md: 'md', xid, eci: '02', cavv, rnd: 'THlysKkGRD' };
  const fields = { ...echoed, ...proof, ...changed };
  return { ...fields, HASH: threeDHash(Object.entries(fields), key) };
}

/** Stores the payment as the version before the bindings did: only the comparison of its fields is left. */
async function forgetBinding(reference: string): Promise<void> {
  const item = await getItem(entityKey(merchant.merchantId, 'PAYMENT', reference));
  expect(item?.['threeDBinding']).toMatch(/^returned=/);
  const Item = { ...item, threeDBinding: undefined, version: Number(item?.['version']) + 1 };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

async function postTo(token: string, hidden: Record<string, string>): Promise<void> {
  for (const path of ['3d', '3d/callback']) {
    const form = { action: `/iframe/${token}/${path}`, hidden };
    const page = { status: 200, headers: {}, text: '', path: '', location: undefined, form };
    expect((await buyer.post(page, {})).status).toBe(200);
  }
}
const salesOf = (challenge: BuyerPage) =>
  service.bank
    .ledger()
    .filter(({ operation, orderId }) => operation === 'sale' && orderId === challenge.form?.hidden['oid']);

describe('a 3-D Secure answer with a valid hash', () => {
  it('an answer with the fields of the payment leads to the sale', async () => {
    const { token, challenge } = await openChallenge();
    await postTo(token, answerTo(challenge, {}));
    expect(salesOf(challenge).length).toBe(1);
  });

  it.each([
    ['a smaller amount', { amount: '119.99' }],
    ['a greater amount', { amount: '120.01' }],
    ['a hundredth of the amount', { amount: '1.20' }],
    ['another currency', { currency: '978' }],
    ['fewer installments', { taksit: '' }],
    ['more installments', { taksit: '6' }],
    ['another order', { oid: 'PAY00000000000000000000000000' }],
    ['another merchant number', { clientid: '1000000001' }],
  ])('an answer with %s causes no sale, and the real answer still does', async (_, changed) => {
    const { token, challenge, showPage } = await openChallenge();
    await postTo(token, answerTo(challenge, changed));
    expect(salesOf(challenge)).toEqual([]);
    expect(await showPage()).toMatchObject({ state: 'Processing', payment: { status: 'Processing' } });
    await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(await showPage()).toMatchObject({ state: 'Paid', payment: { amount: 120, installment: 3 } });
    expect(salesOf(challenge)).toMatchObject([{ amount: 120, currency: 'TRY', outcome: 'approved' }]);
  });

  it.each(['', '6'])(
    'an answer with installments "%s" to a payment without a binding causes no sale',
    async (taksit) => {
      const { token, challenge, showPage } = await openChallenge();
      const payment = (await showPage())['payment'] as { paymentReferenceNumber: string };
      await forgetBinding(payment.paymentReferenceNumber);
      await postTo(token, answerTo(challenge, { taksit }));
      expect(salesOf(challenge)).toEqual([]);
      expect(await showPage()).toMatchObject({ state: 'Processing' });
      await postTo(token, answerTo(challenge, {}));
      expect(salesOf(challenge).length).toBe(1);
    },
  );

  it("an answer for another merchant's payment causes no sale for either", async () => {
    const other = await service.addMerchant(OFFER);
    const [ours, theirs] = [await openChallenge(), await openChallenge(other)];
    const theirKey = await storeKeyOf(other.merchantId);
    await postTo(ours.token, answerTo(theirs.challenge, {}, theirKey));
    await postTo(theirs.token, answerTo(ours.challenge, {}));
    // Signed with the key of the page's merchant, for the payment of the other.
    const clientid = String(ours.challenge.form?.hidden['clientid']);
    await postTo(ours.token, answerTo(theirs.challenge, { clientid }));
    for (const { challenge, showPage } of [ours, theirs]) {
      expect(salesOf(challenge)).toEqual([]);
      expect(await showPage()).toMatchObject({ state: 'Processing' });
    }
  });

  it('an answer to an older attempt on the page does not count for the newer one', async () => {
    const { token, challenge, showPage } = await openChallenge();
    const waiting = await buyer.open(`/iframe/${token}`);
    await buyer.post(waiting, {});
    const again = await buyer.open(`/iframe/${token}`);
    const second = await buyer.post(again, { ...CARD, cvv: '987', installment: '3' });
    await postTo(token, answerTo(challenge, {}));
    expect([...salesOf(challenge), ...salesOf(second)]).toEqual([]);
    expect(await showPage()).toMatchObject({ state: 'Processing' });
  });

  it('a refused answer is logged by its reason and without its content', () => {
    const refused = logs.filter((line) => line.includes('3-D Secure answer refused'));
    for (const reason of ['another attempt', 'amount, currency or installments', 'sent fields', 'clientId'])
      expect(refused.some((line) => line.includes(`"reason":"${reason}"`))).toBe(true);
    expect(refused.filter((line) => /119\.99|PAY0000000000|cavv":"/.test(line))).toEqual([]);
  });
});
