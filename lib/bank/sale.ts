// Auth, PreAuth and PostAuth: the gateway's own checks come first, then the issuer's decision.

import { passesLuhn } from '#domain/card/card.ts';
import { MOST_INSTALLMENTS } from '#domain/installment/offer.ts';
import type { Currency } from '#domain/money.ts';
import { readAmount } from '#domain/money.ts';
import { istanbulTime } from '#domain/time/batch-close.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { BankDecision, BankSession } from './bank-session.ts';
import { type BankOrder, type BookedOperation, isReserving } from './books.ts';
import type { BankReply } from './exchange.ts';
import { execute, refuse } from './operation.ts';
import { issuerOf, maskPan, sandboxCard } from './sandbox-cards.ts';
import { splitRefusal } from './split.ts';
import type { Authentication } from './three-d/three-d-sessions.ts';
import type { BankRequest } from './wire.ts';

export const CURRENCIES_BY_NUMBER: ReadonlyMap<string, Currency> = new Map([
  ['949', 'TRY'],
  ['840', 'USD'],
  ['978', 'EUR'],
  ['826', 'GBP'],
]);

export type SaleCall = (session: BankSession, request: BankRequest, decision?: BankDecision) => BankReply;

export const sell: SaleCall = (session, request, decision) => charge(session, request, decision, false);
export const reserve: SaleCall = (session, request, decision) => charge(session, request, decision, true);

function charge(
  session: BankSession,
  request: BankRequest,
  decision: BankDecision | undefined,
  isPreAuth: boolean,
): BankReply {
  const { books, merchant, atMs } = session;
  const orderId = request('OrderId');
  const amount = readAmount(request('Total'));
  const currency = CURRENCIES_BY_NUMBER.get(request('Currency'));
  const card = presentedCard(session, request);
  const { brand, behaviour } = sandboxCard(card.number);
  const existing = books.order(merchant.clientId, orderId);
  const entry = {
    operation: isPreAuth ? ('preAuth' as const) : ('sale' as const),
    orderId,
    amountMinor: amount.kind === 'amount' ? amount.amountMinor : 0,
    currency,
    installment: Number(request('Taksit')) || 1,
    atMs,
  };

  const errorCode = existing?.operations.some((row) => isOrderIdUsed(session, row))
    ? 'CORE-2507'
    : (orderErrorCode(request) ?? cardErrorCode(card, request, session, isPreAuth));
  if (errorCode !== undefined || amount.kind !== 'amount' || currency === undefined) {
    const code = errorCode ?? 'CORE-2105';
    return refuse(session, entry, code, { orderId: code === 'CORE-2507' ? '' : orderId });
  }

  if (typeof card.authentication === 'object') session.threeDSessions.spend(card.authentication);
  const own = behaviour.kind === 'decline' ? behaviour.code : '00';
  const code = resultCode(decision, splitRefusal(merchant, issuerOf(card.number), entry.installment) ?? own);
  const order: BankOrder = {
    orderId,
    currency,
    maskedPan: maskPan(card.number),
    brand,
    irrevocable: behaviour.kind === 'irrevocable',
    operations: existing?.operations ?? [],
  };
  return execute(session, order, entry, { chargeType: 'S', code, isPreAuth });
}

const CAPTURED_WITHIN_MS = 15 * DAY_MS;

/** Takes at most what is reserved; the rest is free again. */
export const capture: SaleCall = (session, request, decision) => {
  const { books, merchant, atMs, wire } = session;
  const orderId = request('OrderId');
  const order = books.order(merchant.clientId, orderId);
  const amount = readAmount(request('Total'));
  const amountMinor = amount.kind === 'amount' ? amount.amountMinor : 0;
  const entry = { operation: 'capture' as const, orderId, amountMinor, currency: order?.currency, atMs };
  const held = order?.operations.find(isReserving);
  if (order === undefined || held?.preAuth === undefined) return refuse(session, entry, 'CORE-2509');
  const isTooLate = atMs - held.preAuth.atMs > CAPTURED_WITHIN_MS;
  const isTooMuch = amount.kind !== 'amount' || amountMinor > held.amountMinor;
  const code = isTooLate ? 'CORE-2513' : isTooMuch ? '13' : resultCode(decision, '00');
  if (code !== '00') return refuse(session, entry, code, { brand: order.brand });
  const { transactionId, hostReference: ownReference } = session.references(true);
  const hostReference = wire.capturesKeepReference ? held.hostReference : ownReference;
  const preAuth = { ...held.preAuth, isOpen: false };
  const row: BookedOperation = { ...held, amountMinor, atMs, transactionId, hostReference, preAuth };
  const operations = order.operations.map((one) => (one === held ? row : one));
  const done = { ...entry, outcome: 'approved' as const, code, hostReference };
  books.record(merchant.clientId, { ...order, operations }, done);
  return wire.approved(order, row, atMs, session.settleId());
};

/** True if the operation forbids a further sale under its order id. */
const isOrderIdUsed = ({ wire }: BankSession, { chargeType, code }: BookedOperation): boolean =>
  chargeType === 'S' && (code === '00' || (wire.usesUpOrderIds === true && code !== '99'));

/** A scripted decision takes precedence over the card's code. The gateway's checks come before both. */
export function resultCode(decision: BankDecision | undefined, cardCode: string): string {
  if (decision === undefined) return cardCode;
  return decision.kind === 'approve' ? '00' : decision.code;
}

type PresentedCard = {
  number: string;
  expires: string;
  authentication: Authentication | 'unknown' | undefined;
};

/** The card in the request, or the authenticated card if Number is the md of a 3-D Secure authentication. */
function presentedCard({ threeDSessions }: BankSession, request: BankRequest): PresentedCard {
  const number = request('Number');
  if (request('PayerTxnId') === '') {
    return { number, expires: request('Expires'), authentication: undefined };
  }
  const authentication = threeDSessions.authentication(number);
  if (!authentication) return { number: '', expires: '', authentication: 'unknown' };
  return { ...authentication.form.card, authentication };
}

/** The code of the first order rule that the request breaks. */
function orderErrorCode(request: BankRequest): string | undefined {
  const currency = request('Currency');
  const installments = request('Taksit');
  if (readAmount(request('Total')).kind !== 'amount') return '13';
  if (!CURRENCIES_BY_NUMBER.has(currency)) return 'CORE-2105';
  if (!/^(\d{1,3})?$/.test(installments)) return 'CORE-2603';
  if (Number(installments) > 1 && currency !== '949') return 'CORE-2124';
  return Number(installments) > MOST_INSTALLMENTS ? 'CORE-2603' : undefined;
}

/** The code of the first card rule that the request breaks. */
function cardErrorCode(
  card: PresentedCard,
  request: BankRequest,
  session: BankSession,
  isPreAuth: boolean,
): string | undefined {
  const { number, expires, authentication } = card;
  const { clientId } = session.merchant;
  if (authentication) return authenticationErrorCode(authentication, request, { clientId, isPreAuth });
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) return 'CORE-2012';
  if (!/^(0[1-9]|1[0-2])\/\d\d$/.test(expires)) return 'CORE-2011';
  if (hasExpired(expires, session.atMs)) return 'CORE-2010';
  if (session.merchant.cvvRequired && request('Cvv2Val') === '') return 'CORE-2208';
  return undefined;
}

/** An authentication is valid once, for the merchant, order, amount, currency and operation of its form. */
function authenticationErrorCode(
  authentication: Authentication | 'unknown',
  request: BankRequest,
  { clientId, isPreAuth }: { clientId: string; isPreAuth: boolean },
): string | undefined {
  if (authentication === 'unknown') return 'CORE-2012';
  if (authentication.used) return 'CORE-2127';
  const { form, xid, eci, cavv } = authentication;
  const amount = readAmount(request('Total'));
  const matchesForm =
    form.clientId === clientId &&
    form.isPreAuth === isPreAuth &&
    form.orderId === request('OrderId') &&
    form.currency === CURRENCIES_BY_NUMBER.get(request('Currency')) &&
    amount.kind === 'amount' &&
    form.amountMinor === amount.amountMinor;
  const matchesProof =
    xid === request('PayerTxnId') &&
    eci === request('PayerSecurityLevel') &&
    cavv === request('PayerAuthenticationCode');
  return matchesForm && matchesProof ? undefined : 'CORE-2250';
}

/** A card is valid until the last day of its month, Istanbul time. `expires` is `MM/YY`. */
function hasExpired(expires: string, atMs: number): boolean {
  const [month = '', year = ''] = expires.split('/');
  return `20${year}-${month}` < istanbulTime(atMs).slice(0, 7);
}
