// What one answer says about the money, before the kind of operation is looked at. Classified by ERRORCODE,
// then by ProcReturnCode; never by the sentence, which every bank words as it likes.
import type { Declined, Unknown } from '../acquirer.ts';
import { readCode } from './answer-codes.ts';
import type { Cc5Document } from './cc5.ts';

export type Approval = {
  kind: 'approved';
  hostReference: string;
  authorizationCode?: string;
  transactionId?: string;
};
export type Refusal = { kind: 'refused'; code: string; brand: string; message: string };
type BankAnswer = Approval | Refusal | Unknown;

/** A text of the answer, at the top or in Extra (banks put ERRORCODE in either); absent and blank are ''. */
export function textOf(answer: Cc5Document, name: string): string {
  return answer.top.get(name)?.trim() || answer.extra.get(name)?.trim() || '';
}

/**
 * Reads an answer about `bankOrderId`. An answer that contradicts itself, or names another order, is
 * unknown.
 */
export function readBankAnswer(answer: Cc5Document, bankOrderId: string): BankAnswer {
  const orderId = textOf(answer, 'OrderId');
  if (orderId !== '' && orderId !== bankOrderId) return unknown('the answer names another order');
  const approvedWord = answer.top.get('Response')?.trim() === 'Approved';
  const approvedCode = answer.top.get('ProcReturnCode')?.trim() === '00';
  if (approvedWord && approvedCode) return approval(answer);
  if (approvedWord || approvedCode) return unknown('Response and ProcReturnCode contradict each other');
  const code = errorIdentity(answer);
  if (code === '') return unknown('the answer names no code');
  return { kind: 'refused', code, brand: textOf(answer, 'CARDBRAND'), message: bankSentence(answer) };
}

function approval(answer: Cc5Document): BankAnswer {
  const authorizationCode = textOf(answer, 'AuthCode');
  const transactionId = textOf(answer, 'TransId');
  // Without any reference the approval could never be held against the bank's statement: let an inquiry
  // find it.
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
 * `CORE-2507`, `51`, `BM-9103`, `215021`. With ProcReturnCode 99 and no ERRORCODE, NUMCODE 992507 says
 * the same.
 */
function errorIdentity(answer: Cc5Document): string {
  const errorCode = textOf(answer, 'ERRORCODE').replace(ISO_PREFIX, '');
  if (errorCode !== '') return errorCode;
  const procReturnCode = textOf(answer, 'ProcReturnCode');
  const core = CORE_IN_NUMCODE.exec(textOf(answer, 'NUMCODE'))?.[1];
  return procReturnCode === '99' && core !== undefined ? `CORE-${core}` : procReturnCode;
}

const LONG_DIGITS = /\d(?:[ -]?\d){11,18}/g;

/** The bank's sentence, shortened, with anything that could be a card number made unreadable. */
function bankSentence(answer: Cc5Document): string {
  return textOf(answer, 'ErrMsg').replace(/\s+/g, ' ').replace(LONG_DIGITS, '*').slice(0, 255);
}

/** A refusal as the port knows it: a decline, or unknown where the bank cannot say that nothing happened. */
export function refusalOutcome({ code, brand, message }: Refusal): Declined | Unknown {
  const { errorCode, retry, uncertain, merchantAtFault, cvvRequired } = readCode(code, brand);
  if (uncertain) return unknown(`the bank answered ${code}`);
  return {
    kind: 'declined',
    code,
    errorCode,
    retry,
    ...(merchantAtFault && { merchantAtFault }),
    ...(cvvRequired && { cvvRequired }),
    ...(message && { message }),
  };
}

export const unknown = (reason: string): Unknown => ({ kind: 'unknown', reason });
