// securepay, the gate of Akbank. It returns the order id and the proof, and neither amount nor card.
import { randomBytes } from 'node:crypto';
import { hashedForm, hmac, isHmac } from '#acquirer/akbank/hash.ts';
import { readAmount } from '#domain/money.ts';
import type { Books } from '../books.ts';
import { CURRENCIES_BY_NUMBER } from '../sale.ts';
import { formOf, type GateProtocol, isWebAddress } from '../three-d/gate.ts';
import type { GateForm } from '../three-d/three-d-sessions.ts';

export const akbankGate = (books: Books): GateProtocol => ({
  name: 'securepay',
  read(request) {
    const fields = formOf(request);
    const merchant = books.merchant(fields.get('terminalSafeId') ?? '');
    const hashed = hashedForm(Object.fromEntries(fields));
    if (merchant === undefined || !isHmac(hashed, merchant.storeKey, fields.get('hash') ?? '')) {
      return undefined;
    }
    return readForm(fields, request.address);
  },
  newMd: () => randomBytes(32).toString('hex').toUpperCase(),
  result({ clientId, orderId }, outcome) {
    const merchant = books.merchant(clientId);
    const authentication = outcome === 'malformedCard' ? undefined : outcome.authentication;
    const fields: [string, string][] =
      authentication === undefined
        ? [
            ['responseCode', 'VPS-1279'],
            ['responseMessage', 'BKM 3DS Server Doğrulama Başarısız'],
            ['orderId', orderId],
          ]
        : [
            ['txnCode', '3001'],
            ['responseCode', 'VPS-0000'],
            ['responseMessage', 'BAŞARILI'],
            ['merchantSafeId', merchant?.userName ?? ''],
            ['terminalSafeId', clientId],
            ['orderId', orderId],
            ['secureId', authentication.xid],
            ['secureEcomInd', authentication.eci],
            ['secureData', authentication.cavv],
            ['secureMd', authentication.md],
          ];
    const hash = hmac(fields.map(([, value]) => value).join(''), merchant?.storeKey ?? '');
    return [...fields, ['hashParams', fields.map(([name]) => name).join('+')], ['hash', hash]];
  },
});

function readForm(fields: Map<string, string>, clientAddress: string): GateForm | undefined {
  const text = (name: string) => fields.get(name) ?? '';
  const amount = readAmount(text('amount'));
  const currency = CURRENCIES_BY_NUMBER.get(text('currencyCode'));
  const isComplete =
    text('paymentModel') === '3D' &&
    ['3000', '3004'].includes(text('txnCode')) &&
    text('orderId') !== '' &&
    [text('okUrl'), text('failUrl')].every(isWebAddress);
  if (!isComplete || amount.kind !== 'amount' || currency === undefined) return undefined;
  return {
    clientId: text('terminalSafeId'),
    orderId: text('orderId'),
    isPreAuth: text('txnCode') === '3004',
    amountMinor: amount.amountMinor,
    currency,
    language: text('lang') === 'EN' ? 'en' : 'tr',
    okUrl: text('okUrl'),
    failUrl: text('failUrl'),
    callbackUrl: undefined,
    card: {
      number: text('creditCard'),
      expires: `${text('expiredDate').slice(0, 2)}/${text('expiredDate').slice(2)}`,
    },
    echoed: [],
    clientAddress,
  };
}
