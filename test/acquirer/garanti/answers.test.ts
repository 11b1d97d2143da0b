// What Garanti's simulated bank never sends: answers that contradict themselves, and forged ones.
import { describe, expect, it } from 'vitest';
import { declineOutcome, readAnswer, readMessage } from '#acquirer/garanti/answers.ts';
import { connectGaranti } from '#acquirer/garanti/garanti.ts';
import { answerText, callbackText, SIGNED_NAMES, securityData, sha512 } from '#acquirer/garanti/hash.ts';
import { readOrderHistory } from '#acquirer/garanti/order-history.ts';
import { startThreeD, verifyThreeD } from '#acquirer/garanti/three-d.ts';
import { readXml, writeXml } from '#acquirer/xml.ts';
import { keys, security } from './keys.ts';

const refundSecurity = securityData(keys.refundPassword, keys.terminalId);

type Told = { source?: string; code?: string; reasonCode?: string; retrefNum?: string; sysErrMsg?: string };
function document(told: Told, orderId = 'a1', signedWith = security, order: object = {}): string {
  const {
    source = 'HOST',
    code = '00',
    reasonCode = code,
    retrefNum = '230508300434',
    sysErrMsg = '',
  } = told;
  const hashed = { code, retrefNum, authCode: '304919', provDate: '20221101 13:14:19', orderId };
  return writeXml('GVPSResponse', {
    Order: { OrderID: orderId, ...order },
    Transaction: {
      Response: { Source: source, Code: code, ReasonCode: reasonCode, SysErrMsg: sysErrMsg },
      RetrefNum: retrefNum,
      AuthCode: hashed.authCode,
      ProvDate: hashed.provDate,
      HashData: sha512(answerText(hashed, signedWith)),
    },
  });
}
function parsed(xml: string) {
  const root = readXml(xml);
  if (root === undefined) throw new Error('no document');
  return root;
}

describe('an answer of Garanti', () => {
  const read = (xml: string) => readAnswer(parsed(xml), 'a1', [security]);

  it('is approved for its own order and by its own hash only', () => {
    expect(read(document({})).kind).toBe('approved');
    expect(read(document({}, 'a2')).kind).toBe('unknown');
    expect(read(document({}, 'a1', 'other')).kind).toBe('unknown');
    expect(read(document({}).replace('230508300434', '230508300435')).kind).toBe('unknown');
    expect(read(document({}).replace(/<HashData>\w*/, '<HashData>')).kind).toBe('unknown');
    expect(read(document({ reasonCode: '51' })).kind).toBe('unknown');
  });

  it('means by its code what its source says', () => {
    expect(read(document({ source: 'HOST', code: '51' }))).toMatchObject({ kind: 'declined', code: '51' });
    const byGateway = read(document({ source: 'GVPS', code: '92', reasonCode: '0402' }));
    expect(byGateway).toMatchObject({ kind: 'declined', code: '0402' });
    const outcomeOf = (told: Told) => {
      const answer = read(document(told));
      return answer.kind === 'declined' ? declineOutcome(answer) : answer;
    };
    expect(outcomeOf({ code: '92' }).kind).toBe('unknown');
    expect(outcomeOf({ code: '11' }).kind).toBe('unknown');
    expect(outcomeOf({ source: 'GVPS', code: '92', reasonCode: '9998' }).kind).toBe('unknown');
    expect(outcomeOf({ code: '12', sysErrMsg: 'CVC2/4CSC HATALI' })).toMatchObject({
      errorCode: 'INVALID_CVC2',
    });
    expect(outcomeOf({ code: '12' })).toMatchObject({ errorCode: 'INVALID_TRANSACTION' });
  });

  it('is none without XML or a code, or with an HTTP error; of two codes neither counts', () => {
    const message = (body: string, status = 200) =>
      readMessage({ kind: 'answered', status, contentType: undefined, body: Buffer.from(body) });
    expect(message(document({}))).toBeDefined();
    const twice = document({}).replace('<Code>', '<Code>00</Code><Code>');
    expect([message('<html>'), message(document({}), 500), message(twice)]).toEqual(Array(3).fill(undefined));
    expect(message(document({}).slice(0, -5))).toBeUndefined();
  });
});

describe('a bank that answers once', () => {
  const settings = { ...keys, apiUrl: 'https://bank.example/x', gateUrl: 'https://bank.example/y' };
  function answering(...bodies: string[]) {
    const sent: string[] = [];
    const acquirer = connectGaranti(settings, async (body) => {
      sent.push(body.toString());
      const answer = bodies.shift() ?? '';
      return { kind: 'answered', status: 200, contentType: undefined, body: Buffer.from(answer) };
    });
    return { acquirer, sent };
  }
  const order = { bankOrderId: 'a1', amountMinor: 1_000, currency: 'TRY', hostReference: '1' } as const;

  it('voids and refunds for the second user, and may sign with either password', async () => {
    for (const signedWith of [security, refundSecurity]) {
      const { acquirer, sent } = answering(document({}, 'a1', signedWith), document({}, 'a1', signedWith));
      expect((await acquirer.voidSale(order)).kind).toBe('approved');
      expect((await acquirer.refund(order)).kind).toBe('approved');
      for (const body of sent) expect(body).toContain('<UserID>PROVRFN</UserID>');
    }
    const { acquirer } = answering(document({}, 'a1', refundSecurity));
    const card = { cardNumber: '4282209004348015', expiryMonth: '12', expiryYear: '2030' };
    expect((await acquirer.sale({ ...order, installment: 1, card })).kind).toBe('unknown');
  });

  it('that refuses our password is named to the operator, and decides nothing', async () => {
    const refused = document({ source: 'GVPS', code: '92', reasonCode: '0653' }, 'a1', 'another password');
    expect(await answering(refused).acquirer.inquire('a1')).toMatchObject({
      kind: 'unknown',
      merchantRefusal: { code: '0653', fault: 'Credentials' },
    });
  });

  it('finds no order only if both inquiries find none', async () => {
    const none = (reasonCode: string) => document({ source: 'GVPS', code: '92', reasonCode, retrefNum: '' });
    expect(await answering(none('0108'), none('0110')).acquirer.inquire('a1')).toEqual({ kind: 'notFound' });
    expect((await answering(none('0108'), document({})).acquirer.inquire('a1')).kind).toBe('unknown');
    expect((await answering(none('0108')).acquirer.inquire('a1')).kind).toBe('unknown');
  });
});

describe('a history of Garanti', () => {
  const row = {
    Type: 'sales',
    Status: '00',
    AuthAmount: '101',
    AuthDate: '20240107',
    VoidDate: '',
    RetrefNum: '400709699645',
    ReturnCode: '00',
    CurrencyCode: '949',
  };
  const clock = { now: new Date('2024-01-07T18:59:00.000Z'), closeAt: '22:00' };
  const read = (...rows: object[]) => {
    const OrderTxn = rows.map((one) => ({ ...row, ...one }));
    const order = { OrderHistInqResult: { OrderTxnList: { OrderTxn } } };
    return readOrderHistory(
      parsed(document({ source: 'GVPS', reasonCode: '' }, 'a1', security, order)),
      clock,
    );
  };
  const statusOf = (...rows: object[]) => {
    const inquiry = read(...rows);
    return inquiry.kind === 'found' ? inquiry.operations.at(-1)?.status : inquiry.kind;
  };

  it('is read by both codes of a row; one that contradicts itself is asked again', () => {
    expect(statusOf({})).toBe('approved');
    expect(statusOf({ ReturnCode: '51' })).toBe('reversing');
    expect(statusOf({ RetrefNum: '' })).toBe('reversing');
    expect(statusOf({ Status: '01', ReturnCode: '51' })).toBe('declined');
    expect(statusOf({ Status: '01', ReturnCode: '00' })).toBe('unknown');
    expect(statusOf({ Type: 'preauth' })).toBe('unknown');
    expect(statusOf({ Type: 'partialvoid' })).toBe('unknown');
    expect(statusOf({ AuthAmount: '1.01' })).toBe('unknown');
  });

  it('has a sale that was undone by its date or by a row of its own', () => {
    expect(statusOf({ VoidDate: '20240107' })).toBe('voided');
    expect(statusOf({}, { Type: 'void' })).toBe('voided');
    expect(statusOf({}, { Type: 'void', Status: '01', ReturnCode: '92' })).toBe('approved');
    expect(statusOf({}, { Type: 'refund' }, { Type: 'void' })).toBe('unknown');
  });

  it('shows what is reserved, until a capture takes its place', () => {
    const reserved = { Type: 'preauth', PreAuthAmount: '500', AuthAmount: '0', AuthDate: '' };
    const capture = { Type: 'postauth', AuthAmount: '300', RetrefNum: '7' };
    const operations = (...rows: object[]) => {
      const inquiry = read(...rows);
      return inquiry.kind === 'found'
        ? inquiry.operations.map((one) => [
            one.status,
            one.amountMinor,
            one.reserved?.heldDays,
            one.batchOpen,
          ])
        : inquiry.kind;
    };
    expect(operations(reserved)).toEqual([['approved', 500, 7, true]]);
    expect(operations(reserved, capture)).toEqual([['approved', 300, undefined, expect.any(Boolean)]]);
    expect(operations(reserved, { ...capture, VoidDate: '20240107' })).toEqual([['approved', 500, 7, true]]);
    expect(operations({ ...reserved, VoidDate: '20240107' })).toEqual([['voided', 500, undefined, false]]);
    expect(operations(reserved, { Type: 'void' })).toMatchObject([{ 0: 'voided', 1: 500 }]);
    expect(operations(reserved, capture, { Type: 'void' })).toBe('unknown');
  });

  it('has the newest operation first, and a batch that is open until the close of the day', () => {
    expect(read({}, { Type: 'refund', AuthDate: '20240106' })).toMatchObject({
      operations: [
        { operation: 'refund', batchOpen: false },
        { operation: 'sale', batchOpen: true },
      ],
    });
  });
});

describe('a 3-D Secure answer of Garanti', () => {
  const { form, binding } = startThreeD(
    { ...keys, gateUrl: 'https://bank.example/gate' },
    {
      bankOrderId: 'a1',
      amountMinor: 1_000,
      currency: 'TRY',
      installment: 3,
      returnUrl: 'https://pay.example/3d',
      language: 'tr',
      card: { cardNumber: '5528790000000008', expiryMonth: '12', expiryYear: '2030', isTyped: true },
    },
  );
  type Fields = Record<string, string>;
  const signed = (change: Fields): Fields => {
    const { cardnumber: _, cardexpiredatemonth: __, cardexpiredateyear: ___, ...echoed } = form.fields;
    const fields = {
      ...echoed,
      clientid: keys.terminalId,
      oid: 'a1',
      mdstatus: '1',
      eci: '02',
      cavv: 'data=',
      md: 'md=',
      xid: 'xid',
      rnd: 'r',
      MaskedPan: '55287900****0008',
      hashparams: SIGNED_NAMES,
      ...change,
    };
    return { ...fields, hash: sha512(callbackText(fields, keys.storeKey)) };
  };
  const verify = (fields: Fields, sent = binding) =>
    verifyThreeD(
      keys,
      {
        bytes: Buffer.from(new URLSearchParams(fields).toString()),
        contentType: 'application/x-www-form-urlencoded',
      },
      {
        bankOrderId: 'a1',
        maskedCardNumber: '552879******0008',
        cardAssociation: 'MASTERCARD',
        binding: sent,
      },
    );
  const reasonOf = (fields: Fields, sent?: string) => {
    const answer = verify(fields, sent);
    return answer.kind === 'authentic' ? answer.level : 'reason' in answer ? answer.reason : '';
  };

  it('is full by status and indicator, half by an attempt, else failed', () => {
    expect(verify(signed({}))).toMatchObject({ amountMinor: 1_000, currency: 'TRY', installment: 3 });
    expect(reasonOf(signed({}))).toBe('full');
    expect(reasonOf(signed({ eci: '01' }))).toBe('half');
    expect(reasonOf(signed({ mdstatus: '4' }))).toBe('half');
    expect(reasonOf(signed({ mdstatus: '0' }))).toBe('failed');
    expect(verify(signed({ mdstatus: '7' }))).not.toHaveProperty('proof');
  });

  it('is forged with another list of names, another form, shop or card, or without a proof', () => {
    expect(reasonOf(signed({ hashparams: 'clientid:oid:' }))).toBe('signed names');
    expect(reasonOf({ ...signed({}), mdstatus: '2' })).toBe('hash');
    expect(reasonOf(signed({ clientid: '1' }))).toBe('clientId');
    expect(reasonOf(signed({ txnamount: '100' }))).toBe('sent fields');
    expect(reasonOf(signed({ orderid: 'a2' }))).toBe('sent fields');
    expect(reasonOf(signed({ terminalmerchantid: '1' }))).toBe('sent fields');
    expect(reasonOf(signed({}), 'F'.repeat(128))).toBe('own form');
    expect(reasonOf(signed({}), '')).toBe('own form');
    expect(reasonOf(signed({ MaskedPan: '55287900****0009' }))).toBe('card');
    expect(reasonOf(signed({ cavv: '' }))).toBe('proof');
    expect(reasonOf({ ...signed({}), hash: '' })).toBe('not signed');
  });
});
