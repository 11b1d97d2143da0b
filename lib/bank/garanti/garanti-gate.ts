// gt3dengine, the gate of Garanti. It returns the form with the outcome, and signs neither amount nor card.
import { randomBytes } from 'node:crypto';
import {
  callbackText,
  formText,
  isSame,
  SIGNED_NAMES,
  securityData,
  sha512,
} from '#acquirer/garanti/hash.ts';
import type { BankMerchant, Books } from '../books.ts';
import { CURRENCIES_BY_NUMBER } from '../sale.ts';
import { formOf, type GateProtocol, isWebAddress } from '../three-d/gate.ts';
import type { GateForm } from '../three-d/three-d-sessions.ts';

const isFormSigned = (
  fields: Map<string, string>,
  { storeKey, password, clientId }: BankMerchant,
): boolean => {
  const text = formText(Object.fromEntries(fields), storeKey, securityData(password, clientId));
  return isSame(sha512(text), fields.get('secure3dhash') ?? '');
};

/** The result for a form that fails before it reaches an issuer. It is not signed. */
const SYSTEM_ERROR = {
  mdstatus: '7',
  mderrormessage: 'Sistem Hatasi',
  errmsg: 'Sistem Hatasi',
  response: 'Error',
  procreturncode: '99',
};

export const garantiGate = (books: Books): GateProtocol => ({
  name: 'gt3dengine',
  read(request) {
    const fields = formOf(request);
    const merchant = books.merchant(fields.get('terminalid') ?? '');
    if (merchant === undefined || !isFormSigned(fields, merchant)) return undefined;
    return readForm(fields, request.address);
  },
  newMd: () => randomBytes(96).toString('base64'),
  result({ clientId, orderId, card, echoed }, outcome) {
    const own = { clientid: clientId, oid: orderId };
    if (outcome === 'malformedCard') return [...echoed, ...Object.entries({ ...SYSTEM_ERROR, ...own })];
    const { authentication, mdStatus, mdErrorMsg } = outcome;
    const result: Record<string, string> = {
      ...own,
      mdstatus: mdStatus,
      mderrormessage: mdErrorMsg,
      eci: authentication?.eci ?? '',
      cavv: authentication?.cavv ?? '',
      xid: authentication?.xid ?? '',
      md: authentication?.md ?? '',
      authcode: '',
      response: '',
      procreturncode: '',
      transid: orderId,
      rnd: randomBytes(15).toString('base64'),
      MaskedPan: `${card.number.slice(0, 8)}****${card.number.slice(-4)}`,
      hashparams: SIGNED_NAMES,
    };
    const hash = sha512(callbackText(result, books.merchant(clientId)?.storeKey ?? ''));
    return [...echoed, ...Object.entries(result), ['hash', hash]];
  },
});

/** The card does not return. */
const NOT_ECHOED = /^card/;

function readForm(fields: Map<string, string>, clientAddress: string): GateForm | undefined {
  const text = (name: string) => fields.get(name) ?? '';
  const currency = CURRENCIES_BY_NUMBER.get(text('txncurrencycode'));
  const isComplete =
    text('secure3dsecuritylevel') === '3D' &&
    text('apiversion') === '512' &&
    ['sales', 'preauth'].includes(text('txntype')) &&
    text('orderid') !== '' &&
    text('customeripaddress') !== '' &&
    /^[1-9]\d*$/.test(text('txnamount')) &&
    [text('successurl'), text('errorurl')].every(isWebAddress);
  if (!isComplete || currency === undefined) return undefined;
  return {
    clientId: text('terminalid'),
    orderId: text('orderid'),
    isPreAuth: text('txntype') === 'preauth',
    amountMinor: Number(text('txnamount')),
    currency,
    language: 'tr',
    okUrl: text('successurl'),
    failUrl: text('errorurl'),
    callbackUrl: undefined,
    card: {
      number: text('cardnumber'),
      expires: `${text('cardexpiredatemonth')}/${text('cardexpiredateyear')}`,
    },
    echoed: [...fields].filter(([name]) => !NOT_ECHOED.test(name)),
    clientAddress,
  };
}
