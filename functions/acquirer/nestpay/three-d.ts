// 3-D Secure, model "3d": the bank only asks the issuer, the money is taken by us afterwards. What comes back
// passes through the buyer's browser, so nothing of it is believed before its hash fits.
import { randomBytes } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { type Currency, formatMinor, readAmount } from '#domain/money.ts';
import type { BrowserForm, ThreeDLevel, ThreeDOrder, ThreeDReturn } from '../acquirer.ts';
import { readFormBytes } from './form.ts';
import type { NestPaySettings } from './nestpay-settings.ts';
import { CURRENCY_NUMBERS, installmentText } from './requests.ts';
import { hashFits, threeDHash } from './three-d-hash.ts';

type ThreeDSettings = Pick<NestPaySettings, 'gateUrl' | 'clientId' | 'storeKey'>;

/** Seconds the bank waits for the browser before its server posts to the callback; banks' default is 300. */
const CALLBACK_AFTER_SECONDS = '10';

export function startThreeD(settings: ThreeDSettings, order: ThreeDOrder): BrowserForm {
  const fields = {
    clientid: settings.clientId,
    storetype: '3d',
    amount: formatMinor(order.amountMinor),
    oid: order.bankOrderId,
    okUrl: order.returnUrl,
    failUrl: order.returnUrl,
    ...(order.callbackUrl !== undefined && {
      callbackUrl: order.callbackUrl,
      refreshtime: CALLBACK_AFTER_SECONDS,
    }),
    ...(order.echo !== undefined && { shopData: order.echo }),
    rnd: randomBytes(18).toString('base64url'),
    lang: order.language,
    currency: CURRENCY_NUMBERS[order.currency],
    taksit: installmentText(order.installment),
    TranType: 'Auth',
    hashAlgorithm: 'ver3',
    pan: order.card.cardNumber,
    ...(order.cvv !== undefined && { cv2: order.cvv }),
    Ecom_Payment_Card_ExpDate_Month: order.card.expiryMonth,
    Ecom_Payment_Card_ExpDate_Year: order.card.expiryYear.slice(-2),
  };
  const hash = threeDHash(Object.entries(fields), settings.storeKey);
  return { action: settings.gateUrl, fields: { ...fields, hash } };
}

/** Two decodings, because banks post in either without saying which; the hash tells which was meant. */
const DECODINGS = ['utf-8', 'windows-1254'] as const;
type Fields = ReadonlyMap<string, string>;

export function verifyThreeD(
  settings: ThreeDSettings,
  rawBody: Buffer,
  contentType: string | undefined,
): ThreeDReturn {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType?.trim() ?? '')) {
    return { kind: 'malformed', reason: 'not a form' };
  }
  const pairs = readFormBytes(rawBody);
  const readings = DECODINGS.map((decoding) => decode(pairs, decoding));
  // A field that comes twice can be read in two ways, and only one of them was hashed.
  if (readings.some(({ size }) => size !== pairs.length)) {
    return { kind: 'malformed', reason: 'a field comes twice' };
  }
  const fields = readings.find((reading) => isOfTheBank(reading, settings.storeKey));
  if (!fields) return { kind: 'forged', reason: 'hash', fieldNames: namesOf(pairs) };
  if (fields.get('clientid') !== settings.clientId) {
    return { kind: 'forged', reason: 'clientId', fieldNames: namesOf(pairs) };
  }
  return readReturn(fields);
}

/** What does not decode becomes U+FFFD, which no bank has hashed. */
function decode(pairs: [Buffer, Buffer][], decoding: (typeof DECODINGS)[number]): Fields {
  const decoder = new TextDecoder(decoding, { ignoreBOM: true });
  return new Map(pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)]));
}

const isOfTheBank = (fields: Fields, storeKey: string): boolean =>
  hashFits(fields, storeKey, fields.get('HASH') ?? '');

/** A bank's: a word with a few digits in it at most, so that no card number or CVV is one. */
const FIELD_NAME = /^(?!(?:.*\d){4})[a-z][\w.-]{0,39}$/i;

/** Names for the log, where a forger must not write what he likes. */
const namesOf = (pairs: [Buffer, Buffer][]): string[] =>
  pairs
    .map(([name]) => name.toString('latin1'))
    .filter((name) => FIELD_NAME.test(name))
    .slice(0, 60)
    .sort();

const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  (Object.keys(CURRENCY_NUMBERS) as Currency[]).map((currency) => [CURRENCY_NUMBERS[currency], currency]),
);
const LEVELS: ReadonlyMap<string, ThreeDLevel> = new Map([
  ['1', 'full'],
  ['2', 'half'],
  ['3', 'half'],
  ['4', 'half'],
]);

function readReturn(fields: Fields): ThreeDReturn {
  const text = (name: string) => fields.get(name)?.trim() ?? '';
  const bankOrderId = text('oid');
  const amount = readAmount(text('amount'));
  const currency = CURRENCIES.get(text('currency'));
  const installments = text('taksit') || text('Instalment') || '1';
  if (bankOrderId === '' || amount.kind !== 'amount' || currency === undefined) {
    return { kind: 'malformed', reason: 'no order, amount or currency' };
  }
  if (!/^[1-9]\d{0,2}$/.test(installments)) return { kind: 'malformed', reason: 'installments' };

  const mdStatus = text('mdStatus');
  const [md, xid, eci, cavv] = [text('md'), text('xid'), text('eci'), text('cavv')];
  const code = text('ErrorCode') || text('ErrCode');
  const echo = text('shopData');
  const message = text('mdErrorMsg') || text('ErrMsg');
  return {
    kind: 'authentic',
    bankOrderId,
    amountMinor: amount.amountMinor,
    currency,
    installment: Number(installments),
    level: LEVELS.get(mdStatus) ?? 'failed',
    mdStatus,
    ...(md && { proof: { md, xid, eci, cavv } }),
    ...(echo && { echo }),
    ...(code && { code }),
    ...(message && { message: message.slice(0, 255) }),
  };
}
