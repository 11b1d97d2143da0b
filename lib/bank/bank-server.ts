// Serves one request of the simulated bank synchronously: authenticates the merchant, then reads and writes
// the books. The caller provides transport and storage, so the local and the deployed bank share these rules.
import { type BankDecision, type BankState, openBankSession } from './bank-session.ts';
import type { BankMerchant, Books } from './books.ts';
import type { BankCall, BankReply } from './exchange.ts';
import { orderHistory, orderStatus } from './inquiry.ts';
import { sell } from './sale.ts';
import { openGate } from './three-d/gate.ts';
import { credit, voidOperation } from './undo.ts';
import { type BankRequest, declined, readRequest } from './wire.ts';

/** Paths of the bank below its base URL. All take `POST`. */
export const BANK_PATHS = [
  '/api',
  '/est3Dgate',
  '/est3Dgate/acs',
  '/est3Dgate/challenge',
  '/receiver',
] as const;

/** Executes a money movement as of `atMs`. A scripted decision replaces the card's behaviour. */
export type Execute = (atMs: number, decision?: BankDecision) => BankReply;
/** Decides when a money movement is executed and returned. `cardNumber` is '' for a void or refund. */
type Deliver<Delivered> = (execute: Execute, cardNumber: string) => Delivered;

export function serve<Delivered>(
  state: BankState,
  call: BankCall,
  nowMs: number,
  deliver: Deliver<Delivered>,
): BankReply | Delivered {
  if (call.method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: 'Only POST' };
  const gate = openGate(state.books, state.threeDSessions, { nowMs: () => nowMs });
  const [path = ''] = call.url.split('?');
  switch (path) {
    case '/api':
      return serveShop(state, call, nowMs, deliver);
    case '/est3Dgate':
      return gate.startAuthentication(call);
    case '/est3Dgate/acs':
      return gate.showChallenge(call);
    case '/est3Dgate/challenge':
      return gate.answerChallenge(call);
    case '/receiver':
      // The webhook of the canary, whose shop is nowhere.
      return { status: 204 };
    default:
      return { status: 404, body: 'Not found' };
  }
}

const MONEY_MOVEMENTS = { Auth: sell, Void: voidOperation, Credit: credit } as const;
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
  if (!merchant) return declined('CORE-2202', '');
  const type = request('Type');
  if (isMoneyMovement(type)) {
    const execute: Execute = (atMs, decision) =>
      MONEY_MOVEMENTS[type](openBankSession(state, merchant, atMs), request, decision);
    return deliver(execute, request('Number'));
  }
  const session = openBankSession(state, merchant, nowMs);
  if (request('Extra.ORDERHISTORY') === 'QUERY') return orderHistory(session, request);
  if (request('Extra.ORDERSTATUS') === 'QUERY') return orderStatus(session, request);
  return declined('CORE-2126', request('OrderId'));
}

function authenticated(books: Books, request: BankRequest): BankMerchant | undefined {
  const merchant = books.merchant(request('ClientId'));
  return merchant?.userName === request('Name') && merchant.password === request('Password')
    ? merchant
    : undefined;
}
