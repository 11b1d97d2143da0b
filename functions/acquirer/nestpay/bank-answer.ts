// Classifies one answer of the bank, independent of the operation: by ERRORCODE, then by ProcReturnCode,
// never by the text, which differs from bank to bank (nestpay.md 3).
import type { Approved, Declined, Unknown } from '../acquirer.ts';
import { safeSentence, unknown } from '../outcomes.ts';
import { readCode } from './answer-codes.ts';
import type { Cc5Document } from './cc5.ts';

export type BankDecline = { kind: 'declined'; code: string; brand: string; message: string };
type BankAnswer = Approved | BankDecline | Unknown;

/** An element's text, top-level or in Extra (banks use either for ERRORCODE). '' if absent or blank. */
export function textOf(answer: Cc5Document, name: string): string {
  return answer.top.get(name)?.trim() || answer.extra.get(name)?.trim() || '';
}

/**
 * Reads an answer about `bankOrderId`. An answer that contradicts itself or names another order is unknown.
 */
export function readBankAnswer(answer: Cc5Document, bankOrderId: string): BankAnswer {
  const orderId = textOf(answer, 'OrderId');
  if (orderId !== '' && orderId !== bankOrderId) return unknown('the answer names another order');
  const isApprovedByText = answer.top.get('Response')?.trim() === 'Approved';
  const isApprovedByCode = answer.top.get('ProcReturnCode')?.trim() === '00';
  if (isApprovedByText && isApprovedByCode) return approval(answer);
  if (isApprovedByText || isApprovedByCode)
    return unknown('Response and ProcReturnCode contradict each other');
  const code = errorCodeOf(answer);
  if (code === '') return unknown('the answer names no code');
  return { kind: 'declined', code, brand: textOf(answer, 'CARDBRAND'), message: bankSentence(answer) };
}

function approval(answer: Cc5Document): BankAnswer {
  const authorizationCode = textOf(answer, 'AuthCode');
  const transactionId = textOf(answer, 'TransId');
  // Without a reference the approval cannot be matched with the bank's statement, so an inquiry has to find
  // it.
  const hostReference = textOf(answer, 'HostRefNum') || transactionId;
  if (hostReference === '') return unknown('approved without a reference');
  return {
    kind: 'approved',
    hostReference,
    ...(authorizationCode && { authorizationCode }),
    ...(transactionId && { transactionId }),
  };
}

const ISO_PREFIX = /^ISO8583-/;
const CORE_IN_NUMCODE = /^99(\d{4})$/;

/**
 * `CORE-2507`, `51`, `BM-9103`, `215021`. With ProcReturnCode 99 and no ERRORCODE, NUMCODE 992507 is
 * CORE-2507.
 */
function errorCodeOf(answer: Cc5Document): string {
  const errorCode = textOf(answer, 'ERRORCODE').replace(ISO_PREFIX, '');
  if (errorCode !== '') return errorCode;
  const procReturnCode = textOf(answer, 'ProcReturnCode');
  const core = CORE_IN_NUMCODE.exec(textOf(answer, 'NUMCODE'))?.[1];
  return procReturnCode === '99' && core !== undefined ? `CORE-${core}` : procReturnCode;
}

/**
 * The outcome of an inquiry without a readable history. It contains the refusal if the merchant's settings
 * are the cause.
 */
export function unanswered(answer: Cc5Document, reason: string): Unknown {
  const code = errorCodeOf(answer);
  const fault = readCode(code).merchantFault;
  return fault === undefined ? unknown(reason) : { ...unknown(reason), merchantRefusal: { code, fault } };
}

const bankSentence = (answer: Cc5Document): string => safeSentence(textOf(answer, 'ErrMsg'));

/** The outcome of a decline at the port: unknown if money may have moved nevertheless. */
export function declineOutcome({ code, brand, message }: BankDecline): Declined | Unknown {
  const { errorCode, declineCategory, uncertain, cvvRequired, ...faults } = readCode(code, brand);
  if (uncertain) return unknown(`the bank answered ${code}`);
  return {
    kind: 'declined',
    code,
    errorCode,
    declineCategory,
    ...faults,
    ...(cvvRequired && { cvvRequired }),
    ...(message && { message }),
  };
}
