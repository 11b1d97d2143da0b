import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLatin5Xml } from '#acquirer/latin5.ts';
import { startThreeD, verifyThreeD } from '#acquirer/nestpay/three-d.ts';
import { threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { childrenOf, SALE, SETTINGS, scriptedBank } from './scripted-bank.ts';

const FORM = 'application/x-www-form-urlencoded';
type Fields = Record<string, string>;

const CALLBACK: Fields = {
  clientid: SETTINGS.clientId,
  oid: 'order1',
  amount: '10.01',
  currency: '949',
  taksit: '',
  storetype: '3d',
  mdStatus: '1',
  mdErrorMsg: 'Authenticated',
  txstatus: 'Y',
  md: '555544:ABC:3894:##100200300',
  xid: 'rIpI0Jrjzra7OF6UyD4pQZVyxpw=',
  eci: '02',
  cavv: 'ABABByBkEgAAAABllJMDdVWUGZE=',
  merchantName: 'Deneme',
  rnd: 'THlysKkGRD/Ly/z5xSKB',
  encoding: 'ISO-8859-9',
};
const signed = (fields: Fields, storeKey = SETTINGS.storeKey): Fields => ({
  ...fields,
  HASH: threeDHash(Object.entries(fields), storeKey),
});
const formBody = (fields: Fields) => Buffer.from(new URLSearchParams(fields).toString());
/** A form that was sent before the service stored its fields. */
const SENT = {
  bankOrderId: 'order1',
  maskedCardNumber: '555544******2222',
  cardAssociation: 'MASTERCARD' as const,
};
const verifyBody = (bytes: Buffer, contentType: string | undefined = FORM) =>
  verifyThreeD(SETTINGS, { bytes, contentType }, SENT);
const verify = (fields: Fields) => verifyBody(formBody(fields));

const AUTHENTIC = {
  kind: 'authentic',
  bankOrderId: 'order1',
  amountMinor: 1001,
  currency: 'TRY',
  installment: 1,
  level: 'full',
  mdStatus: '1',
  eci: '02',
  proof: {
    md: '555544:ABC:3894:##100200300',
    xid: 'rIpI0Jrjzra7OF6UyD4pQZVyxpw=',
    eci: '02',
    cavv: 'ABABByBkEgAAAABllJMDdVWUGZE=',
  },
  message: 'Authenticated',
};

describe('startThreeD', () => {
  const order = {
    ...SALE,
    card: { ...SALE.card, isTyped: true as const },
    returnUrl: 'https://pay.example/return/1?a=1&b=2',
    language: 'en' as const,
  };

  it('the form contains order and card under the gate’s names, and a valid hash', () => {
    const { action, fields } = startThreeD(SETTINGS, order).form;
    const { rnd, hash, ...rest } = fields;
    expect(action).toBe(SETTINGS.gateUrl);
    expect(rest).toEqual({
      clientid: '100200300',
      storetype: '3d',
      amount: '10.01',
      oid: 'order1',
      okUrl: order.returnUrl,
      failUrl: order.returnUrl,
      lang: 'en',
      currency: '949',
      taksit: '',
      TranType: 'Auth',
      hashAlgorithm: 'ver3',
      pan: '5555444433332222',
      cv2: '123',
      Ecom_Payment_Card_ExpDate_Month: '01',
      Ecom_Payment_Card_ExpDate_Year: '22',
    });
    expect(rnd?.length).toBeGreaterThanOrEqual(20);
    expect(hash).toBe(threeDHash(Object.entries({ ...rest, rnd: rnd ?? '' }), SETTINGS.storeKey));
  });

  it('the form requests the server callback only if there is one, and has a new nonce each time', () => {
    const callbackUrl = 'https://pay.example/cb';
    const one = startThreeD(SETTINGS, { ...order, installment: 6, callbackUrl }).form;
    const other = startThreeD(SETTINGS, order).form;
    expect(one.fields).toMatchObject({
      taksit: '6',
      callbackUrl,
      refreshtime: '10',
    });
    expect(other.fields).not.toHaveProperty('callbackUrl');
    expect(one.fields['rnd']).not.toBe(other.fields['rnd']);
  });
});

describe('verifyThreeD', () => {
  it('a return with a valid hash is read in full', () => {
    expect(verify(signed(CALLBACK))).toEqual(AUTHENTIC);
  });

  it('a return may be in ISO-8859-9 or UTF-8; the hash decides', () => {
    const fields = signed({ ...CALLBACK, merchantName: 'Işıklı Şişeci ÇĞÖÜ', mdErrorMsg: 'Geçersiz şifre' });
    const latin5 = Object.entries(fields)
      .map(
        ([name, value]) =>
          `${name}=${escape(encodeLatin5Xml(value).toString('latin1')).replaceAll('+', '%2B')}`,
      )
      .join('&');
    const expected = { ...AUTHENTIC, message: 'Geçersiz şifre' };
    expect(verifyBody(Buffer.from(latin5), `${FORM}; charset=ISO-8859-9`)).toEqual(expected);
    expect(verify(fields)).toEqual(expected);
  });

  it.each(Object.keys(CALLBACK).filter((name) => name !== 'encoding'))(
    'a return is forged if %s was changed, emptied or left out',
    (name) => {
      const original = signed(CALLBACK);
      const { [name]: _, ...without } = original;
      const forgeries = [{ ...original, [name]: `${original[name]}0` }, without];
      if (original[name] !== '') forgeries.push({ ...original, [name]: '' });
      for (const forgery of forgeries)
        expect(verify(forgery)).toMatchObject({ kind: 'forged', reason: 'hash' });
    },
  );

  it('a return is forged if a field was added, the hash is missing, or another key made it', () => {
    expect(verify({ ...signed(CALLBACK), extra: '' })).toMatchObject({ kind: 'forged' });
    expect(verify(CALLBACK)).toMatchObject({ kind: 'forged' });
    expect(verify({ ...CALLBACK, HASH: '' })).toMatchObject({ kind: 'forged' });
    expect(verify(signed(CALLBACK, 'OTHER'))).toMatchObject({ kind: 'forged' });
  });

  it('a forged return gives the log known field names and no text of the forger', () => {
    const cards = { '4603450000000000': '', '4603-4500.0000_0000': '', n4603450000000000: '', '987': '' };
    const answer = verify({ ...CALLBACK, ...cards, '<script>': 'x', ['n'.repeat(100)]: 'x' });
    expect(answer).toEqual({
      kind: 'forged',
      reason: 'hash',
      fieldNames: Object.keys(CALLBACK).sort(),
    });
  });

  it('a return for another merchant with the same key is forged', () => {
    expect(verify(signed({ ...CALLBACK, clientid: '1' }))).toMatchObject({
      kind: 'forged',
      reason: 'clientId',
    });
  });

  it('a return with a duplicate field is malformed, whichever of the two was hashed', () => {
    const body = Buffer.concat([formBody(signed(CALLBACK)), Buffer.from('&mdStatus=1')]);
    expect(verifyBody(body)).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['1', 'full'],
    ['2', 'half'],
    ['3', 'half'],
    ['4', 'half'],
    ...['0', '5', '6', '7', '8', '9', '11', 'constructor'].map((status) => [status, 'failed']),
  ])('mdStatus "%s" is %s', (mdStatus, level) => {
    expect(verify(signed({ ...CALLBACK, mdStatus }))).toMatchObject({ kind: 'authentic', mdStatus, level });
  });

  it('a return without mdStatus and without an error code is malformed', () => {
    const answer = verify(signed({ ...CALLBACK, mdStatus: '' }));
    expect(answer).toMatchObject({ kind: 'malformed', reason: 'no result' });
  });

  it('a return without mdStatus contains the reason why the bank refused the form', () => {
    const { mdStatus, md, mdErrorMsg, ...rest } = CALLBACK;
    const answer = verify(signed({ ...rest, ErrorCode: 'HPP-1001', ErrMsg: 'Kart numarası hatalı' }));
    expect(answer).toMatchObject({
      level: 'failed',
      mdStatus: '',
      code: 'HPP-1001',
      message: 'Kart numarası hatalı',
    });
    expect(answer).not.toHaveProperty('proof');
  });

  it.each([
    { amount: '10,01' },
    { amount: '' },
    { currency: '392' },
    { oid: '' },
    { taksit: '0' },
    { taksit: '-2' },
  ])('a signed return with %o is malformed', (change) => {
    expect(verify(signed({ ...CALLBACK, ...change }))).toMatchObject({ kind: 'malformed' });
  });

  it.each([undefined, '', 'text/plain', 'multipart/form-data; boundary=x', 'application/json'])(
    'a return with content type %s is malformed',
    (contentType) => {
      const bytes = formBody(signed(CALLBACK));
      expect(verifyThreeD(SETTINGS, { bytes, contentType }, SENT)).toMatchObject({ kind: 'malformed' });
    },
  );

  it('a return of arbitrary bytes is never authentic and throws nothing', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const text = fc.string({ unit: fc.constantFrom(...'HASHoid=&%+01ğ'), maxLength: 80 });
    fc.assert(
      fc.property(fc.oneof(bytes, text), (body) => {
        expect(verifyBody(Buffer.from(body as string)).kind).not.toBe('authentic');
      }),
      { numRuns: rounds(2_000, 500) },
    );
  });
});

describe('the sale after the challenge', () => {
  it('the sale carries the proof instead of number, expiry and CVV', async () => {
    const { acquirer, sent } = scriptedBank();
    const { card, cvv, ...order } = SALE;
    await acquirer.sale({ ...order, threeD: AUTHENTIC.proof });
    const { md, xid, eci, cavv } = AUTHENTIC.proof;
    const children = childrenOf(sent[0]);
    expect(children).toMatchObject({
      Type: 'Auth',
      OrderId: 'order1',
      Total: '10.01',
      Number: md,
      PayerTxnId: xid,
      PayerSecurityLevel: eci,
      PayerAuthenticationCode: cavv,
    });
    expect(children).not.toHaveProperty('Expires');
    expect(children).not.toHaveProperty('Cvv2Val');
  });
});
