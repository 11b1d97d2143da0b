// The NestPay adapter behind the port. Each money movement is one call. If the answer's meaning depends on
// the order's history (sold already, batch closed), an inquiry follows before the outcome is returned.
import { defined } from '#domain/defined.ts';
import type {
  Acquirer,
  BankCard,
  Inquiry,
  NotSent,
  RefundOrder,
  RefundOutcome,
  SaleOrder,
  SaleOutcome,
  Unknown,
  VoidOutcome,
} from '../acquirer.ts';
import { askBank } from '../ask-bank.ts';
import { callLimits } from '../call-settings.ts';
import { firstSaleOf } from '../first-sale.ts';
import { ALWAYS_OPEN, type BankGate } from '../gate.ts';
import {
  approvalOf,
  heldFor,
  isUnanswered,
  refusedCapture,
  refusedVoid,
  saleIn,
  unknown,
} from '../outcomes.ts';
import { httpsTransport, type Transport } from '../transport.ts';
import { type BankDecline, declineOutcome, readBankAnswer } from './bank-answer.ts';
import { type Cc5Document, type Cc5Elements, readDocument, writeDocument } from './cc5.ts';
import type { NestPaySettings } from './nestpay-settings.ts';
import { HELD_DAYS, readOrderCard, readOrderHistory, readOrderStatus } from './order-history.ts';
import {
  captureRequest,
  historyRequest,
  refundRequest,
  saleRequest,
  statusRequest,
  voidRequest,
} from './requests.ts';

/** The order has succeeded before. An inquiry decides if it was this sale. */
const ALREADY_SOLD = new Set(['CORE-2507', 'CORE-2127']);
/** Nothing to void, settlement required, or reversed already: the history decides which. */
const NOTHING_TO_VOID = new Set(['CORE-2008', 'CORE-2511', '98']);
const NOT_SETTLED_YET = new Set(['CORE-2508']);
/** "No settled transaction": not settled yet, or no such sale. */
const MAYBE_NOT_SETTLED = new Set(['CORE-2116', 'CORE-2122', 'CORE-2123']);
const ALREADY_REFUNDED = new Set(['CORE-2504', '215021']);

/** No pre-authorisation, or none any more. Too late (CORE-2513) is a refusal. */
const NOTHING_TO_CAPTURE = new Set(['CORE-2115', 'CORE-2505', 'CORE-2506', 'CORE-2509', 'CORE-2512']);

/** 1.00: no public record shows that a gate accepts an amount of 0. */
const SMALLEST_VERIFICATION_MINOR = 100;

/** `transport` replaces the HTTPS call, so that tests can play recorded answers. */
export function connectNestPay(
  settings: NestPaySettings,
  transport?: Transport,
  gate: BankGate = ALWAYS_OPEN,
): Acquirer {
  const { timeouts, landingTimeMs, bookCheck } = callLimits(settings);
  const https = httpsTransport(settings.apiUrl, timeouts);
  const send = sendThrough(gate, transport ?? https);
  return {
    // NestPay has no report of a day: ORDERHISTORY contains the operations of one order id.
    bookCheck,
    verificationMinor: settings.zeroVerification === true ? 0 : SMALLEST_VERIFICATION_MINOR,
    callbackAnswer: 'Approved',
    landingTimeMs,
    sale: async (order) => heldFor(HELD_DAYS, order, await sale(settings, send, order)),
    capture: (order) => capture(settings, send, order),
    voidSale: ({ bankOrderId }) => voidSale(settings, send, bankOrderId),
    refund: (order) => refund(settings, send, order),
    inquire: (bankOrderId) => inquire(settings, send, bankOrderId),
    cardOf: (bankOrderId) => cardOf(settings, send, bankOrderId),
  };
}

const XML = { 'Content-Type': 'text/xml; charset=ISO-8859-9' };

type Send = (request: Cc5Elements) => Promise<{ kind: 'answer'; answer: Cc5Document } | Unknown | NotSent>;

const sendThrough =
  (gate: BankGate, transport: Transport): Send =>
  (request) =>
    askBank(
      gate,
      () => transport(writeDocument('CC5Request', request), XML),
      ({ body, contentType }) => readDocument(body, contentType, 'CC5Response'),
    );

/** Sends a movement of money, and reads the answer about it. */
const move = (send: Send, request: Cc5Elements, bankOrderId: string) =>
  call(send, request, (answer) => readBankAnswer(answer, bankOrderId));

/** Sends one request. Returns the answer as read by `read`, or why there is no readable answer. */
async function call<Reading>(
  send: Send,
  request: Cc5Elements,
  read: (answer: Cc5Document) => Reading,
): Promise<Reading | Unknown | NotSent> {
  const exchange = await send(request);
  return exchange.kind === 'answer' ? read(exchange.answer) : exchange;
}

async function sale(settings: NestPaySettings, send: Send, order: SaleOrder): Promise<SaleOutcome> {
  const { bankOrderId } = order;
  const answer = await move(send, saleRequest(settings, order), bankOrderId);
  if (answer.kind !== 'declined') return answer;
  if (!ALREADY_SOLD.has(answer.code)) return declineOutcome(answer);
  const first = firstSaleOf(order, await inquire(settings, send, bankOrderId));
  const approved = first && approvalOf(first);
  if (first === undefined || approved === undefined) return unknown(`the bank answered ${answer.code}`);
  const card = await cardOf(settings, send, bankOrderId);
  return { ...approved, firstSale: defined({ at: first.at, card }) };
}

async function capture(settings: NestPaySettings, send: Send, order: RefundOrder): Promise<SaleOutcome> {
  const answer = await move(send, captureRequest(settings, order), order.bankOrderId);
  return answer.kind === 'declined'
    ? refusedCapture(answer.code, NOTHING_TO_CAPTURE, declineOutcome(answer))
    : answer;
}

async function voidSale(settings: NestPaySettings, send: Send, bankOrderId: string): Promise<VoidOutcome> {
  const answer = await move(send, voidRequest(settings, bankOrderId), bankOrderId);
  if (answer.kind !== 'declined') return answer;
  if (!NOTHING_TO_VOID.has(answer.code)) return declineOutcome(answer);
  // CORE-2511 itself means that the batch has closed; the other codes mean it only if the history agrees.
  const { code } = answer;
  const refused = { code, refusal: declineOutcome(answer), isUndecided: code === 'CORE-2511' };
  return refusedVoid(await inquire(settings, send, bankOrderId), refused);
}

async function refund(settings: NestPaySettings, send: Send, order: RefundOrder): Promise<RefundOutcome> {
  const { bankOrderId } = order;
  const answer = await move(send, refundRequest(settings, order), bankOrderId);
  if (answer.kind !== 'declined') return answer;
  const { code } = answer;
  if (NOT_SETTLED_YET.has(code)) return { kind: 'notSettledYet', code };
  if (ALREADY_REFUNDED.has(code)) return { kind: 'alreadyRefunded', code };
  if (!MAYBE_NOT_SETTLED.has(code)) return declineOutcome(answer);
  return declinedRefundOutcome(await inquire(settings, send, bankOrderId), answer);
}

async function inquire(settings: NestPaySettings, send: Send, bankOrderId: string): Promise<Inquiry> {
  const history = await call(send, historyRequest(settings, bankOrderId), (answer) =>
    readOrderHistory(answer, bankOrderId),
  );
  if (history.kind !== 'notFound') return history;
  // "Not found" allows the money to be taken again, so both kinds of inquiry must return it.
  return call(send, statusRequest(settings, bankOrderId), (answer) => readOrderStatus(answer, bankOrderId));
}

/** ORDERHISTORY has no card. */
async function cardOf(
  settings: NestPaySettings,
  send: Send,
  bankOrderId: string,
): Promise<BankCard | undefined> {
  const exchange = await send(statusRequest(settings, bankOrderId));
  return exchange.kind === 'answer' ? readOrderCard(exchange.answer, bankOrderId) : undefined;
}

function declinedRefundOutcome(inquiry: Inquiry, decline: BankDecline): RefundOutcome {
  if (isUnanswered(inquiry)) return unknown(`the bank answered ${decline.code}`);
  const sale = saleIn(inquiry);
  const isBatchOpen = sale?.status === 'approved' && sale.batchOpen;
  return isBatchOpen ? { kind: 'notSettledYet', code: decline.code } : declineOutcome(decline);
}
