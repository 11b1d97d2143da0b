// Refunds part of a payment: requested, approved, and recorded by the bank.
import type { Storyteller } from './storyteller.ts';

export async function tellRefund(story: Storyteller, transactionId: string): Promise<void> {
  const { call, say } = story;
  story.chapter('Part of the payment is refunded, by request and approval');
  const refund = await call('POST', '/api/Refund', {
    transactionId,
    amount: 49.9,
    reason: 'One cup arrived broken',
    refundType: 'Partial',
  });
  say(`The refund is ${refund['status']}: the amount is reserved, the bank has not been called.`);
  const approved = await call('POST', `/api/Refund/${refund['refundId']}/approve`, {});
  say(`Approved: ${approved['status']}, bank reference ${approved['bankReferenceNumber']}.`);
  const payment = await call('GET', `/api/payment/${transactionId}`);
  const { status, statusLabel, amount, refundedAmount, refundableAmount } = payment;
  story.table([{ status, statusLabel, amount, refundedAmount, refundableAmount }]);
  say('The bank’s operations of the same order:');
  story.table(await story.ledgerOf([transactionId.replace('-', '')]));
}
