// Void and Credit at the bank's counter: taking an operation back while its batch is open, and giving money
// back, which a bank knows only by order and amount and would therefore do twice if asked twice.
import { readAmount } from '#domain/money.ts';
import type { BankDecision, BankSession } from './bank-session.ts';
import { type BankOperation, type BankOrder, netMinor, stands } from './books.ts';
import type { BankReply } from './exchange.ts';
import { CURRENCIES_BY_NUMBER, decide } from './sale.ts';
import { approved, type BankRequest, isGatewayCode, refused } from './wire.ts';

const REFUND_WINDOW_MS = 365 * 86_400_000;

export function voidOperation(
  session: BankSession,
  request: BankRequest,
  decision: BankDecision | undefined,
): BankReply {
  const { books, merchant, atMs } = session;
  const orderId = request('OrderId');
  const order = books.order(merchant.clientId, orderId);
  const target = order && voidTarget(session, order, request('TransId'));
  const amountMinor = typeof target === 'object' ? target.amountMinor : 0;
  const entry = { operation: 'void' as const, orderId, amountMinor, currency: order?.currency, atMs };
  const code =
    typeof target === 'object' ? decide(decision, order?.irrevocable ? '57' : '00') : (target ?? 'CORE-2008');
  if (typeof target !== 'object' || order === undefined || code !== '00') {
    books.enter(merchant.clientId, undefined, {
      ...entry,
      outcome: 'declined',
      code,
      hostReference: undefined,
    });
    return refused(code, isGatewayCode(code) ? '' : orderId, order?.brand);
  }

  const operations = order.operations.map((row) => (row === target ? { ...row, voidedAtMs: atMs } : row));
  const references = session.references(true);
  const { hostReference } = references;
  books.enter(
    merchant.clientId,
    { ...order, operations },
    { ...entry, outcome: 'approved', code, hostReference },
  );
  return approved(order, { ...target, ...references }, atMs, session.settleId());
}

/**
 * The row to void, or the code of the refusal. By OrderId alone it is the sale, if nothing else is open
 * too.
 */
function voidTarget(
  { isBatchOpen, settings }: BankSession,
  order: BankOrder,
  transactionId: string,
): BankOperation | string {
  const open = order.operations.filter((row) => stands(row) && isBatchOpen(row.atMs));
  if (transactionId !== '') {
    return open.find((row) => row.transactionId === transactionId) ?? 'CORE-2008';
  }
  const sale = open.find(({ chargeType }) => chargeType === 'S');
  if (sale === undefined) {
    const settled = order.operations.some((row) => row.chargeType === 'S' && stands(row));
    return settled ? settings.settledVoidCode : 'CORE-2008';
  }
  return open.length > 1 ? 'CORE-2133' : sale;
}

export function credit(
  session: BankSession,
  request: BankRequest,
  decision: BankDecision | undefined,
): BankReply {
  const { books, merchant, atMs } = session;
  const orderId = request('OrderId');
  const order = books.order(merchant.clientId, orderId);
  const amount = readAmount(request('Total'));
  const amountMinor = amount.kind === 'amount' ? amount.amountMinor : 0;
  const currency = CURRENCIES_BY_NUMBER.get(request('Currency')) ?? order?.currency;
  const entry = { operation: 'refund' as const, orderId, amountMinor, currency, atMs };

  const objection = amount.kind === 'amount' ? creditObjection(session, order, amountMinor, currency) : '13';
  const code = objection ?? decide(decision, order?.irrevocable ? 'CORE-2517' : '00');
  if (order === undefined) {
    books.enter(merchant.clientId, undefined, {
      ...entry,
      outcome: 'declined',
      code,
      hostReference: undefined,
    });
    return refused(code, '');
  }

  const row: BankOperation = {
    chargeType: 'C',
    amountMinor,
    atMs,
    code: isGatewayCode(code) ? '99' : code,
    ...session.references(code === '00'),
  };
  const outcome = code === '00' ? 'approved' : 'declined';
  books.enter(
    merchant.clientId,
    { ...order, operations: [...order.operations, row] },
    { ...entry, outcome, code, hostReference: row.hostReference || undefined },
  );
  return code === '00'
    ? approved(order, row, atMs, session.settleId())
    : refused(code, orderId, order.brand, row.transactionId);
}

/** The first rule a refund breaks. */
function creditObjection(
  { atMs, isBatchOpen, settings }: BankSession,
  order: BankOrder | undefined,
  amountMinor: number,
  currency: string | undefined,
): string | undefined {
  const sale = order?.operations.find(({ chargeType, code }) => chargeType === 'S' && code === '00');
  if (order === undefined || sale === undefined) return 'CORE-2116';
  if (currency !== order.currency) return 'CORE-2119';
  if (netMinor(order) === 0) return 'CORE-2504';
  if (amountMinor > netMinor(order)) return 'CORE-2503';
  if (settings.refundBeforeClose === 'refused' && isBatchOpen(sale.atMs)) return 'CORE-2508';
  if (atMs - sale.atMs > REFUND_WINDOW_MS) return 'CORE-2514';
  return undefined;
}
