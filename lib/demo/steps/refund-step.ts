// Refunds part of a payment: requested, approved, and recorded by the bank.
import type { Demo } from './demo.ts';

export async function showRefund(demo: Demo, transactionId: string): Promise<void> {
  const { call, print } = demo;
  demo.title('Part of the payment is refunded, by request and approval');
  const refund = await call('POST', '/api/Refund', {
    transactionId,
    amount: 49.9,
    reason: 'One cup arrived broken',
    refundType: 'Partial',
  });
  print(`The refund is ${refund['status']}: the amount is reserved, the bank has not been called.`);
  const approved = await call('POST', `/api/Refund/${refund['refundId']}/approve`, {});
  print(`Approved: ${approved['status']}, bank reference ${approved['bankReferenceNumber']}.`);
  const payment = await call('GET', `/api/payment/${transactionId}`);
  const { status, statusLabel, amount, refundedAmount, refundableAmount } = payment;
  demo.table([{ status, statusLabel, amount, refundedAmount, refundableAmount }]);
  print('The bank’s operations of the same order:');
  demo.table(await demo.ledgerOf([transactionId.replace('-', '')]));
}
