// What Akbank's simulated bank never sends: answers that contradict themselves, and forged ones.
import { describe, expect, it } from 'vitest';
import { readAnswer, readMessage } from '#acquirer/akbank/answers.ts';
import { hmac } from '#acquirer/akbank/hash.ts';
import { readOrderHistory } from '#acquirer/akbank/order-history.ts';
import { verifyThreeD } from '#acquirer/akbank/three-d.ts';

const keys = { merchantSafeId: 'M'.repeat(32), terminalSafeId: 'T'.repeat(32), secretKey: 'secret' };

describe('an answer of Akbank', () => {
  const approved = {
    responseCode: 'VPS-0000',
    hostResponseCode: '00',
    order: { orderId: 'a1' },
    transaction: { rrn: '410724359526', authCode: '305947' },
  };
  const kindOf = (answer: object) => readAnswer({ ...approved, ...answer }, 'a1').kind;

  it('is approved by both codes for its own order, and unknown if they contradict each other', () => {
    expect(kindOf({})).toBe('approved');
    expect(kindOf({ order: {} })).toBe('approved');
    expect(kindOf({ order: { orderId: 'a2' } })).toBe('unknown');
    expect(kindOf({ hostResponseCode: '51' })).toBe('unknown');
    expect(kindOf({ responseCode: 'VPS-1005', hostResponseCode: '00' })).toBe('unknown');
    expect(kindOf({ responseCode: 'VPS-1005', hostResponseCode: '51' })).toBe('declined');
  });

  it('is none without JSON or a code; HTTP 400 with a code was not read, and 500 is nothing', () => {
    const read = (body: string, status = 200) =>
      readMessage({ kind: 'answered', status, contentType: undefined, body: Buffer.from(body) });
    expect([read('<html>'), read('[]'), read('{"responseCode":"OK"}'), read('{}', 500)]).toEqual(
      Array(4).fill(undefined),
    );
    expect(read('{"code":"401","message":"x"}', 400)).toMatchObject({ responseCode: 'HTTP-401' });
    expect(read('{"code":"17"}', 400)).toMatchObject({ responseCode: 'HTTP-400' });
  });
});

describe('a history of Akbank', () => {
  const row = {
    txnCode: '1000',
    responseCode: 'VPS-0000',
    hostResponseCode: '00',
    orderId: 'a1',
    orgOrderId: 'a1',
    amount: 1.01,
    currencyCode: 949,
    txnStatus: 'N',
    txnDateTime: '2024-04-15T19:02:55.454',
    rrn: '410724359526',
  };
  const clock = { now: new Date('2024-04-15T20:00:00.000Z'), closeAt: '22:00' };
  const read = (...rows: object[]) =>
    readOrderHistory(
      { responseCode: 'VPS-0000', txnDetailList: rows.map((one) => ({ ...row, ...one })) },
      'a1',
      clock,
    );
  const statusOf = (change: object) => {
    const inquiry = read(change);
    return inquiry.kind === 'found' ? inquiry.operations[0]?.status : inquiry.kind;
  };

  it('is read by the row’s own code first, and one without a code is not done', () => {
    expect(statusOf({})).toBe('approved');
    expect(statusOf({ responseCode: 'VPS-1005', hostResponseCode: '05' })).toBe('declined');
    expect(statusOf({ responseCode: undefined })).toBe('reversing');
    expect([
      statusOf({ txnStatus: 'V' }),
      statusOf({ txnStatus: 'R' }),
      statusOf({ txnStatus: 'S' }),
    ]).toEqual(['voided', 'voided', 'reversing']);
  });

  it('is unknown as a whole if a row is of another order or cannot be read', () => {
    const unreadable = [
      { orderId: 'a2', orgOrderId: 'a2' },
      { txnCode: '1013' },
      { amount: 'x' },
      { txnStatus: 'X' },
    ];
    expect(unreadable.map((change) => read({}, change).kind)).toEqual(Array(4).fill('unknown'));
  });

  it('shows what is reserved, until a capture with an order id of its own takes its place', () => {
    const closed = { txnCode: '1004', preAuthStatus: 'C' };
    const open = { txnCode: '1004', preAuthStatus: 'O' };
    const capture = { txnCode: '1005', orderId: 'c1', orgOrderId: 'a1', amount: 0.5, rrn: '7' };
    const operations = (...rows: [object, ...object[]]) => {
      const inquiry = read(...rows);
      return inquiry.kind === 'found'
        ? inquiry.operations.map((one) => [one.status, one.amountMinor, one.reserved?.heldDays])
        : inquiry.kind;
    };
    const [reserved] = operations(open);
    expect(reserved).toEqual(['approved', expect.any(Number), 7]);
    expect(operations(closed, capture)).toEqual([['approved', 50, undefined]]);
    expect(operations(capture, closed)).toEqual([['approved', 50, undefined]]);
    expect(operations(open, { ...capture, txnStatus: 'V' })).toEqual([reserved]);
    expect(operations(closed, { ...capture, responseCode: undefined })).toEqual([
      ['reversing', 50, undefined],
    ]);
    expect(operations(closed)).toBe('unknown');
    expect(operations({ ...open, txnStatus: 'V' })).toEqual([['voided', expect.any(Number), undefined]]);
  });

  it('has the newest operation first, and an open batch until the close of the day', () => {
    const later = { txnCode: '1002', orderId: 'r1', txnDateTime: '2024-04-15T19:30:00.000' };
    const inquiry = read({}, later);
    if (inquiry.kind !== 'found') throw new Error(inquiry.kind);
    expect(inquiry.operations.map(({ operation, batchOpen }) => [operation, batchOpen])).toEqual([
      ['refund', false],
      ['sale', false],
    ]);
    const early = readOrderHistory({ responseCode: 'VPS-0000', txnDetailList: [row] }, 'a1', {
      ...clock,
      now: new Date('2024-04-15T18:59:00.000Z'),
    });
    expect(early).toMatchObject({ operations: [{ batchOpen: true }] });
  });
});

describe('a 3-D Secure answer of Akbank', () => {
  const success = {
    responseCode: 'VPS-0000',
    merchantSafeId: keys.merchantSafeId,
    terminalSafeId: keys.terminalSafeId,
    orderId: 'a1',
    secureId: 'id=',
    secureEcomInd: '02',
    secureData: 'data',
    secureMd: 'AB',
  };
  type Fields = Record<string, string>;
  const signed = (fields: Fields, names = Object.keys(fields)): Fields => ({
    ...fields,
    hashParams: names.join('+'),
    hash: hmac(names.map((name) => fields[name] ?? '').join(''), keys.secretKey),
  });
  const verify = (fields: Fields) =>
    verifyThreeD(
      keys,
      {
        bytes: Buffer.from(new URLSearchParams(fields).toString()),
        contentType: 'application/x-www-form-urlencoded',
      },
      { bankOrderId: 'a1', maskedCardNumber: '552879******0008', cardAssociation: 'MASTERCARD' },
    );

  it('is full by its indicator, half by an attempt, failed by a status that is signed', () => {
    const levelOf = (change: Fields) => {
      const answer = verify(signed({ ...success, ...change }));
      return answer.kind === 'authentic' ? answer.level : answer.kind;
    };
    expect(levelOf({})).toBe('full');
    expect(levelOf({ secureEcomInd: '01' })).toBe('half');
    expect(levelOf({ mdStatus: '4' })).toBe('half');
    expect(levelOf({ mdStatus: '0' })).toBe('failed');
    expect(levelOf({ secureEcomInd: '07' })).toBe('failed');
    expect(levelOf({ terminalSafeId: 'X'.repeat(32) })).toBe('forged');
  });

  it('is forged if the sender names what is signed', () => {
    const { hash: own = '' } = signed(success);
    const text = Object.values(success).join('');
    const other = { ...success, orderId: 'a2' };
    expect(verify({ ...other, x: text, hashParams: 'x', hash: own }).kind).toBe('forged');
    expect(verify({ ...other, x: text, hashParams: 'x+x', hash: own }).kind).toBe('forged');
    expect(verify({ ...success, hash: '' }).kind).toBe('forged');
    expect(verify(signed(success, ['responseCode', 'orderId'])).kind).toBe('forged');
  });

  it('is read by its signed fields alone', () => {
    expect(verify({ ...signed(success), amount: '1.00', mdStatus: '0' })).toMatchObject({ level: 'full' });
    expect(verify({ ...signed(success), amount: '1.00' })).not.toHaveProperty('amountMinor');
    expect(
      verify(signed({ ...success, amount: '1.00', currencyCode: '949', installCount: '3' })),
    ).toMatchObject({
      amountMinor: 100,
      currency: 'TRY',
      installment: 3,
    });
  });
});
