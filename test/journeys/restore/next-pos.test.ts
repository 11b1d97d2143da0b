// A table that goes back to a second in which a payment waited for a bank that could not be reached, and which
// has lost that the payment moved on to another: the buyer has paid there, and pays nothing again (virtual-pos.md 4.6).
import { afterAll, expect, it } from 'vitest';
import { bankSaleOf } from '#domain/payment/payment.ts';
import { connectBankOf } from '#flows/bank-connection.ts';
import { finalizePayment } from '#flows/payment/payment-finalization.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writeNextPos } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { routedMerchant, WORLD } from '../../drivers/routed-merchant.ts';
import { openSecondBank } from '../../drivers/second-bank.ts';
import { HOUR, openHarness, SHARDS_SWEPT } from '../../harness/harness.ts';
import { copyTable } from './table-copy.ts';

const harness = await openHarness({ dueShards: SHARDS_SWEPT });
afterAll(harness.close);
const { service, api, buyer, createPage, moveBy, now } = harness;
const second = await openSecondBank(harness);
const { merchant, posId } = await routedMerchant(harness, second);
const { merchantId, apiKey: key } = merchant;
const card = { ownerName: 'Ayşe Yılmaz', cardNumber: WORLD, expiryMonth: '12', expiryYear: '2029' };

it.each(['approve', 'decline:51'])(
  'the bank to which it moved on tells what became of it: %s',
  async (said) => {
    const { hostedPageUrl, token } = await createPage({ amount: 100, expiresInMinutes: 1440 }, { key });
    const show = async () => {
      const path = `/api/payment/hostedpage/${token}`;
      type Told = { paymentReferenceNumber: string; status: string; posId: string };
      return (await api<{ state: string; payment: Told }>('GET', path, { key })).json.data;
    };
    second.bank.script(['lost-before']);
    await buyer.post(await buyer.open(hostedPageUrl), { ...card, expiryYear: '29', cvv: '123' });
    const { paymentReferenceNumber } = (await show()).payment;
    const payment = await loadPayment(merchantId, paymentReferenceNumber);
    if (payment === undefined) throw new Error('no payment');
    expect(payment).toMatchObject({ status: 'Processing', posId });
    const copy = await copyTable();

    const moved = { ...payment, posId: merchantId, posReason: 'GateOpen' } as const;
    await commit([writeNextPos(payment, moved)]);
    service.bank.script([said]);
    const { bank } = await connectBankOf(moved);
    const outcome = await bank.sale({ ...bankSaleOf(moved), card, cvv: '123' });
    if (outcome.kind !== 'approved' && outcome.kind !== 'declined') throw new Error(outcome.kind);
    await finalizePayment({ payment: moved }, outcome, now());
    await copy.putBack();
    service.rescheduleTimers();
    expect((await show()).payment.status).toBe('Processing');
    await moveBy(HOUR);

    const isPaid = said === 'approve';
    expect(await show()).toMatchObject({
      state: isPaid ? 'Paid' : 'Open',
      payment: { status: isPaid ? 'Successful' : 'Failed', posId: merchantId },
    });
    expect((await buyer.open(hostedPageUrl)).form === undefined).toBe(isPaid);
  },
);
