// What the adapters of all banks return in the same way.
import { defined } from '#domain/defined.ts';
import type {
  Approved,
  Declined,
  HistoryOperation,
  Inquiry,
  NotSent,
  SaleOrder,
  SaleOutcome,
  SalesReport,
  Unknown,
  VoidOutcome,
} from './acquirer.ts';

export const unknown = (reason: string): Unknown => ({ kind: 'unknown', reason });

const LONG_DIGITS = /\d(?:[ -]?\d){11,18}/g;

/** The bank's text, shortened, with everything replaced that could be a card number. */
export const safeSentence = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(LONG_DIGITS, '*').trim().slice(0, 255);

/** The order's sale that was not declined, also if it was voided later. */
export const saleIn = (inquiry: Inquiry): HistoryOperation | undefined =>
  inquiry.kind === 'found'
    ? inquiry.operations.find((row) => row.operation === 'sale' && row.status !== 'declined')
    : undefined;

/** The approval of a sale that the bank had made before; undefined if the history names no reference. */
export function approvalOf(row: HistoryOperation): Approved | undefined {
  const { authorizationCode, transactionId, reserved } = row;
  const hostReference = row.hostReference ?? transactionId;
  if (hostReference === undefined) return undefined;
  const heldDays = reserved?.heldDays;
  return { kind: 'approved', hostReference, ...defined({ authorizationCode, transactionId, heldDays }) };
}

/** The outcome of a pre-authorisation: the bank tells nowhere for how many days it stands. */
export const heldFor = (heldDays: number, { isPreAuth }: SaleOrder, outcome: SaleOutcome): SaleOutcome =>
  isPreAuth === true && outcome.kind === 'approved' ? { ...outcome, heldDays } : outcome;

/**
 * A capture with a row of its own takes the place of its pre-authorisation. One that was voided has reopened it.
 */
export function foldCaptures(operations: HistoryOperation[]): HistoryOperation[] {
  const stands = (one: HistoryOperation) => one.operation === 'sale' && one.status !== 'declined';
  const isReserved = ({ reserved, status }: HistoryOperation) =>
    reserved !== undefined && status === 'approved';
  if (!operations.some(isReserved)) return operations;
  const isTaken = operations.some((one) => stands(one) && !isReserved(one) && one.status !== 'voided');
  const isFolded = (one: HistoryOperation) =>
    isTaken ? isReserved(one) || one.status === 'voided' : !isReserved(one);
  return operations.filter((one) => !stands(one) || !isFolded(one));
}

/** A refused capture: of these codes only the history tells whether the amount was taken, or released, before. */
export const refusedCapture = (code: string, states: ReadonlySet<string>, refusal: Declined | Unknown) =>
  states.has(code) ? unknown(`the bank answered ${code}`) : refusal;

type Approval = { hostReference: string; authorizationCode: string };

/** Without a reference an approval cannot be matched with the bank's statement: an inquiry has to find it. */
export const approvedAs = ({ hostReference, authorizationCode }: Approval): Approved | Unknown =>
  hostReference === ''
    ? unknown('approved without a reference')
    : { kind: 'approved', hostReference, ...(authorizationCode && { authorizationCode }) };

/** A report that is too long to be read is asked for in parts. */
export const reportOf = (unread: Unknown | NotSent): SalesReport =>
  unread.kind === 'unknown' && unread.isTooLarge ? { kind: 'tooMany' } : unread;

export const isUnanswered = ({ kind }: Inquiry): boolean => kind === 'unknown' || kind === 'notSent';

/** `isUndecided`: the code does not say why the void was refused. */
type RefusedVoid = { code: string; refusal: Declined | Unknown; isUndecided: boolean };

/**
 * What a refused void means by the order's history. A void of a sale that stands is a refund, unless the issuer
 * refused it while the batch is open.
 */
export function refusedVoid(inquiry: Inquiry, { code, refusal, isUndecided }: RefusedVoid): VoidOutcome {
  if (isUnanswered(inquiry)) return unknown(`the bank answered ${code}`);
  const sale = saleIn(inquiry);
  if (sale?.status === 'voided') return { kind: 'alreadyVoided' };
  if (sale?.status === 'reversing') return unknown('the bank is reversing the sale');
  const isRefused = sale === undefined || (sale.batchOpen && !isUndecided);
  return isRefused ? refusal : { kind: 'batchClosed', code };
}
