// The codes of issuers and card networks, ISO 8583 field 39, and their meaning: the error code for merchants,
// the decline category for recurring payments, and whether money may have moved nevertheless. The lists are
// taken from the card schemes and gateways. A bank with its own sense of a code says so in its adapter.
import type { MerchantFault } from '#domain/payment/merchant-fault.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';

/** What a code that is no approval means. */
export type CodeReading = {
  errorCode: DeclineCode;
  declineCategory: DeclineCategory;
  /** The bank did not approve, but money may have moved: only an inquiry resolves the outcome. */
  uncertain?: true;
  /** The merchant's settings at the bank caused the answer, whatever the card. */
  merchantFault?: MerchantFault;
  /** A system of the bank or network failed, whatever the card. */
  systemFault?: true;
  /** The bank accepts no payment without a CVV from this merchant. */
  cvvRequired?: true;
};

type Marks = Pick<CodeReading, 'merchantFault' | 'systemFault' | 'cvvRequired'>;
export type CodeRow = [
  codes: string,
  errorCode: DeclineCode,
  declineCategory: DeclineCategory,
  marks?: Marks,
];
export const SYSTEM: Marks = { systemFault: true };
export const fault = (merchantFault: MerchantFault): Marks => ({ merchantFault });

export function tableOf(rows: CodeRow[]): ReadonlyMap<string, CodeReading> {
  return new Map(
    rows.flatMap(([codes, errorCode, declineCategory, marks]) =>
      codes.split(' ').map((code): [string, CodeReading] => [code, { errorCode, declineCategory, ...marks }]),
    ),
  );
}

/** Answers of the issuer and of the card network, ISO 8583 field 39. */
const ISSUER_ROWS: CodeRow[] = [
  // May succeed later without any change.
  ['05', 'DO_NOT_HONOUR', 'Soft'],
  ['51', 'NOT_SUFFICIENT_FUNDS', 'Soft'],
  ['61 65 N4', 'CARD_LIMIT_EXCEEDED', 'Soft'],
  ['59', 'FRAUD_SUSPECT', 'Soft'],
  ['62 5C', 'NOT_PERMITTED_TO_CARDHOLDER', 'Soft'],
  ['39 52 53 63 85 N3 SF', 'GENERAL_DECLINE', 'Soft'],
  // A system failed before the account was charged: a decline that may be retried.
  ['06 19 28 86 96', 'GENERAL_DECLINE', 'Soft', SYSTEM],
  // The card will never pay again.
  ['04 07 36 37 38', 'PICKUP_CARD', 'Hard'],
  ['41', 'LOST_CARD', 'Hard'],
  ['43', 'STOLEN_CARD', 'Hard'],
  ['34', 'FRAUD_SUSPECT', 'Hard'],
  ['12 14 15 56', 'INVALID_TRANSACTION', 'Hard'],
  ['46 57 YK', 'NOT_PERMITTED_TO_CARDHOLDER', 'Hard'],
  ['R0', 'DO_NOT_HONOUR', 'Hard'],
  ['R1 R3', 'DO_NOT_HONOUR', 'Revoked'],
  // The card must be entered again.
  ['33 54', 'EXPIRED_CARD', 'Hard'],
  ['82 84 N7', 'INVALID_CVC2', 'Hard'],
  ['55', 'GENERAL_DECLINE', 'Hard'],
  // The cardholder must act first: call the bank, activate the card, be present.
  ['01 02 75', 'DO_NOT_HONOUR', 'Hard'],
  ['78 9G', 'NOT_PERMITTED_TO_CARDHOLDER', 'Hard'],
  ['93', 'RESTRICTED_BY_LAW', 'Hard'],
  ['1A', 'THREE_D_SECURE_FAILED', 'Hard'],
  // The merchant's settings: shop unknown, terminal not permitted, foreign cards closed, data not as agreed.
  ['03', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Closed')],
  ['58', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Permission')],
  ['GK', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('CardKind')],
  ['13', 'INVALID_TRANSACTION', 'Hard', fault('Amount')],
  ['30 77', 'INVALID_TRANSACTION', 'Hard', fault('Format')],
  // The stricter meaning if the scheme is unknown; a bank that names it has rows of its own.
  ['79 83', 'GENERAL_DECLINE', 'Hard'],
];

/** The documents for merchants list them too. */
export const BY_CODE = tableOf(ISSUER_ROWS);

/** A system timed out, is still processing, or is reversing the operation. */
export const UNCERTAIN_CODES: ReadonlySet<string> = new Set(['09', '68', '91', '92', '98']);

/** An unlisted code of an issuer is a soft decline, because the issuer has decided. */
const UNLISTED: CodeReading = { errorCode: 'GENERAL_DECLINE', declineCategory: 'Soft' };
/**
 * No decline: only an inquiry resolves the outcome. Error code and category apply only if the bank's history
 * shows the operation as declined.
 */
export const UNCERTAIN: CodeReading = { ...UNLISTED, uncertain: true };

/** The meaning of an issuer's code; undefined if it is none. */
export function readIssuerCode(code: string): CodeReading | undefined {
  if (UNCERTAIN_CODES.has(code)) return UNCERTAIN;
  return BY_CODE.get(code) ?? (isIssuerCode(code) ? UNLISTED : undefined);
}

/**
 * 00 and 99 have the form of an issuer's code but are none: 00 without an approval contradicts itself, and 99
 * refers to an error of the gateway that is missing.
 */
const isIssuerCode = (code: string) => /^[0-9A-Z]{2}$/.test(code) && code !== '00' && code !== '99';
