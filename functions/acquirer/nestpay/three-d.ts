// 3-D Secure, model "3d": the bank only authenticates, and the sale is a later call. The return passes
// through the buyer's browser, so nothing in it is believed before its hash is valid.
import { randomBytes } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { type Currency, formatMinor, readAmount } from '#domain/money.ts';
import type { BrowserForm, ThreeDLevel, ThreeDOrder, ThreeDReturn } from '../acquirer.ts';
import { readFormBytes } from './form.ts';
import type { NestPaySettings } from './nestpay-settings.ts';
import { CURRENCY_NUMBERS, installmentText } from './requests.ts';
import { isHashValid, threeDHash } from './three-d-hash.ts';

type ThreeDSettings = Pick<NestPaySettings, 'gateUrl' | 'clientId' | 'storeKey'>;

/** Seconds after which the bank's server posts to the callback if the browser has not; its default is 300. */
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

/** Banks post in either charset without naming it. The hash is valid for the right one. */
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
  // A field that occurs twice is ambiguous, and the hash covers only one of its values.
  if (readings.some(({ size }) => size !== pairs.length)) {
    return { kind: 'malformed', reason: 'a field comes twice' };
  }
  const fields = readings.find((reading) => hasValidHash(reading, settings.storeKey));
  if (!fields) return { kind: 'forged', reason: 'hash', fieldNames: namesOf(pairs) };
  if (fields.get('clientid') !== settings.clientId) {
    return { kind: 'forged', reason: 'clientId', fieldNames: namesOf(pairs) };
  }
  return readReturn(fields);
}

/** Undecodable bytes become U+FFFD, for which no hash is valid. */
function decode(pairs: [Buffer, Buffer][], decoding: (typeof DECODINGS)[number]): Fields {
  const decoder = new TextDecoder(decoding, { ignoreBOM: true });
  return new Map(pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)]));
}

const hasValidHash = (fields: Fields, storeKey: string): boolean =>
  isHashValid(fields, storeKey, fields.get('HASH') ?? '');

/** A word with fewer than four digits, so a card number is not a field name. */
const FIELD_NAME = /^(?!(?:.*\d){4})[a-z][\w.-]{0,39}$/i;

/** Field names for the log. The pattern prevents a forger from writing arbitrary text to it. */
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
