// A merchant takes payments at two banks: each card goes to the one that splits its family, what belongs to a
// payment stays there, and a bank that does not answer is passed by (virtual-pos.md 4).
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetBank } from '#flows/bank-connection.ts';
import { accessTo } from '#flows/bank-gate.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { importList } from '../../lib/operator/bins/bin-lists.ts';
import { addPos, makePosCurrent, preferPos } from '../../lib/operator/pos/change-of-bank.ts';
import { listPos } from '../../lib/operator/pos/own-pos.ts';
import { removePos } from '../../lib/operator/pos/pos-removal.ts';
import { storedOrderId } from '../drivers/books.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { openSecondBank } from '../drivers/second-bank.ts';
import { singleChargeDriver } from '../drivers/single-charge-driver.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, now } = harness;
const second = await openSecondBank(harness);
const merchant = await service.addMerchant({ threeDSecure: 'never', bankCode: '0032', installments: [1, 3] });
const { merchantId, apiKey: key } = merchant;
const charges = singleChargeDriver(harness, key);
const refunds = refundDriver(harness, merchant);
const posId = second.newPosId();

const BONUS = '4603450000000000';
const WORLD = '5528790000000008';
const OTHER = '4111111111111129';
type Told = { paymentReferenceNumber: string; posId: string; posReason: string; installment: number };

const prefer = async (...ids: string[]) => {
  await preferPos(merchantId, ids, { isChecked: true }, now());
  forgetBank(merchantId);
};
async function pay(cardNumber: string, installment = '1'): Promise<Told> {
  const { hostedPageUrl, token } = await createPage({ amount: 100 }, { key });
  const typed = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };
  await buyer.post(await buyer.open(hostedPageUrl), { ...typed, cardNumber, installment });
  return (await api<{ payment: Told }>('GET', `/api/payment/hostedpage/${token}`, { key })).json.data.payment;
}
/** How often money moved at the first bank and at the second. */
async function movesOf({ paymentReferenceNumber }: { paymentReferenceNumber: string }) {
  const ours = await storedOrderId(paymentReferenceNumber);
  const moves = ({ orderId, operation }: { orderId: string; operation: string }) =>
    orderId === ours && operation !== 'inquiry';
  return [service.bank, second.bank].map((bank) => bank.ledger().filter(moves).length);
}
const atFirst = { posId: merchantId, posReason: 'Family' };
const atSecond = { posId, posReason: 'Family' };

beforeAll(async () => {
  await importList(
    new Map([
      ['460345', { bankCode: '0062', type: 'credit', family: 'Bonus' }],
      ['552879', { bankCode: '0067', type: 'credit', family: 'World' }],
    ]),
    now(),
  );
  await addPos(
    merchantId,
    { posId, settings: second.newPos(), isTest: false, bankCode: '0067' },
    { isChecked: true },
    now(),
  );
});

describe('an operator', () => {
  it('has a merchant of one POS take all at it, whatever the card', async () => {
    const paid = await pay(WORLD);
    expect([paid, await movesOf(paid)]).toMatchObject([{ posId: merchantId, posReason: 'Default' }, [1, 0]]);
  });

  it('must name the default POS, each once, and only those whose bank is known', async () => {
    await expect(prefer(posId)).rejects.toThrow('must also name the current one');
    await expect(prefer(merchantId, posId, posId)).rejects.toThrow('twice');
    const nameless = await second.add(merchantId);
    await expect(prefer(merchantId, nameless)).rejects.toThrow('is not known');
  });

  it('sees the order, and cannot remove a POS that takes payments', async () => {
    await prefer(merchantId, posId);
    expect(await listPos(merchantId)).toMatchObject([{ place: 1 }, { posId, place: 2 }, {}]);
    const removal = removePos(merchantId, posId, { givesUp: true }, now());
    await expect(removal).rejects.toThrow('takes payments');
  });
});

describe('with two POS in use', () => {
  beforeAll(() => prefer(merchantId, posId));

  it('a single payment goes to the POS that splits the family, else to the default one', async () => {
    const [bonus, world, other] = [await pay(BONUS), await pay(WORLD), await pay(OTHER)];
    expect([bonus, world]).toMatchObject([atFirst, atSecond]);
    expect(other).toMatchObject({ posId: merchantId, posReason: 'Default' });
    expect([await movesOf(bonus), await movesOf(world)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('the page offers what either splits, and each is charged where it is split', async () => {
    const { hostedPageUrl } = await createPage({ amount: 100 }, { key });
    const { text } = await buyer.open(hostedPageUrl);
    expect(text).toMatch(/Bonus[\s\S]*World/);
    expect(await pay(WORLD, '3')).toMatchObject({ ...atSecond, installment: 3 });
    expect(await pay(BONUS, '3')).toMatchObject({ ...atFirst, installment: 3 });
  });

  it('a charge of a stored card goes there too, and its refund where the money is', async () => {
    const cardStorageId = await charges.card(WORLD);
    const { json } = await charges.charge({ cardStorageId });
    expect(json.data).toMatchObject(atSecond);
    await prefer(merchantId);
    expect((await refunds.cancel(json.data.paymentReferenceNumber)).json.data.status).toBe('Completed');
    expect(await movesOf(json.data)).toEqual([0, 2]);
    await prefer(merchantId, posId);
  });

  it('while its bank does not answer, single payments go to the next and installments wait', async () => {
    const [pos] = (await listPos(merchantId)).filter((one) => one.posId === posId);
    const access = accessTo(pos?.address ?? '', { merchantId, posId });
    for (let failure = 1; failure <= 5; failure += 1) await access.report(false);
    expect(await access.isShut()).toBe(true);
    const paid = await pay(WORLD);
    expect(paid).toMatchObject({ posId: merchantId, posReason: 'GateOpen' });
    expect(await movesOf(paid)).toEqual([1, 0]);
    const { json } = await charges.charge({ cardStorageId: await charges.card(WORLD) });
    expect(json.data).toMatchObject({ posId: merchantId, posReason: 'GateOpen' });
    const { hostedPageUrl, token } = await createPage({ amount: 100 }, { key });
    const typed = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };
    const form = { ...typed, cardNumber: WORLD, installment: '3' };
    await buyer.post(await buyer.open(hostedPageUrl), form);
    const path = `/api/payment/hostedpage/${token}`;
    expect((await api('GET', path, { key })).json.data).toMatchObject({ payment: null });
    await access.report(true);
    expect(await pay(WORLD, '3')).toMatchObject(atSecond);
  });

  it('a change of the default takes the place of the former one in the order', async () => {
    await makePosCurrent(merchantId, posId, { isChecked: true }, now());
    forgetBank(merchantId);
    expect(await pay(BONUS)).toMatchObject({ posId, posReason: 'Default' });
    expect((await loadMerchant(merchantId))?.posOrder).toEqual([posId]);
  });
});
