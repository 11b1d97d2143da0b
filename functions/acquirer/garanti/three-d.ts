// 3-D Secure at Garanti, model "3D": the bank only authenticates, and the sale is a later call. Its answer signs
// neither amount nor card, but returns the form's own hash, which binds it to what was sent (garanti.md 5).
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { defined } from '#domain/defined.ts';
import type { ThreeDLevel, ThreeDOrder, ThreeDReturn, ThreeDSent, ThreeDStart } from '../acquirer.ts';
import { FULL_ECI, namesForLog, readUtf8Form } from '../three-d-form.ts';
import type { GarantiKeys, GarantiSettings } from './garanti-settings.ts';
import { callbackText, formText, isSame, SIGNED_NAMES, securityData, sha512 } from './hash.ts';
import { CURRENCIES_BY_NUMBER, CURRENCY_NUMBERS, installmentText, modeOf, USERS } from './requests.ts';

type GateTexts = Record<string, string>;

/** The fields of every form of a shop, which come back unchanged. */
const shopFields = (keys: GarantiKeys, isPreAuth: boolean): GateTexts => ({
  secure3dsecuritylevel: '3D',
  mode: modeOf(keys),
  apiversion: '512',
  terminalprovuserid: USERS.sale,
  terminaluserid: USERS.sale,
  terminalmerchantid: keys.merchantId,
  terminalid: keys.terminalId,
  txntype: isPreAuth ? 'preauth' : 'sales',
});

const formHash = (keys: GarantiKeys, fields: GateTexts): string =>
  sha512(formText(fields, keys.storeKey, securityData(keys.password, keys.terminalId)));

export function startThreeD(
  { gateUrl, ...keys }: GarantiKeys & Pick<GarantiSettings, 'gateUrl'>,
  order: ThreeDOrder,
): ThreeDStart {
  const fields: GateTexts = {
    ...shopFields(keys, order.isPreAuth === true),
    txnamount: String(order.amountMinor),
    txncurrencycode: CURRENCY_NUMBERS[order.currency],
    txninstallmentcount: installmentText(order.installment),
    orderid: order.bankOrderId,
    successurl: order.returnUrl,
    errorurl: order.returnUrl,
    customeripaddress: order.payerAddress ?? keys.shopAddress,
    cardnumber: order.card.cardNumber,
    cardexpiredatemonth: order.card.expiryMonth,
    cardexpiredateyear: order.card.expiryYear.slice(-2),
    ...defined({ cardcvv2: order.cvv }),
  };
  const secure3dhash = formHash(keys, fields);
  return { form: { action: gateUrl, fields: { ...fields, secure3dhash } }, binding: secure3dhash };
}

export function verifyThreeD(
  keys: GarantiKeys,
  { bytes, contentType }: { bytes: Buffer; contentType: string | undefined },
  sent: ThreeDSent,
): ThreeDReturn {
  const form = readUtf8Form(bytes, contentType);
  if (form.kind === 'malformed') return form;
  const fields = Object.fromEntries(form.fields);
  // The bank's own system errors are not signed: they prove nothing, and the buyer tries again.
  if (!fields['hash'] || !fields['hashparams']) return { kind: 'malformed', reason: 'not signed' };
  const forged = findForgery(fields, keys, sent);
  if (forged !== undefined) return { kind: 'forged', reason: forged, fieldNames: namesForLog(form.pairs) };
  return readReturn(fields, sent);
}

/** The evidence that the bank did not make the answer for this shop, or not to the form that was sent. */
function findForgery(
  fields: GateTexts,
  keys: GarantiKeys,
  sent: ThreeDSent,
): Extract<ThreeDReturn, { kind: 'forged' }>['reason'] | undefined {
  const text = (name: string) => fields[name] ?? '';
  if (text('hashparams') !== SIGNED_NAMES) return 'signed names';
  if (!isSame(sha512(callbackText(fields, keys.storeKey)), text('hash'))) return 'hash';
  if (text('clientid') !== keys.terminalId) return 'clientId';
  const isOwnShop = Object.entries(shopFields(keys, text('txntype') === 'preauth')).every(
    ([name, value]) => text(name) === value,
  );
  const isOwnForm = isSame(formHash(keys, fields), text('secure3dhash'));
  if (!isOwnShop || !isOwnForm || text('orderid') !== text('oid')) return 'sent fields';
  // The answer to another attempt is not ours either, but nobody made it up.
  if (text('oid') !== sent.bankOrderId) return undefined;
  if (text('secure3dhash') !== sent.binding) return 'own form';
  if (!isCardOf(sent, text('MaskedPan'))) return 'card';
  return isAuthenticated(text('mdstatus')) && !hasProof(text) ? 'proof' : undefined;
}

/** `55496087****1500`, `428220***8015`, `37562400****036`. */
function isCardOf({ maskedCardNumber }: ThreeDSent, shown: string): boolean {
  const [, first = '', last = ''] = /^(\d{6})\d{0,2}\*+(\d{3,4})$/.exec(shown) ?? [];
  return first !== '' && maskedCardNumber.startsWith(first) && maskedCardNumber.endsWith(last);
}

const isAuthenticated = (mdStatus: string) => ['1', '2', '3', '4'].includes(mdStatus);

const hasProof = (text: (name: string) => string): boolean =>
  /^\d{2}$/.test(text('eci')) && ['md', 'xid', 'cavv'].every((name) => /^[\w+/=-]+$/.test(text(name)));

function readReturn(fields: GateTexts, { cardAssociation }: ThreeDSent): ThreeDReturn {
  const text = (name: string) => fields[name] ?? '';
  const [mdStatus, eci, amount, count] = ['mdstatus', 'eci', 'txnamount', 'txninstallmentcount'].map(
    text,
  ) as [string, string, string, string];
  const proof = { md: text('md'), xid: text('xid'), eci, cavv: text('cavv') };
  return {
    kind: 'authentic',
    bankOrderId: text('oid'),
    amountMinor: Number(amount),
    ...defined({ currency: CURRENCIES_BY_NUMBER.get(text('txncurrencycode')) }),
    installment: count === '' ? 1 : Number(count),
    level: levelOf(mdStatus, eci, cardAssociation),
    mdStatus,
    ...(isAuthenticated(mdStatus) && { proof, eci }),
  };
}

/** A half authentication is only an attempt: the merchant decides whether it is enough. */
function levelOf(mdStatus: string, eci: string, association: CardAssociation): ThreeDLevel {
  if (!isAuthenticated(mdStatus)) return 'failed';
  return mdStatus === '1' && FULL_ECI[association].includes(eci) ? 'full' : 'half';
}
