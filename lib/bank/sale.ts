// Auth at the bank's counter: first what the gateway checks by itself, then what the card's issuer decides.
import type { Currency } from '#domain/money.ts';
import { readAmount } from '#domain/money.ts';
import type { BankDecision, BankSession } from './bank-session.ts';
import { istanbulTime } from './batch-close.ts';
import type { BankOperation, BankOrder } from './books.ts';
import type { BankReply } from './exchange.ts';
import { maskPan, passesLuhn, sandboxCard } from './sandbox-cards.ts';
import type { Authentication } from './three-d/three-d-sessions.ts';
import { approved, type BankRequest, isGatewayCode, refused } from './wire.ts';

export const CURRENCIES_BY_NUMBER: ReadonlyMap<string, Currency> = new Map([
  ['949', 'TRY'],
  ['840', 'USD'],
  ['978', 'EUR'],
  ['826', 'GBP'],
]);

export function sell(session: BankSession, request: BankRequest, decision?: BankDecision): BankReply {
  const { books, merchant, atMs } = session;
  const orderId = request('OrderId');
  const amount = readAmount(request('Total'));
  const currency = CURRENCIES_BY_NUMBER.get(request('Currency'));
  const card = presentedCard(session, request);
  const { brand, behaviour } = sandboxCard(card.number);
  const existing = books.order(merchant.clientId, orderId);
  const entry = {
    operation: 'sale' as const,
    orderId,
    amountMinor: amount.kind === 'amount' ? amount.amountMinor : 0,
    currency,
    installment: Number(request('Taksit')) || 1,
    atMs,
  };

  const objection = existing?.operations.some(({ chargeType, code }) => chargeType === 'S' && code === '00')
    ? 'CORE-2507'
    : (orderObjection(request) ?? cardObjection(card, request, session));
  if (objection !== undefined || amount.kind !== 'amount' || currency === undefined) {
    const code = objection ?? 'CORE-2105';
    books.enter(merchant.clientId, undefined, {
      ...entry,
      outcome: 'declined',
      code,
      hostReference: undefined,
    });
    return refused(code, code === 'CORE-2507' ? '' : orderId);
  }

  if (typeof card.authentication === 'object') session.desk.spend(card.authentication);
  const code = decide(decision, behaviour.kind === 'decline' ? behaviour.code : '00');
  const row: BankOperation = {
    chargeType: 'S',
    amountMinor: amount.amountMinor,
    atMs,
    code: isGatewayCode(code) ? '99' : code,
    ...session.references(code === '00'),
  };
  const order: BankOrder = {
    orderId,
    currency,
    maskedPan: maskPan(card.number),
    brand,
    irrevocable: behaviour.kind === 'irrevocable',
    operations: [...(existing?.operations ?? []), row],
  };
  const outcome = code === '00' ? 'approved' : 'declined';
  books.enter(merchant.clientId, order, {
    ...entry,
    outcome,
    code,
    hostReference: row.hostReference || undefined,
  });
  return code === '00'
    ? approved(order, row, atMs, session.settleId())
    : refused(code, orderId, brand, row.transactionId);
}

/** What a script says goes before what a card says; either comes after the gateway's own rules. */
export function decide(decision: BankDecision | undefined, cardsCode: string): string {
  if (decision === undefined) return cardsCode;
  return decision.kind === 'approve' ? '00' : decision.code;
}

type PresentedCard = {
  number: string;
  expires: string;
  authentication: Authentication | 'unknown' | undefined;
};

/** The card as typed, or the one an issuer has authenticated: then Number is the gate's md. */
function presentedCard({ desk }: BankSession, request: BankRequest): PresentedCard {
  const number = request('Number');
  if (request('PayerTxnId') === '') {
    return { number, expires: request('Expires'), authentication: undefined };
  }
  const authentication = desk.authentication(number);
  if (!authentication) return { number: '', expires: '', authentication: 'unknown' };
  return { ...authentication.form.card, authentication };
}

/** The first of the gateway's rules about orders that the request breaks. */
function orderObjection(request: BankRequest): string | undefined {
  const currency = request('Currency');
  const installments = request('Taksit');
  if (readAmount(request('Total')).kind !== 'amount') return '13';
  if (!CURRENCIES_BY_NUMBER.has(currency)) return 'CORE-2105';
  if (!/^(\d{1,3})?$/.test(installments)) return 'CORE-2603';
  if (Number(installments) > 1 && currency !== '949') return 'CORE-2124';
  return Number(installments) > 12 ? 'CORE-2603' : undefined;
}

/** The first of its rules about cards. */
function cardObjection(card: PresentedCard, request: BankRequest, session: BankSession): string | undefined {
  const { number, expires, authentication } = card;
  if (authentication) return authenticationObjection(authentication, request, session.merchant.clientId);
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) return 'CORE-2012';
  if (!/^(0[1-9]|1[0-2])\/\d\d$/.test(expires)) return 'CORE-2011';
  if (hasExpired(expires, session.atMs)) return 'CORE-2010';
  if (session.merchant.cvvRequired && request('Cvv2Val') === '') return 'CORE-2208';
  return undefined;
}

/** An authentication is good once, for the shop, order, amount and currency the cardholder saw. */
function authenticationObjection(
  authentication: Authentication | 'unknown',
  request: BankRequest,
  clientId: string,
): string | undefined {
  if (authentication === 'unknown') return 'CORE-2012';
  if (authentication.used) return 'CORE-2127';
  const { form, xid, eci, cavv } = authentication;
  const amount = readAmount(request('Total'));
  const isWhatWasShown =
    form.clientId === clientId &&
    form.orderId === request('OrderId') &&
    form.currency === CURRENCIES_BY_NUMBER.get(request('Currency')) &&
    amount.kind === 'amount' &&
    form.amountMinor === amount.amountMinor;
  const isItsProof =
    xid === request('PayerTxnId') &&
    eci === request('PayerSecurityLevel') &&
    cavv === request('PayerAuthenticationCode');
  return isWhatWasShown && isItsProof ? undefined : 'CORE-2250';
}

/** A card is good until the last day of its month, Istanbul time. `expires` is `MM/YY`. */
function hasExpired(expires: string, atMs: number): boolean {
  const [month = '', year = ''] = expires.split('/');
  return `20${year}-${month}` < istanbulTime(atMs).slice(0, 7);
}
