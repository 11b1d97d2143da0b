// The end of every request for money: it is recorded in the books, and answered.
import type { BankSession } from './bank-session.ts';
import type { BankOrder, BookedOperation, LedgerEntry } from './books.ts';
import type { BankReply } from './exchange.ts';
import { isGatewayCode } from './gateway-code.ts';

type RequestedOperation = Omit<LedgerEntry, 'outcome' | 'code' | 'hostReference'>;

/** Declines a request that changes no order. */
export function refuse(
  { books, merchant, wire }: BankSession,
  requested: RequestedOperation,
  code: string,
  { orderId = requested.orderId, brand = '' } = {},
): BankReply {
  books.record(merchant.clientId, undefined, { ...requested, outcome: 'declined', code });
  return wire.declined(code, orderId, brand);
}

/** Adds the operation to its order, approved or declined. */
export function execute(
  session: BankSession,
  { operations, ...order }: BankOrder,
  requested: RequestedOperation,
  {
    chargeType,
    code,
    isPreAuth = false,
  }: Pick<BookedOperation, 'chargeType' | 'code'> & { isPreAuth?: boolean },
): BankReply {
  const { books, merchant, atMs, wire } = session;
  const { orderId, amountMinor } = requested;
  const isApproved = code === '00';
  const booked = { amountMinor, atMs, ...session.references(isApproved) };
  const row: BookedOperation = {
    chargeType,
    code: isGatewayCode(code) ? '99' : code,
    ...booked,
    ...(isPreAuth && isApproved && { preAuth: { ...booked, isOpen: true } }),
  };
  const changed = { ...order, operations: [...operations, row] };
  const hostReference = row.hostReference || undefined;
  const outcome = isApproved ? 'approved' : 'declined';
  books.record(merchant.clientId, changed, { ...requested, outcome, code, hostReference });
  return isApproved
    ? wire.approved(changed, row, atMs, session.settleId())
    : wire.declined(code, orderId, order.brand, row.transactionId);
}
