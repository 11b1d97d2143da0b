// The Akbank adapter behind the port. Each money movement is one call. Where the answer's meaning depends on
// the order's history (order id used before, nothing to void), an inquiry follows before the outcome is
// returned: the history is the bank's only inquiry (akbank.md 6).
import { defined } from '#domain/defined.ts';
import type {
  Acquirer,
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
import { earlierSale } from '../first-sale.ts';
import { ALWAYS_OPEN, type BankGate } from '../gate.ts';
import { approvedAs, heldFor, refusedCapture, refusedVoid, reportOf, saleIn } from '../outcomes.ts';
import { httpsTransport, type Transport } from '../transport.ts';
import type { AkbankSettings } from './akbank-settings.ts';
import { type AkbankAnswer, declineOutcome, readAnswer, readMessage } from './answers.ts';
import { HELD_DAYS, readOrderCard, readOrderHistory } from './order-history.ts';
import {
  type AkbankRequest,
  captureRequest,
  historyRequest,
  refundRequest,
  reportRequest,
  saleRequest,
  signedRequest,
  voidRequest,
} from './requests.ts';
import { readSalesReport } from './sales-report.ts';

/** An earlier request under this order id has reached the bank, approved or declined. */
const ORDER_ID_USED = 'VPS-1013';
/** Voided already, or no operation that could be undone or captured: the history decides which. */
const NOTHING_TO_UNDO = new Set(['VPS-1007', 'VPS-1008']);

/** 1.00: whether the gate accepts an amount of 0 is not known. */
const VERIFICATION_MINOR = 100;
const BATCH_CLOSE_AT = '22:00';

/** `transport` and `reports` replace the HTTPS calls, so that tests can play recorded answers. */
export function connectAkbank(
  settings: AkbankSettings,
  transport?: Transport,
  gate: BankGate = ALWAYS_OPEN,
  reports?: Transport,
): Acquirer {
  const { timeouts, landingTimeMs, bookCheck } = callLimits(settings);
  const at = (path: string) => httpsTransport(settings.apiUrl + path, timeouts);
  const send = sendThrough(settings, gate, transport ?? at('/transaction/process'));
  const fetchReport = reports ?? at('/portal/report/transaction');
  return {
    bookCheck,
    verificationMinor: VERIFICATION_MINOR,
    // The bank's server sends no message of its own.
    callbackAnswer: '',
    landingTimeMs,
    sale: async (order) => heldFor(HELD_DAYS, order, await sale(settings, send, order)),
    capture: (order) => capture(send, order),
    voidSale: (order) => voidSale(settings, send, order),
    refund: (order) => refund(send, order),
    inquire: (bankOrderId) => inquire(settings, send, bankOrderId),
    cardOf: (bankOrderId) => cardOf(send, bankOrderId),
    reportSales: async (span) => {
      const { body, headers } = reportRequest(settings, span);
      const exchange = await askBank(gate, () => fetchReport(body, headers), readMessage);
      return exchange.kind === 'answer' ? readSalesReport(exchange.answer, settings) : reportOf(exchange);
    },
  };
}

type Send = (request: AkbankRequest) => Promise<{ kind: 'answer'; answer: AkbankAnswer } | Unknown | NotSent>;

const sendThrough =
  (settings: AkbankSettings, gate: BankGate, transport: Transport): Send =>
  (request) => {
    // The bank compares the time with its own clock, whatever time the service is told.
    const { body, headers } = signedRequest(settings, request, new Date());
    return askBank(gate, () => transport(body, headers), readMessage);
  };

/** Sends a movement of money, and reads the answer about it. */
async function move(send: Send, request: AkbankRequest, bankOrderId: string) {
  const exchange = await send(request);
  return exchange.kind === 'answer' ? readAnswer(exchange.answer, bankOrderId) : exchange;
}

async function sale(settings: AkbankSettings, send: Send, order: SaleOrder): Promise<SaleOutcome> {
  const answer = await move(
    send,
    saleRequest(defined({ mailOrder: settings.mailOrder }), order),
    order.bankOrderId,
  );
  if (answer.kind === 'approved') return approvedAs(answer);
  if (answer.kind !== 'declined') return answer;
  if (answer.code !== ORDER_ID_USED) return declineOutcome(answer);
  return await earlierSale(order, ORDER_ID_USED, {
    inquire: (bankOrderId) => inquire(settings, send, bankOrderId),
    cardOf: (bankOrderId) => cardOf(send, bankOrderId),
  });
}

async function capture(send: Send, order: RefundOrder): Promise<SaleOutcome> {
  const answer = await move(send, captureRequest(order), order.bankOrderId);
  if (answer.kind === 'approved') return approvedAs(answer);
  if (answer.kind !== 'declined') return answer;
  return refusedCapture(answer.code, NOTHING_TO_UNDO, declineOutcome(answer));
}

/** The void of a capture has reopened its pre-authorisation. If this one is lost, the bank ends it in a week. */
async function releaseReopened(settings: AkbankSettings, send: Send, bankOrderId: string): Promise<void> {
  const sale = saleIn(await inquire(settings, send, bankOrderId));
  if (sale?.reserved) await move(send, voidRequest(bankOrderId), bankOrderId);
}

async function voidSale(
  settings: AkbankSettings,
  send: Send,
  { bankOrderId, hostReference, leavesNothing }: RefundOrder,
): Promise<VoidOutcome> {
  const answer = await move(send, voidRequest(bankOrderId), bankOrderId);
  // The answer to a void names no reference: it is the sale's.
  if (answer.kind === 'approved') {
    if (leavesNothing) await releaseReopened(settings, send, bankOrderId);
    return approvedAs({ ...answer, hostReference: hostReference ?? bankOrderId });
  }
  if (answer.kind !== 'declined') return answer;
  const outcome = declineOutcome(answer);
  if (outcome.kind === 'unknown' || outcome.merchantFault !== undefined) return outcome;
  const isUndecided = NOTHING_TO_UNDO.has(answer.code);
  const inquiry = await inquire(settings, send, bankOrderId);
  return refusedVoid(inquiry, { code: answer.code, refusal: outcome, isUndecided });
}

async function refund(send: Send, order: RefundOrder): Promise<RefundOutcome> {
  const answer = await move(send, refundRequest(order), order.bankOrderId);
  if (answer.kind === 'approved') return approvedAs(answer);
  if (answer.kind !== 'declined') return answer;
  // The sale was voided: nothing is left, which the caller compares with the history.
  return answer.code === 'VPS-1008' ? { kind: 'alreadyRefunded', code: answer.code } : declineOutcome(answer);
}

async function inquire(settings: AkbankSettings, send: Send, bankOrderId: string): Promise<Inquiry> {
  const exchange = await send(historyRequest(bankOrderId));
  if (exchange.kind !== 'answer') return exchange;
  const clock = { now: new Date(), closeAt: settings.batchCloseAt ?? BATCH_CLOSE_AT };
  return readOrderHistory(exchange.answer, bankOrderId, clock);
}

async function cardOf(send: Send, bankOrderId: string) {
  const exchange = await send(historyRequest(bankOrderId));
  return exchange.kind === 'answer' ? readOrderCard(exchange.answer, bankOrderId) : undefined;
}
