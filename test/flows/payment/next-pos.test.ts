// A single payment that certainly did not reach its bank goes to the next POS in the same call; what may have
// reached it never does, and what the former bank says later is not about it (virtual-pos.md 4.6).
import { beforeEach, expect, it } from 'vitest';
import { connectBankOf, forgetBank } from '#flows/bank-connection.ts';
import { sellRouted } from '#flows/payment/next-pos.ts';
import { finalizePayment } from '#flows/payment/payment-finalization.ts';
import { finalizeCharge } from '#flows/payment/single-charge-finalization.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writeNextPos } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { freePort } from '../../../lib/local/free-port.ts';
import { preferPos } from '../../../lib/operator/pos/change-of-bank.ts';
import { storedOrderId } from '../../drivers/books.ts';
import { newCardNumber } from '../../drivers/recurring-payment-driver.ts';
import { routedMerchant, WORLD } from '../../drivers/routed-merchant.ts';
import { openSecondBank } from '../../drivers/second-bank.ts';
import { singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, moveBy, now } = harness;
const second = await openSecondBank(harness);
/** Nobody listens there. */
const nowhere = `http://localhost:${await freePort()}/fim/api`;
const cut = await routedMerchant(harness, second, nowhere);
const open = await routedMerchant(harness, second);
type Owner = typeof cut;

beforeEach(() => cut.callAgain());

type Told = { paymentReferenceNumber: string; posId: string; posReason: string; status: string };
async function pay({ merchant: { apiKey: key } }: Owner, cardNumber: string, installment = '1') {
  const { hostedPageUrl, token } = await createPage({ amount: 100 }, { key });
  const typed = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };
  await buyer.post(await buyer.open(hostedPageUrl), { ...typed, cardNumber, installment });
  const path = `/api/payment/hostedpage/${token}`;
  return (await api<{ payment: Told | null; state: string }>('GET', path, { key })).json.data;
}
/** How many sales the first bank and the second have of a payment. */
async function salesOf({ paymentReferenceNumber }: Pick<Told, 'paymentReferenceNumber'>) {
  const ours = await storedOrderId(paymentReferenceNumber);
  return [service.bank, second.bank].map(
    (bank) => bank.ledger().filter((one) => one.orderId === ours && one.operation === 'sale').length,
  );
}
const stored = async ({ merchant: { merchantId } }: Owner, { paymentReferenceNumber }: Told) => {
  const payment = await loadPayment(merchantId, paymentReferenceNumber);
  if (payment === undefined) throw new Error('no payment');
  return payment;
};

it('a page is paid at the next POS in the same call', async () => {
  const { payment, state } = await pay(cut, WORLD);
  expect(state).toBe('Paid');
  expect(payment).toMatchObject({ posId: cut.merchant.merchantId, posReason: 'GateOpen' });
  expect(payment && (await salesOf(payment))).toEqual([1, 0]);
});

it('a charge of a stored card too', async () => {
  const charges = singleChargeDriver(harness, cut.merchant.apiKey);
  const { status, json } = await charges.charge({ cardStorageId: await charges.card(WORLD) });
  const told = json.data as unknown as Told;
  expect([status, told]).toMatchObject([201, { posId: cut.merchant.merchantId, posReason: 'GateOpen' }]);
  expect(await salesOf(told)).toEqual([1, 0]);
});

it('installments do not: another POS would charge another amount', async () => {
  const { state, payment } = await pay(cut, WORLD, '3');
  expect([state, payment]).toMatchObject(['Open', { status: 'Failed', posId: cut.posId }]);
  expect(payment && (await salesOf(payment))).toEqual([0, 0]);
});

it('what may have reached its bank goes nowhere else, and that bank is asked', async () => {
  second.bank.script(['lost-before']);
  const { payment } = await pay(open, WORLD);
  expect(payment).toMatchObject({ status: 'Processing', posId: open.posId });
  expect(payment && (await salesOf(payment))).toEqual([0, 0]);
  await moveBy(20 * MINUTE);
  expect(payment && (await stored(open, payment))).toMatchObject({ status: 'Failed', posId: open.posId });
  expect(payment && (await salesOf(payment))).toEqual([0, 0]);
});

it('a card does not go to a bank that sells nothing to it without its CVV', async () => {
  const { merchantId, apiKey } = cut.merchant;
  const charges = singleChargeDriver(harness, apiKey);
  const cardStorageId = await charges.card(WORLD);
  const prefer = async (...ids: string[]) => {
    await preferPos(merchantId, ids, { isChecked: false }, now());
    forgetBank(merchantId);
  };
  await prefer(merchantId);
  service.bank.script(['decline:CORE-2208']);
  expect((await charges.charge({ cardStorageId })).status).toBe(422);
  await prefer(merchantId, cut.posId);
  const before = service.bank.ledger().length;
  expect((await charges.charge({ cardStorageId })).status).toBe(503);
  expect(service.bank.ledger().length).toBe(before);
});

it('a payment that was finalized meanwhile is sold nowhere', async () => {
  const { payment } = await pay(cut, WORLD, '3');
  if (payment === null) throw new Error('no payment');
  const atCut = { ...(await stored(cut, payment)), status: 'Processing' as const };
  const { bank } = await connectBankOf(atCut);
  const today = '2026-11-29' as never;
  const pos = [cut.merchant.merchantId, cut.posId].map((posId) => ({ posId, families: [], rows: [] }));
  const route = {
    posOrder: { defaultPos: cut.merchant.merchantId, pos },
    routed: { family: undefined, count: 1, today },
  };
  let calls = 0;
  const sold = await sellRouted({ payment: atCut, bank, route }, async () => {
    calls += 1;
    return { kind: 'notSent', reason: 'ECONNREFUSED' };
  });
  expect([calls, sold.payment.posId, await salesOf(payment)]).toEqual([1, cut.posId, [0, 0]]);
});

it.each([{ kind: 'notSent' } as const, { kind: 'approved', hostReference: '633409000001' } as const])(
  'once it has moved on, what the former bank says ($kind) changes nothing',
  async (said) => {
    second.bank.script(['lost-before']);
    const charges = singleChargeDriver(harness, open.merchant.apiKey);
    const given = { cardStorageId: await charges.card(newCardNumber()) };
    service.bank.script(['lost-before']);
    const { json } = await charges.charge(given);
    const { payment: paged } = await pay(open, WORLD);
    const place = { posId: open.merchant.merchantId, posReason: 'GateOpen' } as const;
    if (paged === null) throw new Error('no payment');
    const page = await stored(open, paged);
    expect(await commit([writeNextPos(page, place)])).toEqual({ kind: 'committed' });
    await finalizePayment({ payment: page }, said, now());
    expect(await stored(open, paged)).toMatchObject({ status: 'Processing', ...place });
    const charge = await stored(open, json.data as unknown as Told);
    expect(await commit([writeNextPos(charge, { posId: open.posId })])).toEqual({ kind: 'committed' });
    expect(await finalizeCharge(charge, said, now())).toMatchObject({ status: 'Processing' });
    expect(await stored(open, json.data as unknown as Told)).toMatchObject({
      status: 'Processing',
      posId: open.posId,
    });
    await moveBy(20 * MINUTE);
    expect([await stored(open, paged), await stored(open, json.data as unknown as Told)]).toMatchObject([
      { status: 'Failed', posId: open.merchant.merchantId },
      { status: 'Failed', posId: open.posId },
    ]);
  },
);
