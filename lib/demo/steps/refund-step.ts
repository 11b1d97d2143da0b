// Refunds part of a payment: requested, approved, and recorded by the bank.
import type { Demo } from './demo.ts';
import { money } from './layout.ts';

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
  const { status, statusLabel, amount, refundedAmount, refundableAmount, bankReferenceNumber } = payment;
  demo.facts({
    Status: `${status} (${statusLabel})`,
    Paid: money(Number(amount)),
    Refunded: money(Number(refundedAmount)),
    'Still refundable': money(Number(refundableAmount)),
  });
  print('The bank’s operations of the same order:');
  const ledger = await demo.ledgerOf(String(bankReferenceNumber));
  demo.table(
    ledger.map(({ operation, amount: moved, outcome, code, at, hostReference }) => ({
      Operation: operation,
      Amount: money(moved),
      Outcome: `${outcome} ${code}`,
      At: at.slice(0, 19).replace('T', ' '),
      'Bank reference': hostReference,
    })),
  );
}
