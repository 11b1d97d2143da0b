// Compares the stored payments with the bank's ledger. Used by every test file in which buyers pay on hosted
// pages.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect } from 'vitest';
import { defined } from '#domain/defined.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { itemOf, table, tableName } from '#store/table/table.ts';
import { disagreements } from '../books/compare.ts';
import { type Harness, HOUR } from '../harness/harness.ts';

/** Compares after the last test of the file, when no call is in progress. */
export function checkBooksAtEnd({ service, moveBy }: Harness): void {
  afterAll(async () => {
    await service.timeline.setRunning(true);
    await moveBy(2 * HOUR);
    const payments = await everyPayment();
    expect(payments.length).toBeGreaterThan(0);
    expect(disagreements(asShown(payments), service.bank.ledger())).toEqual([]);
  });
}

/** The stored payments of each merchant, with amounts as the API shows them. */
const asShown = (payments: readonly Payment[]) =>
  [...Map.groupBy(payments, ({ merchantId }) => merchantId)].map(([name, own]) => ({
    name,
    payments: own.map(({ chargedMinor, refundedMinor, ...payment }) => {
      const chargedAmount = chargedMinor / 100;
      const authorization = payment.capture === 'manual' ? { underWay: payment.authorization?.sent } : null;
      const refundedAmount = refundedMinor / 100;
      return { ...payment, amount: chargedAmount, chargedAmount, refundedAmount, authorization };
    }),
  }));

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
    payments.push(...(page.Items ?? []).map((item) => PAYMENT.read(itemOf(item))));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return payments;
}
