// Every code of a NestPay bank and its meaning: that of ISO 8583 (issuer-codes.ts), by brand where a scheme
// has another one, and the codes of the gateway (nestpay.md 8).
import {
  type CodeReading,
  type CodeRow,
  fault,
  readIssuerCode,
  SYSTEM,
  tableOf,
  UNCERTAIN,
} from '../issuer-codes.ts';

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

const BY_CODE = tableOf(GATEWAY_ROWS);
const BY_BRAND = new Map(Object.entries(BRAND_ROWS).map(([brand, rows]) => [brand, tableOf(rows)]));

/**
 * Returns the meaning of a code that is not an approval. `brand` is Extra.CARDBRAND: for some brands, 82 and
 * 83 have another meaning than in the gateway's list. An unlisted code of the gateway can be sent before or
 * after it has called the bank, so its outcome is unknown.
 */
export function readCode(code: string, brand = ''): CodeReading {
  const name = brand.toUpperCase().replace(/[^A-Z]/g, '');
  return BY_BRAND.get(name)?.get(code) ?? BY_CODE.get(code) ?? readIssuerCode(code) ?? UNCERTAIN;
}
