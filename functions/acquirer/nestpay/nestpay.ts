// A merchant's NestPay virtual POS behind the port. Each money movement is one call; only an answer that sends
// us to the order's history (already there? already closed?) is followed by an inquiry before we speak.
import type {
  Acquirer,
  Inquiry,
  OperationRow,
  RefundOutcome,
  SaleOrder,
  SaleOutcome,
  VoidOutcome,
} from '../acquirer.ts';
import { type Cc5Answer, type Cc5Elements, readAnswer, writeDocument } from './cc5.ts';
import { DEFAULT_LANDING_TIME_MS, type NestPaySettings } from './nestpay-settings.ts';
import { readOrderHistory, readOrderStatus } from './order-history.ts';
import { historyRequest, refundRequest, saleRequest, statusRequest, voidRequest } from './requests.ts';
import { httpsTransport, type Transport } from './transport.ts';
import {
  type Approval,
  type Refusal,
  readVerdict,
  refusalOutcome,
  unknown,
  type Verdict,
} from './verdict.ts';

/** The order has succeeded before: with this very sale, or so an inquiry must show. */
const ALREADY_SOLD = new Set(['CORE-2507', 'CORE-2127']);
/** Nothing to void, settlement required, reversed twice: which of them, only the history knows. */
const NOTHING_TO_VOID = new Set(['CORE-2008', 'CORE-2511', '98']);
const NOT_SETTLED_YET = new Set(['CORE-2508']);
/** "No settled transaction": not settled yet, or none at all. */
const MAYBE_NOT_SETTLED = new Set(['CORE-2116', 'CORE-2122', 'CORE-2123']);
const ALREADY_REFUNDED = new Set(['CORE-2504', '215021']);

const DEFAULT_TIMEOUTS = { connectTimeoutMs: 3_000, callTimeoutMs: 20_000 };

/** Connects a virtual POS. `transport` replaces the HTTPS call, so that recorded answers can be played. */
export function connectNestPay(settings: NestPaySettings, transport?: Transport): Acquirer {
  const send =
    transport ??
    httpsTransport(settings.apiUrl, {
      connectTimeoutMs: settings.connectTimeoutMs ?? DEFAULT_TIMEOUTS.connectTimeoutMs,
      callTimeoutMs: settings.callTimeoutMs ?? DEFAULT_TIMEOUTS.callTimeoutMs,
    });

  async function ask<Reading>(
    request: Cc5Elements,
    bankOrderId: string,
    read: (answer: Cc5Answer, bankOrderId: string) => Reading,
  ) {
    const exchange = await send(writeDocument('CC5Request', request));
    if (exchange.kind !== 'answered') return exchange;
    const answer = readAnswer(exchange.body, exchange.contentType);
    return answer ? read(answer, bankOrderId) : unknown(`no answer of a bank in HTTP ${exchange.status}`);
  }
  const move = (request: Cc5Elements, bankOrderId: string) => ask<Verdict>(request, bankOrderId, readVerdict);

  async function inquire(bankOrderId: string): Promise<Inquiry> {
    const history = await ask(historyRequest(settings, bankOrderId), bankOrderId, readOrderHistory);
    // "Not found" lets money be taken again, so it is believed only when the bank says it twice.
    return history.kind === 'notFound'
      ? ask(statusRequest(settings, bankOrderId), bankOrderId, readOrderStatus)
      : history;
  }

  async function sale(order: SaleOrder): Promise<SaleOutcome> {
    const verdict = await move(saleRequest(settings, order), order.bankOrderId);
    if (verdict.kind !== 'refused') return verdict;
    if (!ALREADY_SOLD.has(verdict.code)) return refusalOutcome(verdict);
    return saleAlreadyThere(await inquire(order.bankOrderId), order.amountMinor, verdict);
  }

  async function voidSale({ bankOrderId }: { bankOrderId: string }): Promise<VoidOutcome> {
    const verdict = await move(voidRequest(settings, bankOrderId), bankOrderId);
    if (verdict.kind !== 'refused') return verdict;
    if (!NOTHING_TO_VOID.has(verdict.code)) return refusalOutcome(verdict);
    return nothingToVoid(await inquire(bankOrderId), verdict);
  }

  async function refund(order: Parameters<Acquirer['refund']>[0]): Promise<RefundOutcome> {
    const verdict = await move(refundRequest(settings, order), order.bankOrderId);
    if (verdict.kind !== 'refused') return verdict;
    const { code } = verdict;
    if (NOT_SETTLED_YET.has(code)) return { kind: 'notSettledYet', code };
    if (ALREADY_REFUNDED.has(code)) return { kind: 'alreadyRefunded', code };
    if (!MAYBE_NOT_SETTLED.has(code)) return refusalOutcome(verdict);
    return maybeNotSettled(await inquire(order.bankOrderId), verdict);
  }

  return {
    landingTimeMs: settings.landingTimeMs ?? DEFAULT_LANDING_TIME_MS,
    sale,
    voidSale,
    refund,
    inquire,
  };
}

/** The sale of an order that took place, whatever became of it; failed tries are no sale. */
const saleOf = (inquiry: Inquiry): OperationRow | undefined =>
  inquiry.kind === 'found'
    ? inquiry.operations.find((row) => row.operation === 'sale' && row.status !== 'declined')
    : undefined;

const isUnanswered = ({ kind }: Inquiry) => kind === 'unknown' || kind === 'notSent';

/** CORE-2507: ours only if an approved sale of our amount is there (the history names no currency). */
function saleAlreadyThere(inquiry: Inquiry, amountMinor: number, { code }: Refusal): SaleOutcome {
  const sale = saleOf(inquiry);
  const ours = sale?.status === 'approved' && sale.amountMinor === amountMinor;
  return (ours ? approvalOf(sale) : undefined) ?? unknown(`the bank answered ${code}`);
}

function maybeNotSettled(inquiry: Inquiry, refusal: Refusal): RefundOutcome {
  if (isUnanswered(inquiry)) return unknown(`the bank answered ${refusal.code}`);
  const sale = saleOf(inquiry);
  const open = sale?.status === 'approved' && sale.batchOpen;
  return open ? { kind: 'notSettledYet', code: refusal.code } : refusalOutcome(refusal);
}

function nothingToVoid(inquiry: Inquiry, refusal: Refusal): VoidOutcome {
  if (inquiry.kind === 'unknown' || inquiry.kind === 'notSent')
    return unknown(`the bank answered ${refusal.code}`);
  const sale = saleOf(inquiry);
  switch (sale?.status) {
    case 'voided':
      return approvalOf(sale) ?? unknown('voided without a reference');
    case 'reversing':
      return unknown('the bank is reversing the sale');
    case 'approved':
      // CORE-2511 says itself that only a settlement helps; the others only once the batch is closed.
      return !sale.batchOpen || refusal.code === 'CORE-2511'
        ? { kind: 'batchClosed', code: refusal.code }
        : refusalOutcome(refusal);
    default:
      return refusalOutcome(refusal);
  }
}

function approvalOf(row: OperationRow): Approval | undefined {
  const hostReference = row.hostReference ?? row.transactionId;
  if (hostReference === undefined) return undefined;
  return {
    kind: 'approved',
    hostReference,
    ...(row.authorizationCode !== undefined && { authorizationCode: row.authorizationCode }),
    ...(row.transactionId !== undefined && { transactionId: row.transactionId }),
  };
}
