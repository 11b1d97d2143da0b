// Moves that return money: partly and fully, in one step and in two, several at once, and more than the rest.
import type { Json } from '../../release/shop.ts';
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';

const KURUS = 100;

/** Undefined if nothing can be refunded. */
async function refundable(
  caller: Caller,
  merchant: Merchant,
): Promise<{ reference: string; orderMinor: number; leftMinor: number } | undefined> {
  const reference = caller.random.pick(merchant.payments);
  if (reference === undefined) return undefined;
  const payment = (await caller.read(merchant, `/api/payment/${reference}`)) ?? {};
  const minorOf = (field: string) => Math.round(Number(payment[field]) * KURUS);
  const leftMinor = minorOf('refundableAmount');
  return leftMinor > 0 ? { reference, orderMinor: minorOf('amount'), leftMinor } : undefined;
}

type Refundable = NonNullable<Awaited<ReturnType<typeof refundable>>>;

/** A part, the amount of the order, the whole rest, or one kuruş more. */
function amountOf({ random }: Caller, { orderMinor, leftMinor }: Refundable): number {
  const minor = random.weighted([
    [6, random.between(1, leftMinor)],
    [2, orderMinor],
    [2, leftMinor],
    [1, leftMinor + 1],
  ]);
  return minor / KURUS;
}

const body = (reference: string, amount: number) => (tag: string) => ({
  transactionId: reference,
  amount,
  reason: `Kırık geldi ${tag}`,
});

export async function refundPart(caller: Caller, merchant: Merchant): Promise<void> {
  const found = await refundable(caller, merchant);
  if (!found) return;
  const amount = amountOf(caller, found);
  await caller.create(merchant, '/api/Refund/partial', body(found.reference, amount));
}

/** Requests parts of one payment at once, whose sum exceeds the rest. */
export async function refundAtOnce(caller: Caller, merchant: Merchant): Promise<void> {
  const found = await refundable(caller, merchant);
  if (!found) return;
  const count = caller.random.between(2, 4);
  const amount = Math.ceil(found.leftMinor / (count - 1)) / KURUS;
  const one = () => caller.create(merchant, '/api/Refund/partial', body(found.reference, amount));
  await Promise.all(Array.from({ length: count }, one));
}

export async function cancelPayment(caller: Caller, merchant: Merchant): Promise<void> {
  const reference = caller.random.pick(merchant.payments.slice(-20));
  if (reference === undefined) return;
  const cancel = (tag: string): Json => ({ transactionId: reference, reason: `Vazgeçildi ${tag}` });
  await caller.create(merchant, '/api/Refund/cancellations', cancel);
}

export async function requestRefund(caller: Caller, merchant: Merchant): Promise<void> {
  const found = await refundable(caller, merchant);
  if (!found) return;
  const amount = amountOf(caller, found);
  const refund = await caller.create(merchant, '/api/Refund', body(found.reference, amount));
  if (refund) merchant.pending.push(String(refund['refundId']));
}

/** One approval, one rejection, two approvals at once, or an approval and a rejection at once. */
export async function decideRefund(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  const refundId = random.pick(merchant.pending);
  if (refundId === undefined) return;
  const decide = (decision: 'approve' | 'reject') =>
    caller.write(merchant, 'POST', `/api/Refund/${refundId}/${decision}`, {});
  const decisions = random.weighted<('approve' | 'reject')[]>([
    [5, ['approve']],
    [2, ['reject']],
    [2, ['approve', 'approve']],
    [1, ['approve', 'reject']],
  ]);
  await Promise.all(decisions.map(decide));
  if (random.chance(0.8)) merchant.pending.splice(merchant.pending.indexOf(refundId), 1);
}
