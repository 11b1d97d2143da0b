// The notes of payments: a shop's own words, perhaps about its customer. That of a customer's payment is encrypted
// with the customer's secret, so that the one write that erases the customer erases all its notes (payments.md 12).
import { createHmac } from 'node:crypto';
import type { Payment } from '#domain/payment/payment.ts';
import { CUSTOMER } from '#store/customer.ts';
import { entityKey } from '#store/table/keys.ts';
import { getItems } from '#store/table/table.ts';
import { openedBy, sealAnswer } from './idempotency/answer-seal.ts';

/** Reads the customers of payments that have a note, and nothing without one. Tells the note of each payment. */
export async function notesOf(
  payments: readonly Payment[],
): Promise<(payment: Payment) => ReturnType<typeof noteOf>> {
  const noted = payments.filter(({ sealedNote }) => sealedNote !== undefined);
  const keys = new Map(
    noted.map(({ merchantId, customerId = '' }) => [
      customerId,
      entityKey(merchantId, 'CUSTOMER', customerId),
    ]),
  );
  const found = await getItems([...keys.values()]);
  const secrets = new Map([...keys.keys()].map((id, at) => [id, CUSTOMER.find(found[at])?.answerSecret]));
  return (payment) => noteOf(payment, secrets.get(payment.customerId ?? ''));
}

/** Null: it has none, or its customer is erased. `secret`: that of its customer. */
export const noteOf = (
  { note, sealedNote, paymentReferenceNumber }: Payment,
  secret: Uint8Array | undefined,
): string | null =>
  sealedNote === undefined
    ? (note ?? null)
    : ((secret && openedBy(sealedNote, [noteKey(secret)], paymentReferenceNumber)) ?? null);

/** The note as it is stored. `secret`: that of the payment's customer; undefined: it has none. */
export const storedNote = (
  { paymentReferenceNumber }: Payment,
  note: string,
  secret: Uint8Array | undefined,
): Pick<Payment, 'note' | 'sealedNote'> =>
  secret ? { sealedNote: sealAnswer(note, [noteKey(secret)], paymentReferenceNumber) } : { note };

const noteKey = (secret: Uint8Array) => createHmac('sha256', secret).update('payment-note').digest();
