// The Garanti adapter behind the port. Each movement of money is one call. Where the answer's meaning depends
// on the order's history (sold already, nothing to void), an inquiry follows before the outcome is returned.
import { defined } from '#domain/defined.ts';
import type {
  Acquirer,
  BankCard,
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
import { askBank } from '../ask-bank.ts';
import { callLimits } from '../call-settings.ts';
import { earlierSale } from '../first-sale.ts';
import { ALWAYS_OPEN, type BankGate } from '../gate.ts';
import {
  approvedAs,
  heldFor,
  isUnanswered,
  refusedCapture,
  refusedVoid,
  reportOf,
  saleIn,
  unknown,
} from '../outcomes.ts';
import { httpsTransport, type Transport } from '../transport.ts';
import {
  declineOutcome,
  distrust,
  type GarantiAnswer,
  type GarantiDecline,
  readAnswer,
  readMessage,
} from './answers.ts';
import type { GarantiSettings } from './garanti-settings.ts';
import { securityData } from './hash.ts';
import {
  HELD_DAYS,
  isNotFound,
  readOrderCard,
  readOrderHistory,
  readSoldAt,
  unanswered,
} from './order-history.ts';
import {
  captureRequest,
  type GarantiRequest,
  historyRequest,
  orderRequest,
  refundRequest,
  reportRequest,
  saleRequest,
  voidRequest,
  writeRequest,
} from './requests.ts';
import { readSalesReport } from './sales-report.ts';

/** An earlier request of the order has arrived, and perhaps only been declined: that is not known. */
const ALREADY_SOLD = new Set(['0104', '0111']);
/** Nothing to void: the history decides why. The host says it by codes that mean nothing else of a void. */
const NOTHING_TO_VOID = new Set(['0101', '0201', '0210', '17', '21', '25', '29']);
/** No pre-authorisation, or none any more. */
const NOTHING_TO_CAPTURE = new Set(['0102', '0204', '0205', '0209']);
/** Nothing to refund, or not yet. On the day of the sale the host says it by 05, which is no issuer's then. */
const NOTHING_TO_REFUND = new Set(['0103', '0203', '0208']);
const isOfNoIssuer = ({ code, told }: GarantiDecline) => code === '05' && told.startsWith('RPC-05');
const MORE_THAN_SOLD = '0214';

/** 1.00: whether the gate accepts an amount of 0 is not known. */
const VERIFICATION_MINOR = 100;
const BATCH_CLOSE_AT = '22:00';

/** `transport` replaces the HTTPS call, so that tests can play recorded answers. */
export function connectGaranti(
  settings: GarantiSettings,
  transport?: Transport,
  gate: BankGate = ALWAYS_OPEN,
): Acquirer {
  const { timeouts, landingTimeMs, bookCheck } = callLimits(settings);
  const bank = bankOf(settings, gate, transport ?? httpsTransport(settings.apiUrl, timeouts));
  return {
    bookCheck,
    verificationMinor: VERIFICATION_MINOR,
    // The bank's server sends no message of its own.
    callbackAnswer: '',
    landingTimeMs,
    sale: async (order) => heldFor(HELD_DAYS, order, await sale(bank, order)),
    capture: (order) => capture(bank, order),
    voidSale: (order) => voidSale(bank, order),
    refund: (order) => refund(bank, order),
    inquire: (bankOrderId) => inquire(bank, bankOrderId),
    cardOf: (bankOrderId) => cardOf(bank, bankOrderId),
    reportSales: async (span) => {
      const exchange = await ask(bank, reportRequest(span));
      return exchange.kind === 'answer' ? readSalesReport(exchange.answer) : reportOf(exchange);
    },
  };
}

type GarantiBank = {
  settings: GarantiSettings;
  /** What the answers to inquiries and sales are signed with, and those to voids and refunds. */
  securities: { sale: string[]; refund: string[] };
  send(request: GarantiRequest): Promise<{ kind: 'answer'; answer: GarantiAnswer } | Unknown | NotSent>;
};

const XML = { 'Content-Type': 'text/xml; charset=UTF-8' };

function bankOf(settings: GarantiSettings, gate: BankGate, transport: Transport): GarantiBank {
  const { password, refundPassword, terminalId } = settings;
  const own = securityData(password, terminalId);
  return {
    settings,
    // With which of the two passwords the bank signs the answer to a void is not known.
    securities: { sale: [own], refund: [securityData(refundPassword, terminalId), own] },
    send: (request) => askBank(gate, () => transport(writeRequest(settings, request), XML), readMessage),
  };
}

/** Sends a movement of money, and reads the answer about it. */
async function move(
  { send, securities }: GarantiBank,
  request: GarantiRequest,
  user: keyof GarantiBank['securities'],
) {
  const exchange = await send(request);
  return exchange.kind === 'answer'
    ? readAnswer(exchange.answer, request.orderId, securities[user])
    : exchange;
}

/** Asks about an order. An answer that is not signed for it is unknown. */
async function ask({ send, securities }: GarantiBank, request: GarantiRequest) {
  const exchange = await send(request);
  if (exchange.kind !== 'answer') return exchange;
  return distrust(exchange.answer, request.orderId, securities.sale) ?? exchange;
}

async function sale(bank: GarantiBank, order: SaleOrder): Promise<SaleOutcome> {
  const { mailOrder } = bank.settings;
  const answer = await move(bank, saleRequest(defined({ mailOrder }), order), 'sale');
  if (answer.kind === 'approved') return approvedAs(answer);
  if (answer.kind !== 'declined') return answer;
  if (!ALREADY_SOLD.has(answer.code)) return declineOutcome(answer);
  return await earlierSale(order, answer.code, {
    inquire: (bankOrderId) => inquire(bank, bankOrderId),
    cardOf: (bankOrderId) => cardOf(bank, bankOrderId),
  });
}

async function capture(bank: GarantiBank, order: RefundOrder): Promise<SaleOutcome> {
  const answer = await move(bank, captureRequest(order), 'sale');
  if (answer.kind === 'approved') return approvedAs(answer);
  if (answer.kind !== 'declined') return answer;
  return refusedCapture(answer.code, NOTHING_TO_CAPTURE, declineOutcome(answer));
}

async function voidSale(bank: GarantiBank, order: RefundOrder): Promise<VoidOutcome> {
  const answer = await move(bank, voidRequest(order), 'refund');
  if (answer.kind === 'approved') {
    return approvedAs({ ...answer, hostReference: answer.hostReference || (order.hostReference ?? '') });
  }
  if (answer.kind !== 'declined') return answer;
  const outcome = declineOutcome(answer);
  const isUndecided = NOTHING_TO_VOID.has(answer.code);
  if (!isUndecided && (outcome.kind === 'unknown' || outcome.merchantFault !== undefined)) return outcome;
  const inquiry = await inquire(bank, order.bankOrderId);
  return refusedVoid(inquiry, { code: answer.code, refusal: outcome, isUndecided });
}

async function refund(bank: GarantiBank, order: RefundOrder): Promise<RefundOutcome> {
  const answer = await move(bank, refundRequest(order), 'refund');
  if (answer.kind === 'approved') return approvedAs(answer);
  if (answer.kind !== 'declined') return answer;
  const { code } = answer;
  const isTooMuch = code === MORE_THAN_SOLD;
  if (!isTooMuch && !NOTHING_TO_REFUND.has(code) && !isOfNoIssuer(answer)) return declineOutcome(answer);
  const inquiry = await inquire(bank, order.bankOrderId);
  if (isUnanswered(inquiry)) return unknown(`the bank answered ${code}`);
  const sold = saleIn(inquiry);
  if (sold !== undefined && leftOf(inquiry) === 0) return { kind: 'alreadyRefunded', code };
  const isTooEarly = !isTooMuch && sold?.status === 'approved' && sold.batchOpen;
  return isTooEarly ? { kind: 'notSettledYet', code } : declineOutcome(answer);
}

/** What the shop still has of an order, in minor units. */
function leftOf(inquiry: Inquiry): number {
  const operations: HistoryOperation[] = inquiry.kind === 'found' ? inquiry.operations : [];
  return operations
    .filter(({ status }) => status === 'approved')
    .reduce((left, one) => left + (one.operation === 'sale' ? one.amountMinor : -one.amountMinor), 0);
}

async function inquire(bank: GarantiBank, bankOrderId: string): Promise<Inquiry> {
  const history = await ask(bank, historyRequest(bankOrderId));
  if (history.kind !== 'answer') return history;
  const order = await ask(bank, orderRequest(bankOrderId));
  if (isNotFound(history.answer)) {
    // "Not found" allows the money to be taken again, so both inquiries must return it.
    if (order.kind !== 'answer') return order;
    return isNotFound(order.answer) ? { kind: 'notFound' } : unanswered(order.answer);
  }
  const soldAt = order.kind === 'answer' ? readSoldAt(order.answer) : undefined;
  const closeAt = bank.settings.batchCloseAt ?? BATCH_CLOSE_AT;
  return readOrderHistory(history.answer, { now: new Date(), closeAt, ...defined({ soldAt }) });
}

async function cardOf(bank: GarantiBank, bankOrderId: string): Promise<BankCard | undefined> {
  const order = await ask(bank, orderRequest(bankOrderId));
  return order.kind === 'answer' ? readOrderCard(order.answer) : undefined;
}
