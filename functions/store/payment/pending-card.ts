// A card that the buyer has chosen to store, encrypted beside the payment that must succeed first. Until then
// it is no stored card: no id finds it and it is in no index.
import type { Payment } from '#domain/payment/payment.ts';
import { storedCardFields } from '#domain/row/stored-card.ts';
import { bytes, object, optional, text, type ValueOf } from '#domain/shape.ts';
import { writeWaitingCard } from '../card/latest-card.ts';
import { CUSTOMER, type CustomerItem } from '../customer.ts';
import { create, type Write } from '../table/commit.ts';
import { entityKey, type Key, pendingCardKey, pendingCardOfPageKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { endsAt, loadRow, newItem, row } from '../table/row.ts';
import { getItems } from '../table/table.ts';

const fields = () => ({
  /** The stored card that is created when the payment succeeds. */
  card: object(storedCardFields()),
  sealed: bytes,
  /** A stored card of the customer with the same number; `renewal`: if the new expiry is another one. */
  known: optional(
    object({
      cardId: text,
      renewal: optional(object({ expiryTag: text, expirySince: text, sealedExpiry: bytes })),
    }),
  ),
  /** ISO instant: a payment that succeeds later stores no card. */
  expiresAt: text,
});
export type PendingCard = ValueOf<typeof fields>;

const PENDING_CARD = /* @__PURE__ */ row<PendingCard>('pending-card', fields, {
  isErased: (item) => item['sealed'] === undefined,
});

export const pendingCardKind = () =>
  ({
    keys: [pendingCardKey('{m}', '{reference}'), pendingCardOfPageKey('{id}')],
    readBy: 'end of the payment or verification',
    events: 'the card that is stored after the bank’s answer',
    read: PENDING_CARD.find,
  }) satisfies Kind;

type PaymentName = Pick<Payment, 'merchantId' | 'paymentReferenceNumber'>;

const keyOf = ({ merchantId, paymentReferenceNumber }: PaymentName) =>
  pendingCardKey(merchantId, paymentReferenceNumber);

/** A card page has one row for the card of its verification: a newer card replaces it. */
export const writePendingCardOfPage = (
  { tokenDigest, customerId }: { tokenDigest: string; customerId: string },
  pending: PendingCard,
): Write[] => [
  { what: 'pending-card', kind: 'put', item: itemOf(pendingCardOfPageKey(tokenDigest), pending) },
  writeWaitingCard(pending.card, customerId, tokenDigest),
];

export const loadPendingCardOfPage = (tokenDigest: string) =>
  loadRow(PENDING_CARD, pendingCardOfPageKey(tokenDigest));

/** Those of up to a hundred pages that still have a pending card. */
export async function findPendingCards(tokenDigests: readonly string[]): Promise<string[]> {
  const items = await getItems(tokenDigests.map(pendingCardOfPageKey));
  return tokenDigests.filter((_, at) => PENDING_CARD.find(items[at]) !== undefined);
}

export const writePendingCardOfPageEnd = (tokenDigest: string): Write =>
  writeEnd(pendingCardOfPageKey(tokenDigest));

export const writePendingCard = (payment: Payment, pending: PendingCard): Write =>
  create('pending-card', itemOf(keyOf(payment), pending));

/** The time-to-live removes the row. */
function itemOf(key: Key, pending: PendingCard) {
  return newItem(key, { ...PENDING_CARD.attributes(pending), ...endsAt(Date.parse(pending.expiresAt)) });
}

/** Erases the card; the time-to-live removes the empty row. A conflict if that was done already. */
export const writePendingCardEnd = (payment: Payment): Write => writeEnd(keyOf(payment));

const writeEnd = (key: Key): Write => ({
  what: 'pending-card',
  kind: 'update',
  key,
  remove: ['card', 'sealed', 'known'],
  condition: { expression: 'attribute_exists(#sealed)' },
});

/** The pending card and its customer in one request. Undefined if expired by the clock, erased or absent. */
export async function loadPendingCard(
  payment: PaymentName & { customerId: string },
  now: Date,
): Promise<{ pending: PendingCard | undefined; customer: CustomerItem | undefined }> {
  const { merchantId, customerId } = payment;
  const keys = [keyOf(payment), entityKey(merchantId, 'CUSTOMER', customerId)];
  const [first, second] = await getItems(keys);
  const pending = PENDING_CARD.find(first);
  const isWaiting = pending !== undefined && Date.parse(pending.expiresAt) > now.getTime();
  return { pending: isWaiting ? pending : undefined, customer: CUSTOMER.find(second) };
}
