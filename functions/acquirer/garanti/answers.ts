// Reads Garanti's answers. Each is signed, and one whose hash does not fit is no answer (garanti.md 4).
import type { Declined, Unknown } from '../acquirer.ts';
import type { Answered } from '../ask-bank.ts';
import { decodeXmlBytes } from '../latin5.ts';
import { safeSentence, unknown } from '../outcomes.ts';
import { readXml, type XmlElement } from '../xml.ts';
import { readCode } from './answer-codes.ts';
import { answerText, isSame, sha512 } from './hash.ts';

export type GarantiAnswer = XmlElement;

/** The element at a path; undefined if it is absent, or comes twice, which is ambiguous. */
export const elementAt = (answer: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce((outer, name) => {
    const found = outer?.children.filter((child) => child.name === name) ?? [];
    return found.length === 1 ? found[0] : undefined;
  }, answer);

/** The trimmed text at a path; '' if it is absent or comes twice. */
export const textOf = (answer: XmlElement | undefined, ...path: string[]): string =>
  elementAt(answer, ...path)?.text.trim() ?? '';

const TRANSACTION = 'Transaction';
const RESPONSE = [TRANSACTION, 'Response'] as const;

/** The bank's document; undefined if it is none. */
export function readMessage({ status, body, contentType }: Answered): GarantiAnswer | undefined {
  if (status < 200 || status > 299) return undefined;
  const root = readXml(decodeXmlBytes(body, contentType, 'utf-8'));
  return root?.name === 'GVPSResponse' && textOf(root, ...RESPONSE, 'Code') !== '' ? root : undefined;
}

/** `securities`: of the users whose password the bank may sign with. */
function isSigned(answer: GarantiAnswer, securities: readonly string[]): boolean {
  const hashed = {
    code: textOf(answer, ...RESPONSE, 'Code'),
    retrefNum: textOf(answer, TRANSACTION, 'RetrefNum'),
    authCode: textOf(answer, TRANSACTION, 'AuthCode'),
    provDate: textOf(answer, TRANSACTION, 'ProvDate'),
    orderId: textOf(answer, 'Order', 'OrderID'),
  };
  const hash = textOf(answer, TRANSACTION, 'HashData');
  return securities.some((security) => isSame(sha512(answerText(hashed, security)), hash));
}

/** `told`: the host's text, which alone tells two senses of its codes 05 and 12 apart. */
export type GarantiDecline = { kind: 'declined'; code: string; message: string; told: string };
/** `hostReference`: '' if the answer names none. */
type GarantiReading =
  | { kind: 'approved'; hostReference: string; authorizationCode: string }
  | GarantiDecline
  | Unknown;

/** Why an answer does not count as one about `bankOrderId`; undefined if it does. */
export function distrust(
  answer: GarantiAnswer,
  bankOrderId: string,
  securities: readonly string[],
): Unknown | undefined {
  if (textOf(answer, 'Order', 'OrderID') !== bankOrderId) return unknown('the answer names another order');
  if (isSigned(answer, securities)) return undefined;
  // A bank that refuses our password cannot sign with it: the outcome stays unknown, the operator learns why.
  const code = codeOf(answer);
  const { merchantFault } = readCode(code);
  const unsigned = unknown('the hash of the answer does not fit');
  return merchantFault === 'Credentials'
    ? { ...unsigned, merchantRefusal: { code, fault: merchantFault } }
    : unsigned;
}

/** Of the gateway `Code` is always 92 and means nothing. */
export const codeOf = (answer: GarantiAnswer): string =>
  textOf(answer, ...RESPONSE, textOf(answer, ...RESPONSE, 'Source') === 'HOST' ? 'Code' : 'ReasonCode');

export const isApproved = (answer: GarantiAnswer): boolean => textOf(answer, ...RESPONSE, 'Code') === '00';

/** Reads the answer to a movement of money, by codes. */
export function readAnswer(
  answer: GarantiAnswer,
  bankOrderId: string,
  securities: readonly string[],
): GarantiReading {
  const distrusted = distrust(answer, bankOrderId, securities);
  if (distrusted !== undefined) return distrusted;
  const code = codeOf(answer);
  if (isApproved(answer)) {
    if (textOf(answer, ...RESPONSE, 'ReasonCode') !== '00') return unknown('the codes contradict each other');
    const hostReference = textOf(answer, TRANSACTION, 'RetrefNum');
    return { kind: 'approved', hostReference, authorizationCode: textOf(answer, TRANSACTION, 'AuthCode') };
  }
  if (code === '' || code === '00') return unknown('declined without a code');
  const told = textOf(answer, ...RESPONSE, 'SysErrMsg');
  const message = safeSentence(textOf(answer, ...RESPONSE, 'ErrorMsg') || told);
  return { kind: 'declined', code, message, told };
}

/** The outcome of a decline at the port: unknown if money may have moved nevertheless. */
export function declineOutcome({ code, message, told }: GarantiDecline): Declined | Unknown {
  const { uncertain, ...reading } = readCode(code);
  if (uncertain) return unknown(`the bank answered ${code}`);
  const isWrongCvv = code === '12' && told.startsWith('CVC2');
  return {
    kind: 'declined',
    code,
    ...reading,
    ...(isWrongCvv && { errorCode: 'INVALID_CVC2' as const }),
    ...(message && { message }),
  };
}
