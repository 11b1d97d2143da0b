// Compares the stored payments with the bank's ledger: sales, refunds and references are equal, and no order
// is paid twice. Used by every test file in which buyers pay on hosted pages.

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect } from 'vitest';
import { defined } from '#domain/defined.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { table, tableName } from '#store/table/table.ts';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import { type Harness, HOUR } from '../harness/harness.ts';

/** Compares after the last test of the file, when no call is in progress. */
export function checkBooksAtEnd({ service, moveBy }: Harness): void {
  afterAll(async () => {
    await service.timeline.setRunning(true);
    await moveBy(2 * HOUR);
    const payments = await everyPayment();
    expect(payments.length).toBeGreaterThan(0);
    expect(disagreements(payments, service.bank.ledger())).toEqual([]);
  });
}

type BookedPayment = Pick<
  Payment,
  | 'merchantId'
  | 'orderNumber'
  | 'paymentReferenceNumber'
  | 'bankOrderId'
  | 'amountMinor'
  | 'refundedMinor'
  | 'currency'
  | 'installment'
  | 'status'
  | 'source'
> & { bankReferenceNumber?: string };
export type BankSale = Pick<
  LedgerOperation,
  'operation' | 'orderId' | 'amount' | 'currency' | 'installment' | 'outcome' | 'hostReference'
>;

const minorOf = (amount: number) => Math.round(amount * 100);
const isPaid = ({ status }: BookedPayment) => status !== 'Failed' && status !== 'Processing';

/** One line per difference between the stored payments and the bank's ledger. */
export function disagreements(payments: readonly BookedPayment[], ledger: readonly BankSale[]): string[] {
  const sold = ledger.filter(({ operation, outcome }) => operation === 'sale' && outcome === 'approved');
  const refundedAt = (orderId: string) =>
    ledger
      .filter((one) => one.orderId === orderId && one.outcome === 'approved' && one.operation !== 'sale')
      .reduce((sum, { amount }) => sum + minorOf(amount), 0);
  const atBank = sold.map(({ orderId, amount, currency, installment, hostReference }) =>
    [orderId, minorOf(amount), currency, installment, hostReference, refundedAt(orderId)].join(' '),
  );
  const paid = payments.filter(isPaid);
  const ours = paid.map(({ bankOrderId, amountMinor, currency, installment, ...references }) => {
    const { bankReferenceNumber, refundedMinor } = references;
    return [bankOrderId, amountMinor, currency, installment, bankReferenceNumber, refundedMinor].join(' ');
  });
  const orders = paid
    .filter(({ source }) => source === 'HostedPage')
    .map(({ merchantId, orderNumber }) => `${merchantId} ${orderNumber}`);
  return [
    ...without(atBank, ours).map((line) => `only the bank: ${line}`),
    ...without(ours, atBank).map((line) => `only we: ${line}`),
    ...without(orders, [...new Set(orders)]).map((line) => `paid again: ${line}`),
    ...payments
      .filter(({ status }) => status === 'Processing')
      .map(({ paymentReferenceNumber }) => `never ended: ${paymentReferenceNumber}`),
  ];
}

/** The lines that remain after each of the others has removed one equal line. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...lines];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The bank order id of a payment, as it is stored; '' if there is no such payment. */
export async function storedOrderId(reference: string): Promise<string> {
  const payment = (await everyPayment()).find((one) => one.paymentReferenceNumber === reference);
  return payment?.bankOrderId ?? '';
}

export async function everyPayment(): Promise<Payment[]> {
  const payments: Payment[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await table.send(
      new ScanCommand({
        TableName: tableName(),
        FilterExpression: 'sk = :payment',
        ExpressionAttributeValues: { ':payment': 'PAYMENT' },
        ConsistentRead: true,
        ...defined({ ExclusiveStartKey }),
      }),
    );
    payments.push(...((page.Items ?? []) as Payment[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return payments;
}
