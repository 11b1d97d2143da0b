// A merchant's NestPay virtual POS behind the port. Each money movement is one call; only an answer that
// sends us to the order's history (already there? already closed?) is followed by an inquiry before we
// speak.
import type {
  Acquirer,
  HistoryOperation,
  Inquiry,
  NotSent,
  RefundOrder,
  RefundOutcome,
  SaleOrder,
  SaleOutcome,
  Unknown,
  VoidOutcome,
} from '../acquirer.ts';
import { type Approval, type Refusal, readBankAnswer, refusalOutcome, unknown } from './bank-answer.ts';
import { type Cc5Document, type Cc5Elements, readDocument, writeDocument } from './cc5.ts';
import { DEFAULT_LANDING_TIME_MS, type NestPaySettings } from './nestpay-settings.ts';
import { readOrderHistory, readOrderStatus } from './order-history.ts';
import { historyRequest, refundRequest, saleRequest, statusRequest, voidRequest } from './requests.ts';
import { startThreeD, verifyThreeD } from './three-d.ts';
import { httpsTransport, type Transport } from './transport.ts';

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
  return {
    landingTimeMs: settings.landingTimeMs ?? DEFAULT_LANDING_TIME_MS,
    sale: (order) => sale(settings, send, order),
    voidSale: ({ bankOrderId }) => voidSale(settings, send, bankOrderId),
    refund: (order) => refund(settings, send, order),
    inquire: (bankOrderId) => inquire(settings, send, bankOrderId),
    startThreeD: (order) => startThreeD(settings, order),
    verifyThreeD: (rawBody, contentType) => verifyThreeD(settings, rawBody, contentType),
  };
}

/** One question, one answer: what the bank said as `read` understands it, or why there is nothing to read. */
async function ask<Reading>(
  send: Transport,
  request: Cc5Elements,
  read: (answer: Cc5Document) => Reading,
): Promise<Reading | Unknown | NotSent> {
  const exchange = await send(writeDocument('CC5Request', request));
  if (exchange.kind !== 'answered') return exchange;
  const answer = readDocument(exchange.body, exchange.contentType, 'CC5Response');
  return answer ? read(answer) : unknown(`no answer of a bank in HTTP ${exchange.status}`);
}

async function sale(settings: NestPaySettings, send: Transport, order: SaleOrder): Promise<SaleOutcome> {
  const { bankOrderId, amountMinor } = order;
  const answer = await ask(send, saleRequest(settings, order), (answer) =>
    readBankAnswer(answer, bankOrderId),
  );
  if (answer.kind !== 'refused') return answer;
  if (!ALREADY_SOLD.has(answer.code)) return refusalOutcome(answer);
  return saleAlreadyThere(await inquire(settings, send, bankOrderId), amountMinor, answer);
}

async function voidSale(
  settings: NestPaySettings,
  send: Transport,
  bankOrderId: string,
): Promise<VoidOutcome> {
  const request = voidRequest(settings, bankOrderId);
  const answer = await ask(send, request, (answer) => readBankAnswer(answer, bankOrderId));
  if (answer.kind !== 'refused') return answer;
  if (!NOTHING_TO_VOID.has(answer.code)) return refusalOutcome(answer);
  return nothingToVoid(await inquire(settings, send, bankOrderId), answer);
}

async function refund(
  settings: NestPaySettings,
  send: Transport,
  order: RefundOrder,
): Promise<RefundOutcome> {
  const { bankOrderId } = order;
  const answer = await ask(send, refundRequest(settings, order), (answer) =>
    readBankAnswer(answer, bankOrderId),
  );
  if (answer.kind !== 'refused') return answer;
  const { code } = answer;
  if (NOT_SETTLED_YET.has(code)) return { kind: 'notSettledYet', code };
  if (ALREADY_REFUNDED.has(code)) return { kind: 'alreadyRefunded', code };
  if (!MAYBE_NOT_SETTLED.has(code)) return refusalOutcome(answer);
  return maybeNotSettled(await inquire(settings, send, bankOrderId), answer);
}

async function inquire(settings: NestPaySettings, send: Transport, bankOrderId: string): Promise<Inquiry> {
  const history = await ask(send, historyRequest(settings, bankOrderId), (answer) =>
    readOrderHistory(answer, bankOrderId),
  );
  if (history.kind !== 'notFound') return history;
  // "Not found" lets money be taken again, so it is believed only when the bank says it twice.
  return ask(send, statusRequest(settings, bankOrderId), (answer) => readOrderStatus(answer, bankOrderId));
}

/** The sale of an order that took place, whatever became of it; failed tries are no sale. */
const saleOf = (inquiry: Inquiry): HistoryOperation | undefined =>
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
    case 'declined':
    case undefined:
      return refusalOutcome(refusal);
  }
}

function approvalOf(row: HistoryOperation): Approval | undefined {
  const hostReference = row.hostReference ?? row.transactionId;
  if (hostReference === undefined) return undefined;
  return {
    kind: 'approved',
    hostReference,
    ...(row.authorizationCode !== undefined && { authorizationCode: row.authorizationCode }),
    ...(row.transactionId !== undefined && { transactionId: row.transactionId }),
  };
}
