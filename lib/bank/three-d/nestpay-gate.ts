// est3Dgate, the gate of NestPay. A hash lets the shop detect a forged outcome.
import { randomBytes } from 'node:crypto';
import { isHashValid, threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { readAmount } from '#domain/money.ts';
import type { Books } from '../books.ts';
import { CURRENCIES_BY_NUMBER } from '../sale.ts';
import { maskPan } from '../sandbox-cards.ts';
import { formOf, type GateProtocol, type GateResult, isWebAddress } from './gate.ts';
import type { GateForm } from './three-d-sessions.ts';

export const nestPayGate = (books: Books): GateProtocol => ({
  name: 'est3Dgate',
  read(request) {
    const fields = formOf(request);
    const storeKey = books.merchant(fields.get('clientid') ?? '')?.storeKey;
    if (storeKey === undefined || !isHashValid(fields, storeKey, fields.get('hash') ?? '')) return undefined;
    return readForm(fields, request.address);
  },
  // BIN, secret, number and merchant, in the banks' format.
  newMd: ({ card, clientId }) =>
    `${card.number.slice(0, 6)}:${randomBytes(32).toString('hex').toUpperCase()}:` +
    `${randomBytes(2).readUInt16BE()}:##${clientId}`,
  result(form, outcome) {
    const fields: [string, string][] = [
      ...form.echoed,
      ...Object.entries(outcome === 'malformedCard' ? MALFORMED_CARD : resultFields(form, outcome)),
      ['rnd', randomBytes(15).toString('base64')],
    ];
    const hash = threeDHash(fields, books.merchant(form.clientId)?.storeKey ?? '');
    return [...fields, ['encoding', 'UTF-8'], ['HASH', hash]];
  },
});

/** The result for a form that fails before it reaches an issuer: an error code and no mdStatus. */
const MALFORMED_CARD = {
  Response: 'Error',
  ErrorCode: 'HPP-1001',
  ErrMsg: 'Girilen kart numarasi dogru formatta degildir.',
};

function resultFields(form: GateForm, { authentication, ...outcome }: GateResult): Record<string, string> {
  const { number } = form.card;
  return {
    ...outcome,
    md: authentication?.md ?? '',
    xid: authentication?.xid ?? '',
    eci: authentication?.eci ?? '',
    cavv: authentication?.cavv ?? '',
    PAResSyntaxOK: 'true',
    PAResVerified: authentication ? 'true' : 'false',
    version: '2.0',
    dsId: number.startsWith('5') ? '2' : '1',
    maskedCreditCard: maskPan(number),
    MaskedPan: `${number.slice(0, 6)}***${number.slice(-4)}`,
    clientIp: form.clientAddress,
    merchantID: form.clientId,
  };
}

const EXPIRY = 'Ecom_Payment_Card_ExpDate';
/** Fields that the bank never sends back to a browser. */
const NOT_ECHOED = new Set(['pan', 'cv2', 'hash', 'rnd']);

function readForm(fields: Map<string, string>, clientAddress: string): GateForm | undefined {
  const text = (name: string) => fields.get(name) ?? '';
  const amount = readAmount(text('amount'));
  const currency = CURRENCIES_BY_NUMBER.get(text('currency'));
  const urls = [text('okUrl'), text('failUrl'), ...(text('callbackUrl') ? [text('callbackUrl')] : [])];
  const isComplete = text('storetype') === '3d' && text('oid') !== '' && urls.every(isWebAddress);
  if (!isComplete || amount.kind !== 'amount' || currency === undefined) return undefined;
  return {
    clientId: text('clientid'),
    orderId: text('oid'),
    isPreAuth: text('TranType') === 'PreAuth',
    amountMinor: amount.amountMinor,
    currency,
    language: text('lang') === 'en' ? 'en' : 'tr',
    okUrl: text('okUrl'),
    failUrl: text('failUrl'),
    callbackUrl: text('callbackUrl') || undefined,
    card: {
      number: text('pan'),
      expires: `${text(`${EXPIRY}_Month`)}/${text(`${EXPIRY}_Year`).slice(-2)}`,
    },
    echoed: [...fields].filter(([name]) => !NOT_ECHOED.has(name)),
    clientAddress,
  };
}
