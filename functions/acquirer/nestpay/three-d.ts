// 3-D Secure, model "3d": the bank only authenticates, and the sale is a later call. The return passes
// through the buyer's browser, so it is used only if its hash is valid and it belongs to the sent form.
import { randomBytes } from 'node:crypto';
import { TextDecoder } from 'node:util';
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { defined } from '#domain/defined.ts';
import { type Currency, formatMinor, readAmount } from '#domain/money.ts';
import type { ThreeDLevel, ThreeDOrder, ThreeDReturn, ThreeDSent, ThreeDStart } from '../acquirer.ts';
import { safeSentence } from '../outcomes.ts';
import { FULL_ECI, namesForLog, readIssuerForm } from '../three-d-form.ts';
import type { NestPaySettings } from './nestpay-settings.ts';
import { CURRENCY_NUMBERS, installmentText } from './requests.ts';
import { bindingOf, findBrokenBinding, type GateFields } from './three-d-binding.ts';
import { isHashValid, threeDHash } from './three-d-hash.ts';
import { findBadName, hasCardNumber } from './three-d-names.ts';

type ThreeDSettings = Pick<NestPaySettings, 'gateUrl' | 'clientId' | 'storeKey'>;

/**
 * Seconds after which the bank's server posts to the callback if the browser has not returned; the bank's
 * default is 300.
 */
const CALLBACK_AFTER_SECONDS = '10';

export function startThreeD(settings: ThreeDSettings, order: ThreeDOrder): ThreeDStart {
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
    ...defined({ shopData: order.echo }),
    rnd: randomBytes(18).toString('base64url'),
    lang: order.language,
    currency: CURRENCY_NUMBERS[order.currency],
    taksit: installmentText(order.installment),
    TranType: order.isPreAuth ? 'PreAuth' : 'Auth',
    hashAlgorithm: 'ver3',
    pan: order.card.cardNumber,
    ...defined({ cv2: order.cvv }),
    Ecom_Payment_Card_ExpDate_Month: order.card.expiryMonth,
    Ecom_Payment_Card_ExpDate_Year: order.card.expiryYear.slice(-2),
  };
  const hash = threeDHash(Object.entries(fields), settings.storeKey);
  const form = { action: settings.gateUrl, fields: { ...fields, hash } };
  return { form, binding: bindingOf(form.fields, settings.storeKey) };
}

/** Banks post in either charset without naming it. The hash is valid only in the right one. */
const DECODINGS = ['utf-8', 'windows-1254'] as const;

export function verifyThreeD(
  settings: ThreeDSettings,
  { bytes, contentType }: { bytes: Buffer; contentType: string | undefined },
  sent: ThreeDSent,
): ThreeDReturn {
  const pairs = readIssuerForm(bytes, contentType);
  if (pairs === undefined) return { kind: 'malformed', reason: 'not a form' };
  const readings = DECODINGS.map((decoding) => decode(pairs, decoding));
  // A field that occurs twice is ambiguous, and the hash covers only one of its values.
  if (readings.some(({ size }) => size !== pairs.length)) {
    return { kind: 'malformed', reason: 'a field comes twice' };
  }
  const fields = readings.find((reading) => hasValidHash(reading, settings.storeKey));
  const forged = fields === undefined ? 'hash' : findForgery(fields, settings, sent);
  if (fields === undefined || forged !== undefined) {
    return { kind: 'forged', reason: forged ?? 'hash', fieldNames: namesForLog(pairs) };
  }
  return readReturn(fields);
}

type Forgery = Extract<ThreeDReturn, { kind: 'forged' }>['reason'];

/** The evidence that an answer with a valid hash is not the bank's answer to the form that was sent. */
function findForgery(
  fields: GateFields,
  { clientId, storeKey }: ThreeDSettings,
  sent: ThreeDSent,
): Forgery | undefined {
  if (fields.get('clientid') !== clientId) return 'clientId';
  const badName = findBadName([...fields.keys()]);
  if (badName !== undefined) return badName;
  if (hasCardNumber(fields.values(), sent.maskedCardNumber)) return 'card';
  // This answer belongs to an older attempt. The caller refuses it, because its order id differs.
  if (fields.get('oid') !== sent.bankOrderId) return undefined;
  const broken = sent.binding === undefined ? undefined : findBrokenBinding(fields, sent.binding, storeKey);
  return broken ?? (hasFittingProof(fields, sent.cardAssociation) ? undefined : 'proof');
}

/** Base64 of 20 bytes. */
const PROOF_VALUE = /^[A-Za-z0-9+/]{27}=$/;

/** A full authentication has all of its parts; `mdStatus` alone proves nothing (nestpay.md 6.6). */
function hasFittingProof(fields: GateFields, association: CardAssociation): boolean {
  if (fields.get('mdStatus') !== '1') return true;
  const [eci, cavv, xid] = ['eci', 'cavv', 'xid'].map((name) => fields.get(name) ?? '');
  return (
    fields.get('txstatus') === 'Y' &&
    FULL_ECI[association].includes(eci ?? '') &&
    [cavv, xid].every((value) => PROOF_VALUE.test(value ?? '')) &&
    (fields.get('md') ?? '') !== ''
  );
}

/** Undecodable bytes become U+FFFD, for which no hash is valid. */
function decode(pairs: [Buffer, Buffer][], decoding: (typeof DECODINGS)[number]): GateFields {
  const decoder = new TextDecoder(decoding, { ignoreBOM: true });
  return new Map(pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)]));
}

const hasValidHash = (fields: GateFields, storeKey: string): boolean =>
  isHashValid(fields, storeKey, fields.get('HASH') ?? '');

const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  (Object.keys(CURRENCY_NUMBERS) as Currency[]).map((currency) => [CURRENCY_NUMBERS[currency], currency]),
);
const LEVELS: ReadonlyMap<string, ThreeDLevel> = new Map([
  ['1', 'full'],
  ['2', 'half'],
  ['3', 'half'],
  ['4', 'half'],
]);

/** Reads the amount. A verification may have the amount 0; a sale never has it. */
const readGateAmount = (text: string) =>
  /^0(\.0{1,2})?$/.test(text) ? ({ kind: 'amount', amountMinor: 0 } as const) : readAmount(text);

function readReturn(fields: GateFields): ThreeDReturn {
  const text = (name: string) => fields.get(name)?.trim() ?? '';
  const bankOrderId = text('oid');
  const amount = readGateAmount(text('amount'));
  const currency = CURRENCIES.get(text('currency'));
  const installments = text('taksit') || '1';
  if (bankOrderId === '' || amount.kind !== 'amount' || currency === undefined) {
    return { kind: 'malformed', reason: 'no order, amount or currency' };
  }
  if (!/^[1-9]\d{0,2}$/.test(installments)) return { kind: 'malformed', reason: 'installments' };

  const mdStatus = fields.get('mdStatus') ?? '';
  const [md, xid, eci, cavv] = [text('md'), text('xid'), text('eci'), text('cavv')];
  const code = text('ErrorCode') || text('ErrCode');
  if (mdStatus === '' && code === '') return { kind: 'malformed', reason: 'no result' };
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
    ...(/^\d{2}$/.test(eci) && { eci }),
    ...(message && { message: safeSentence(message) }),
  };
}
