// Reads the answers of Akbank's API: always by codes, never by the text (akbank.md 4).
import type { Declined, Unknown } from '../acquirer.ts';
import type { Answered } from '../ask-bank.ts';
import { safeSentence, unknown } from '../outcomes.ts';
import { readCode } from './answer-codes.ts';

export type AkbankAnswer = Readonly<Record<string, unknown>>;

/** A member as text; numbers too, because the bank writes a reference as either. '' if absent. */
export function textOf(answer: unknown, ...path: string[]): string {
  const value = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), answer);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * The bank's JSON; undefined if it is none. With HTTP 400 the gateway has refused to read the request: nothing
 * was done, and the answer has a code of its own beside it.
 */
export function readMessage({ status, body }: Answered): AkbankAnswer | undefined {
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
  if (!isObject(message)) return undefined;
  if (status === 400 && textOf(message, 'responseCode') === '' && textOf(message, 'code') !== '') {
    const code = textOf(message, 'code') === '401' ? 'HTTP-401' : 'HTTP-400';
    return { responseCode: code, responseMessage: textOf(message, 'message') };
  }
  return /^VPS-\d{4}$/.test(textOf(message, 'responseCode')) ? message : undefined;
}

export const APPROVED = 'VPS-0000';
const DECLINED_BY_HOST = 'VPS-1005';

type AkbankDecline = { kind: 'declined'; code: string; message: string };
/** `hostReference`: '' in the answer to a void. */
type AkbankReading =
  | { kind: 'approved'; hostReference: string; authorizationCode: string }
  | AkbankDecline
  | Unknown;

/** Reads an answer about `bankOrderId`. One that contradicts itself or names another order is unknown. */
export function readAnswer(answer: AkbankAnswer, bankOrderId: string): AkbankReading {
  const orderId = textOf(answer, 'order', 'orderId');
  if (orderId !== '' && orderId !== bankOrderId) return unknown('the answer names another order');
  const responseCode = textOf(answer, 'responseCode');
  const hostCode = textOf(answer, 'hostResponseCode');
  if (responseCode === APPROVED) {
    if (hostCode !== '' && hostCode !== '00')
      return unknown('responseCode and host code contradict each other');
    return { kind: 'approved', hostReference: referenceOf(answer), authorizationCode: authCodeOf(answer) };
  }
  const isByHost = responseCode === DECLINED_BY_HOST;
  if (isByHost && (hostCode === '' || hostCode === '00')) return unknown('declined without a host code');
  const message = safeSentence(textOf(answer, isByHost ? 'hostMessage' : 'responseMessage'));
  return { kind: 'declined', code: isByHost ? hostCode : responseCode, message };
}

/** On refusals of the gateway the bank writes 0 for a reference, and zeros for an authorization code. */
const ZEROS = /^0*$/;
function referenceOf(answer: AkbankAnswer): string {
  const reference = textOf(answer, 'transaction', 'rrn');
  return ZEROS.test(reference) ? '' : reference;
}
function authCodeOf(answer: AkbankAnswer): string {
  const code = textOf(answer, 'transaction', 'authCode');
  return ZEROS.test(code) ? '' : code;
}

/** The outcome of a decline at the port: unknown if money may have moved nevertheless. */
export function declineOutcome({ code, message }: AkbankDecline): Declined | Unknown {
  const { uncertain, ...reading } = readCode(code);
  if (uncertain) return unknown(`the bank answered ${code}`);
  return { kind: 'declined', code, ...reading, ...(message && { message }) };
}
