// Void and Credit. A void undoes an operation while its batch is open, or releases a pre-authorisation. A refund (Credit) is identified only
// by order and amount, so a bank executes a repeated request twice.
import { defined } from '#domain/defined.ts';
import { readAmount } from '#domain/money.ts';
import type { BankSession } from './bank-session.ts';
import { type BankOrder, type BookedOperation, isEffective, isReserving, netMinor } from './books.ts';
import { isGatewayCode } from './gateway-code.ts';
import { execute, refuse } from './operation.ts';
import { CURRENCIES_BY_NUMBER, resultCode, type SaleCall } from './sale.ts';

const REFUND_WINDOW_MS = 365 * 86_400_000;

export const voidOperation: SaleCall = (session, request, decision) => {
  const { books, merchant, atMs } = session;
  const orderId = request('OrderId');
  const order = books.order(merchant.clientId, orderId);
  const target = order && voidTarget(session, order, request('TransId'));
  const amountMinor = typeof target === 'object' ? target.amountMinor : 0;
  const isRelease = typeof target === 'object' && isReserving(target);
  const operation = isRelease ? ('release' as const) : ('void' as const);
  const entry = { operation, orderId, amountMinor, currency: order?.currency, atMs };
  const code =
    typeof target === 'object'
      ? resultCode(decision, order?.irrevocable ? '57' : '00')
      : (target ?? 'CORE-2008');
  if (typeof target !== 'object' || order === undefined || code !== '00') {
    return refuse(session, entry, code, {
      orderId: isGatewayCode(code) ? '' : orderId,
      ...defined({ brand: order?.brand }),
    });
  }

  const operations = order.operations.map((row) => (row === target ? undone(row, session) : row));
  const references = session.references(true);
  const { hostReference } = references;
  books.record(
    merchant.clientId,
    { ...order, operations },
    { ...entry, outcome: 'approved', code, hostReference },
  );
  return session.wire.approved(order, { ...target, ...references }, atMs, session.settleId());
};

/** Undoing a capture has no trace but an open pre-authorisation, at a bank that reopens it. */
function undone(row: BookedOperation, { wire, atMs }: BankSession): BookedOperation {
  const voided = { ...row, voidedAtMs: atMs };
  const { preAuth } = row;
  if (preAuth === undefined || preAuth.isOpen || !wire.voidsReopen) return voided;
  const { isOpen: _, voided: before = [], ...reserved } = preAuth;
  return { ...row, ...reserved, preAuth: { ...reserved, isOpen: true, voided: [...before, voided] } };
}

/**
 * Returns the row to void, or a decline code. Without TransId the row is the sale, if no other is voidable.
 */
function voidTarget(
  { isBatchOpen, settings }: BankSession,
  order: BankOrder,
  transactionId: string,
): BookedOperation | string {
  const voidable = order.operations.filter(
    (row) => isReserving(row) || (isEffective(row) && isBatchOpen(row.atMs)),
  );
  if (transactionId !== '') {
    return voidable.find((row) => row.transactionId === transactionId) ?? 'CORE-2008';
  }
  const sale = voidable.find(({ chargeType }) => chargeType === 'S');
  if (sale === undefined) {
    const isSettled = order.operations.some((row) => row.chargeType === 'S' && isEffective(row));
    return isSettled ? settings.settledVoidCode : 'CORE-2008';
  }
  return voidable.length > 1 ? 'CORE-2133' : sale;
}

export const credit: SaleCall = (session, request, decision) => {
  const { books, merchant, atMs } = session;
  const orderId = request('OrderId');
  const order = books.order(merchant.clientId, orderId);
  const amount = readAmount(request('Total'));
  const amountMinor = amount.kind === 'amount' ? amount.amountMinor : 0;
  const currency = CURRENCIES_BY_NUMBER.get(request('Currency')) ?? order?.currency;
  const entry = { operation: 'refund' as const, orderId, amountMinor, currency, atMs };

  const errorCode = amount.kind === 'amount' ? creditErrorCode(session, order, amountMinor, currency) : '13';
  const code = errorCode ?? resultCode(decision, order?.irrevocable ? 'CORE-2517' : '00');
  return order === undefined
    ? refuse(session, entry, code, { orderId: '' })
    : execute(session, order, entry, { chargeType: 'C', code });
};

/** The code of the first rule that the refund breaks. */
function creditErrorCode(
  { atMs, isBatchOpen, settings }: BankSession,
  order: BankOrder | undefined,
  amountMinor: number,
  currency: string | undefined,
): string | undefined {
  const sale = order?.operations.find(
    (row) => row.chargeType === 'S' && row.code === '00' && row.preAuth?.isOpen !== true,
  );
  if (order === undefined || sale === undefined) return 'CORE-2116';
  if (currency !== order.currency) return 'CORE-2119';
  if (netMinor(order) === 0) return 'CORE-2504';
  if (amountMinor > netMinor(order)) return 'CORE-2503';
  if (settings.refundBeforeClose === 'declined' && isBatchOpen(sale.atMs)) return 'CORE-2508';
  if (atMs - sale.atMs > REFUND_WINDOW_MS) return 'CORE-2514';
  return undefined;
}
