// The row of an order ensures that it is paid once: it has the page that may still be used, the pending
// payment and the payment that paid. It also counts the attempts over all pages, from which the bank order
// ids follow.
import { defined } from '#domain/defined.ts';
import { natural, optional, text, type ValueOf } from '#domain/shape.ts';
import { orderKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, row, type Stored } from '../table/row.ts';

export type OrderItem = Stored & Order;

const fields = () => ({
  orderNumber: text,
  /** Digest of the token of the newest page; absent if a card was charged for the order since. */
  openPage: optional(text),
  /** The payment whose outcome is not known yet. */
  pendingPayment: optional(text),
  paidBy: optional(text),
  /** Number of claims over all its pages; absent until the first one. */
  attemptCount: optional(natural),
  /** ISO: when its first page was created, or a card first charged for it. */
  createdAt: optional(text),
});
type Order = ValueOf<typeof fields>;

export const ORDER = /* @__PURE__ */ row<Order>('order', fields);

export const orderKind = () =>
  ({
    keys: [orderKey('{m}', '{number}')],
    readBy: 'page, new page, charge',
    grants: { order: 'the one payment of each order' },
    events: 'its hosted page and payment',
    read: ORDER.find,
  }) satisfies Kind;

export const loadOrder = (merchantId: string, orderNumber: string) =>
  loadRow(ORDER, orderKey(merchantId, orderNumber));

/** What a new page of the order keeps of it. */
export const keptOfOrder = ({ pendingPayment, attemptCount, createdAt }: OrderItem) =>
  defined({
    orderPendingPayment: pendingPayment,
    attemptsBefore: attemptCount,
    orderCreatedAt: createdAt,
  });
