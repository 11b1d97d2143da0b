// 3-D Secure at Akbank, model "3D": the bank only authenticates, and the sale is a later call. Its answer
// names no amount and no card, only the order id of the form, which the service signs once (akbank.md 5).
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { defined } from '#domain/defined.ts';
import { formatMinor, readAmount } from '#domain/money.ts';
import type { ThreeDLevel, ThreeDOrder, ThreeDReturn, ThreeDSent, ThreeDStart } from '../acquirer.ts';
import { safeSentence } from '../outcomes.ts';
import { FULL_ECI, namesForLog, readUtf8Form } from '../three-d-form.ts';
import type { AkbankKeys, AkbankSettings } from './akbank-settings.ts';
import { APPROVED } from './answers.ts';
import { hashedForm, hmac, isHmac } from './hash.ts';
import { CURRENCIES_BY_NUMBER, CURRENCY_NUMBERS, nonceOf } from './requests.ts';

export function startThreeD(
  { gateUrl, ...keys }: AkbankKeys & Pick<AkbankSettings, 'gateUrl'>,
  order: ThreeDOrder,
): ThreeDStart {
  const { merchantSafeId, terminalSafeId, subMerchantId } = keys;
  const fields: Record<string, string> = {
    paymentModel: '3D',
    txnCode: order.isPreAuth ? '3004' : '3000',
    merchantSafeId,
    terminalSafeId,
    ...defined({ subMerchantId }),
    orderId: order.bankOrderId,
    lang: order.language.toUpperCase(),
    amount: formatMinor(order.amountMinor),
    currencyCode: String(CURRENCY_NUMBERS[order.currency]),
    installCount: String(order.installment),
    okUrl: order.returnUrl,
    failUrl: order.returnUrl,
    creditCard: order.card.cardNumber,
    expiredDate: `${order.card.expiryMonth}${order.card.expiryYear.slice(-2)}`,
    ...defined({ cvv: order.cvv }),
    ...nonceOf(new Date()),
  };
  const hash = hmac(hashedForm(fields), keys.secretKey);
  return { form: { action: gateUrl, fields: { ...fields, hash } }, binding: '' };
}

type GateFields = ReadonlyMap<string, string>;

export function verifyThreeD(
  keys: AkbankKeys,
  { bytes, contentType }: { bytes: Buffer; contentType: string | undefined },
  sent: ThreeDSent,
): ThreeDReturn {
  const form = readUtf8Form(bytes, contentType);
  if (form.kind === 'malformed') return form;
  const { fields, pairs } = form;
  const forged = findForgery(fields, keys);
  if (forged !== undefined) return { kind: 'forged', reason: forged, fieldNames: namesForLog(pairs) };
  return readReturn(signedOf(fields), sent);
}

/** Every name that Akbank is known to sign. */
const SIGNED_NAMES = new Set(
  (
    'txnCode responseCode responseMessage hostResponseCode hostMessage txnDateTime merchantSafeId ' +
    'terminalSafeId orderId secureId secureEcomInd secureData secureMd mdStatus amount currencyCode ' +
    'installCount cardHolderName authCode rrn batchNumber stan additionalInstallCount deferingMonth ' +
    'ccbEarnedRewardAmount ccbBalanceRewardAmount ccbRewardDesc pcbEarnedRewardAmount ' +
    'pcbBalanceRewardAmount pcbRewardDesc xcbEarnedRewardAmount xcbBalanceRewardAmount xcbRewardDesc'
  ).split(' '),
);
const PROOF_NAMES = ['secureId', 'secureEcomInd', 'secureData', 'secureMd'] as const;
const NAMES_OF_SUCCESS = ['merchantSafeId', 'terminalSafeId', ...PROOF_NAMES];

const namesOf = (fields: GateFields): string[] => (fields.get('hashParams') ?? '').split('+');
const signedOf = (fields: GateFields): GateFields =>
  new Map(namesOf(fields).map((name) => [name, fields.get(name) ?? '']));

type Forgery = Extract<ThreeDReturn, { kind: 'forged' }>['reason'];

/**
 * The evidence that the bank did not make the answer for this shop. The sender says which fields are signed,
 * and their values are joined without a separator: a signed text of another payment would pass under a name of
 * the sender's own, or with its borders moved. So every name must be known, and every value have its form.
 */
function findForgery(fields: GateFields, keys: AkbankKeys): Forgery | undefined {
  const names = namesOf(fields);
  const isListed = (name: string) => names.includes(name);
  if (new Set(names).size !== names.length) return 'twin names';
  if (!names.every((name) => SIGNED_NAMES.has(name))) return 'signed names';
  if (!isListed('responseCode') || !isListed('orderId')) return 'signed names';
  const isSuccess = fields.get('responseCode') === APPROVED;
  if (isSuccess && !NAMES_OF_SUCCESS.every(isListed)) return 'signed names';
  const message = names.map((name) => fields.get(name) ?? '').join('');
  if (!isHmac(message, keys.secretKey, fields.get('hash') ?? '')) return 'hash';
  const isOurs = (['merchantSafeId', 'terminalSafeId'] as const).every((name) => {
    const told = fields.get(name) ?? '';
    return told === keys[name] || (!isSuccess && told === '');
  });
  if (!isOurs) return 'clientId';
  return isSuccess && !hasProof(fields) ? 'proof' : undefined;
}

const hasProof = (fields: GateFields): boolean =>
  /^\d{2}$/.test(fields.get('secureEcomInd') ?? '') &&
  PROOF_NAMES.every((name) => /^[\w+/=-]+$/.test(fields.get(name) ?? ''));

/** `signed`: the fields that the hash covers; no other is read. */
function readReturn(signed: GateFields, sent: ThreeDSent): ThreeDReturn {
  const text = (name: string) => signed.get(name)?.trim() ?? '';
  const orderId = text('orderId');
  const code = text('responseCode');
  if (orderId === '' || !/^VPS-\d{4}$/.test(code)) return { kind: 'malformed', reason: 'no order or result' };
  const isSuccess = code === APPROVED;
  const [md, xid, eci, cavv] = [
    text('secureMd'),
    text('secureId'),
    text('secureEcomInd'),
    text('secureData'),
  ];
  const mdStatus = text('mdStatus') || (isSuccess ? '1' : '0');
  const level = isSuccess ? levelOf(mdStatus, eci, sent.cardAssociation) : 'failed';
  const amount = readAmount(text('amount'));
  const message = text('responseMessage');
  return {
    kind: 'authentic',
    bankOrderId: orderId,
    ...(amount.kind === 'amount' && { amountMinor: amount.amountMinor }),
    ...defined({ currency: CURRENCIES_BY_NUMBER.get(text('currencyCode')) }),
    ...(/^[1-9]\d?$/.test(text('installCount')) && { installment: Number(text('installCount')) }),
    level,
    mdStatus,
    ...(isSuccess && { proof: { md, xid, eci, cavv }, eci }),
    ...(!isSuccess && { code, ...(message && { message: safeSentence(message) }) }),
  };
}

/** A half authentication is only an attempt: the merchant decides whether it is enough. */
function levelOf(mdStatus: string, eci: string, association: CardAssociation): ThreeDLevel {
  if (mdStatus === '1' && FULL_ECI[association].includes(eci)) return 'full';
  return ['01', '06'].includes(eci) || ['2', '3', '4'].includes(mdStatus) ? 'half' : 'failed';
}
