// Serves one request of the simulated bank synchronously: authenticates the merchant, then reads and writes
// the books. The caller provides transport and storage, so the local and the deployed bank share these rules.
import { TXN_CODES } from '#acquirer/akbank/requests.ts';
import { akbankGate } from './akbank/akbank-gate.ts';
import { akbankWire, REPORT_PATH, readCall, requestOf, unreadable } from './akbank/akbank-wire.ts';
import { orderHistory as akbankHistory } from './akbank/order-history.ts';
import { salesReport as akbankReport } from './akbank/sales-report.ts';
import { type BankDecision, type BankState, openBankSession } from './bank-session.ts';
import type { BankMerchant, Books } from './books.ts';
import type { BankCall, BankReply } from './exchange.ts';
import { garantiGate } from './garanti/garanti-gate.ts';
import {
  requestOf as garantiRequestOf,
  garantiWire,
  readCall as readGarantiCall,
} from './garanti/garanti-wire.ts';
import { orderHistory as garantiHistory, orderInquiry as garantiOrder } from './garanti/order-history.ts';
import { salesReport as garantiReport } from './garanti/sales-report.ts';
import { orderHistory, orderStatus } from './inquiry.ts';
import { capture, reserve, type SaleCall, sell } from './sale.ts';
import { type GateProtocol, openGate } from './three-d/gate.ts';
import { nestPayGate } from './three-d/nestpay-gate.ts';
import { credit, voidOperation } from './undo.ts';
import { type BankRequest, NESTPAY_WIRE, readRequest } from './wire.ts';

/** Executes a money movement as of `atMs`. A scripted decision replaces the card's behaviour. */
export type Execute = (atMs: number, decision?: BankDecision) => BankReply;
/** Decides when a money movement is executed and returned. `cardNumber` is '' for a void or refund. */
type Deliver<Delivered> = (execute: Execute, cardNumber: string) => Delivered;

type Answer = <Delivered>(
  state: BankState,
  call: BankCall,
  nowMs: number,
  deliver: Deliver<Delivered>,
) => BankReply | Delivered;

/** By the path below the bank's base URL. All take `POST`. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/api': serveShop,
  ...gateAt('/est3Dgate', nestPayGate),
  '/akbank/transaction/process': serveAkbank,
  '/akbank/portal/report/transaction': serveAkbank,
  ...gateAt('/akbank/securepay', akbankGate),
  '/garanti/VPServlet': serveGaranti,
  ...gateAt('/garanti/gt3dengine', garantiGate),
  // The webhook of the canary, whose shop is nowhere.
  '/receiver': () => ({ status: 204 }),
};
export const BANK_PATHS = Object.keys(ANSWERS) as `/${string}`[];

export const serve: Answer = (state, call, nowMs, deliver) => {
  if (call.method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: 'Only POST' };
  const answer = ANSWERS[call.url.split('?')[0] ?? ''];
  return answer ? answer(state, call, nowMs, deliver) : { status: 404, body: 'Not found' };
};

function gateAt(path: string, protocolOf: (books: Books) => GateProtocol): Record<string, Answer> {
  const gate = ({ books, threeDSessions }: BankState, nowMs: number) =>
    openGate(protocolOf(books), threeDSessions, nowMs);
  return {
    [path]: (state, call, nowMs) => gate(state, nowMs).startAuthentication(call),
    [`${path}/acs`]: (state, call, nowMs) => gate(state, nowMs).showChallenge(call),
    [`${path}/challenge`]: (state, call, nowMs) => gate(state, nowMs).answerChallenge(call),
  };
}

const MONEY_MOVEMENTS = {
  Auth: sell,
  PreAuth: reserve,
  PostAuth: capture,
  Void: voidOperation,
  Credit: credit,
} as const;
type MoneyMovement = keyof typeof MONEY_MOVEMENTS;
const isMoneyMovement = (type: string): type is MoneyMovement => Object.hasOwn(MONEY_MOVEMENTS, type);

function serveShop<Delivered>(
  state: BankState,
  call: BankCall,
  nowMs: number,
  deliver: Deliver<Delivered>,
): BankReply | Delivered {
  const request = readRequest(call);
  if (!request) return { status: 400, body: 'No CC5Request' };
  const merchant = authenticated(state.books, request);
  if (!merchant) return NESTPAY_WIRE.declined('CORE-2202', '');
  const type = request('Type');
  if (isMoneyMovement(type)) {
    const execute: Execute = (atMs, decision) =>
      MONEY_MOVEMENTS[type](openBankSession(state, NESTPAY_WIRE, merchant, atMs), request, decision);
    return deliver(execute, request('Number'));
  }
  const session = openBankSession(state, NESTPAY_WIRE, merchant, nowMs);
  if (request('Extra.ORDERHISTORY') === 'QUERY') return orderHistory(session, request);
  if (request('Extra.ORDERSTATUS') === 'QUERY') return orderStatus(session, request);
  return NESTPAY_WIRE.declined('CORE-2126', request('OrderId'));
}

const AKBANK_MOVEMENTS = new Map<string, SaleCall>([
  [TXN_CODES.sale, sell],
  [TXN_CODES.preAuth, reserve],
  [TXN_CODES.capture, capture],
  [TXN_CODES.void, voidOperation],
  [TXN_CODES.refund, credit],
]);

function serveAkbank<Delivered>(
  state: BankState,
  call: BankCall,
  nowMs: number,
  deliver: Deliver<Delivered>,
): BankReply | Delivered {
  const read = readCall(state.books, call, nowMs);
  if ('status' in read) return read;
  const request = requestOf(read);
  const move = AKBANK_MOVEMENTS.get(read.txnCode);
  if (move !== undefined) {
    const execute: Execute = (atMs, decision) =>
      move(openBankSession(state, akbankWire(read, atMs), read.merchant, atMs), request, decision);
    return deliver(execute, request('Number'));
  }
  const session = openBankSession(state, akbankWire(read, nowMs), read.merchant, nowMs);
  if (call.url.endsWith(REPORT_PATH)) return akbankReport(session, read);
  if (read.txnCode !== TXN_CODES.history) return unreadable('400', 'Geçersiz işlem tipi.');
  return akbankHistory(session, read);
}

const GARANTI_MOVEMENTS = new Map([
  ['sales', sell],
  ['preauth', reserve],
  ['postauth', capture],
  ['void', voidOperation],
  ['refund', credit],
]);
const GARANTI_INQUIRIES = new Map([
  ['orderhistoryinq', garantiHistory],
  ['orderinq', garantiOrder],
  ['orderlistinq', garantiReport],
]);

function serveGaranti<Delivered>(
  state: BankState,
  call: BankCall,
  nowMs: number,
  deliver: Deliver<Delivered>,
): BankReply | Delivered {
  const read = readGarantiCall(state.books, call, nowMs);
  if ('status' in read) return read;
  const sessionAt = (atMs: number) => openBankSession(state, garantiWire(read, atMs), read.merchant, atMs);
  const move = GARANTI_MOVEMENTS.get(read.type);
  if (move !== undefined) {
    const request = garantiRequestOf(read);
    return deliver((atMs, decision) => move(sessionAt(atMs), request, decision), request('Number'));
  }
  const inquire = GARANTI_INQUIRIES.get(read.type);
  return inquire?.(sessionAt(nowMs), read) ?? garantiWire(read, nowMs).declined('0652', read.orderId);
}

function authenticated(books: Books, request: BankRequest): BankMerchant | undefined {
  const merchant = books.merchant(request('ClientId'));
  return merchant?.userName === request('Name') && merchant.password === request('Password')
    ? merchant
    : undefined;
}
