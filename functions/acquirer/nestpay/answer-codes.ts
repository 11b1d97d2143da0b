// Every code of a NestPay bank and its meaning: the error code for merchants, the decline category for
// recurring payments, and whether money may have moved nevertheless. The lists are taken from the card
// schemes and the gateway (nestpay.md 8).
import type { MerchantFault } from '#domain/payment/merchant-fault.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';

type CodeReading = {
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
type CodeRow = [codes: string, errorCode: DeclineCode, declineCategory: DeclineCategory, marks?: Marks];
const SYSTEM: Marks = { systemFault: true };
const fault = (merchantFault: MerchantFault): Marks => ({ merchantFault });

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
  // The stricter meaning if the scheme is unknown; see BRAND_ROWS.
  ['79 83', 'GENERAL_DECLINE', 'Hard'],
];

/** Codes whose meaning for one scheme differs from the gateway's list. */
const BRAND_ROWS: Record<string, CodeRow[]> = {
  MASTERCARD: [
    ['82', 'NOT_PERMITTED_TO_CARDHOLDER', 'Hard'],
    ['83', 'FRAUD_SUSPECT', 'Hard'],
  ],
  VISA: [['83', 'FRAUD_SUSPECT', 'Soft']],
};

/** Answers of the gateway itself, mostly given before the bank is called. */
const GATEWAY_ROWS: CodeRow[] = [
  // Terminal or batch is locked: declined before processing, may be retried.
  ['CORE-2311 CORE-2314 CORE-4002 CORE-4003 CORE-4009', 'GENERAL_DECLINE', 'Soft', SYSTEM],
  // The card data as entered.
  ['CORE-2208', 'INVALID_CVC2', 'Hard', { cvvRequired: true }],
  ['CORE-2515', 'INVALID_CVC2', 'Hard'],
  ['CORE-2010', 'EXPIRED_CARD', 'Hard'],
  ['CORE-2502 CORE-2011 CORE-2012', 'INVALID_TRANSACTION', 'Hard'],
  ['CORE-2250 CORE-2251 CORE-2253', 'FRAUD_SUSPECT', 'Hard'],
  // The merchant's settings at the bank: installments, currencies, credentials, address and time rules.
  ['CORE-2204 CORE-2124', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Installments')],
  ['CORE-2034 CORE-2601 CORE-2603', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Installments')],
  ['CORE-2105 CORE-2106 CORE-2118', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Currency')],
  ['CORE-2201 CORE-2202', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Credentials')],
  ['CORE-2126', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Permission')],
  ['CORE-2252 CORE-2254 CORE-2255 CORE-2256', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Address')],
  ['CORE-2015', 'INVALID_TRANSACTION', 'Hard', fault('Format')],
  // Voids, refunds and captures that the state of the order forbids. nestpay.ts handles the codes of this
  // list that mean "batch closed" or "not settled yet".
  ['CORE-2008 CORE-2120 CORE-2133 CORE-2511', 'INVALID_TRANSACTION', 'Hard'],
  ['CORE-2116 CORE-2117 CORE-2122 CORE-2123 CORE-2119', 'INVALID_TRANSACTION', 'Hard'],
  ['CORE-2503 CORE-2504 CORE-2508 CORE-2514 215021', 'INVALID_TRANSACTION', 'Hard'],
  ['CORE-2517', 'NOT_PERMITTED_TO_CARDHOLDER', 'Hard'],
  ['CORE-2115 CORE-2505 CORE-2506 CORE-2509 CORE-2512 CORE-2513', 'INVALID_TRANSACTION', 'Hard'],
];

/** Codes after which money may have moved. They are not declines: only an inquiry resolves the outcome. */
const UNCERTAIN_CODES: readonly string[] = [
  // Issuer or network: a system timed out, is still processing, or is reversing the operation.
  '09 68 91 92 98',
  // The gateway failed, or has no outcome from the bank.
  'CORE-1000 CORE-1001 CORE-1002 CORE-1003 CORE-1004 CORE-1005',
  'CORE-2500 CORE-2501 CORE-2700 CORE-2800 CORE-2900 CORE-3000 2100',
  'BM-9100 BM-9101 BM-9102 BM-9103',
  'BM-1001 BM-1002 BM-1003 BM-1004 BM-1005 BM-1006 BM-1007 BM-1008',
  // An earlier request of the same order is under way or has succeeded.
  'CORE-2016 CORE-2302 CORE-2304 CORE-2507 CORE-2127',
];

function tableOf(rows: CodeRow[]): ReadonlyMap<string, CodeReading> {
  return new Map(
    rows.flatMap(([codes, errorCode, declineCategory, marks]) =>
      codes.split(' ').map((code): [string, CodeReading] => [code, { errorCode, declineCategory, ...marks }]),
    ),
  );
}

/** An unlisted code of an issuer is a soft decline, because the issuer has decided. */
const UNLISTED_ISSUER: CodeReading = { errorCode: 'GENERAL_DECLINE', declineCategory: 'Soft' };
/** Error code and category apply only if the bank's history shows the operation as declined. */
const UNCERTAIN: CodeReading = { ...UNLISTED_ISSUER, uncertain: true };

const BY_CODE = tableOf([...ISSUER_ROWS, ...GATEWAY_ROWS]);
const uncertainCodes = new Set(UNCERTAIN_CODES.flatMap((codes) => codes.split(' ')));
const BY_BRAND = new Map(Object.entries(BRAND_ROWS).map(([brand, rows]) => [brand, tableOf(rows)]));

const ISSUER_CODE = /^[0-9A-Z]{2}$/;

/**
 * Returns the meaning of a code that is not an approval. `brand` is Extra.CARDBRAND: for some brands, 82 and
 * 83 have another meaning than in the gateway's list.
 */
export function readCode(code: string, brand = ''): CodeReading {
  const brandReading = BY_BRAND.get(
    brand
      .trim()
      .toUpperCase()
      .replace(/[^A-Z]/g, ''),
  )?.get(code);
  const reading = brandReading ?? BY_CODE.get(code);
  if (reading) return reading;
  // The gateway can send an unlisted code before or after it has called the bank, so its outcome is unknown
  // too.
  return !uncertainCodes.has(code) && isIssuerCode(code) ? UNLISTED_ISSUER : UNCERTAIN;
}

// 00 and 99 have the form of an issuer's code but are none: 00 without an approval contradicts itself, and 99
// refers to an ERRORCODE that is missing.
const isIssuerCode = (code: string) => ISSUER_CODE.test(code) && code !== '00' && code !== '99';
