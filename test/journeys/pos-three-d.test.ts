// 3-D Secure at a merchant's second POS, whatever the protocols of its two banks: gate, proof, sale and refund are
// the second bank's, and a card of no family is authenticated at the default one (virtual-pos.md 2.3 and 4).
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetBank } from '#flows/bank-connection.ts';
import { ACCOUNTS, type BankProtocol } from '../../lib/bank/account.ts';
import { importList } from '../../lib/operator/bins/bin-lists.ts';
import { newIds } from '../../lib/operator/new-ids.ts';
import { addPos, preferPos } from '../../lib/operator/pos/change-of-bank.ts';
import { checkBooksAtEnd } from '../drivers/books.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, now } = harness;
const WORLD = '5528790000000008';
const OTHER = '4000000000000002';
/** The gate of each protocol, below the bank's address. */
const GATES = { nestpay: '/est3Dgate', akbank: '/akbank/securepay', garanti: '/garanti/gt3dengine' };
type Told = { paymentReferenceNumber: string; posId: string; posReason: string };

beforeAll(() =>
  importList(new Map([['552879', { bankCode: '0067', type: 'credit', family: 'World' }]]), now()),
);

const PAIRS: [BankProtocol, BankProtocol][] = [
  ['nestpay', 'akbank'],
  ['akbank', 'garanti'],
  ['garanti', 'nestpay'],
];
describe.each(PAIRS)('%s first, %s second', (first, second) => {
  it('each card is authenticated, sold and given back at its own bank', async () => {
    const merchant = await service.addMerchant({
      protocol: first,
      threeDSecure: 'always',
      bankCode: '0032',
    });
    const { merchantId, apiKey: key } = merchant;
    const account = ACCOUNTS[second].open();
    service.bank.registerMerchant(account);
    const settings = ACCOUNTS[second].posOf(account, `${service.baseUrl}/fim`);
    const { posId } = newIds(now());
    const added = { posId, settings, isTest: false, bankCode: '0067' };
    await addPos(merchantId, added, { isChecked: true }, now());
    await preferPos(merchantId, [merchantId, posId], { isChecked: true }, now());
    forgetBank(merchantId);

    const refunds = refundDriver(harness, merchant);
    const expected = [
      [WORLD, GATES[second], { posId, posReason: 'Family' }],
      [OTHER, GATES[first], { posId: merchantId, posReason: 'Default' }],
    ] as const;
    for (const [cardNumber, gate, place] of expected) {
      const { hostedPageUrl, token } = await createPage({ amount: 100 }, { key });
      const typed = { ownerName: 'Ayşe Yılmaz', cardNumber, expiryMonth: '12', expiryYear: '29', cvv: '123' };
      const challenge = await buyer.post(await buyer.open(hostedPageUrl), typed);
      expect(challenge.form?.action).toBe(`${service.baseUrl}/fim${gate}`);
      const returned = await buyer.verify(challenge, { code: '123456', action: 'approve' });
      await buyer.post(returned, {});
      const path = `/api/payment/hostedpage/${token}`;
      const { json } = await api<{ state: string; payment: Told }>('GET', path, { key });
      expect(json.data).toMatchObject({ state: 'Paid', payment: { ...place, threeDSecure: true } });
      const { paymentReferenceNumber } = json.data.payment;
      expect((await refunds.cancel(paymentReferenceNumber)).json.data.status).toBe('Completed');
    }
  });
});
