// Akbank's recorded requests, answers and hashes, against the adapter (akbank.md).
import { describe, expect, it } from 'vitest';
import { readCode } from '#acquirer/akbank/answer-codes.ts';
import { declineOutcome, readAnswer } from '#acquirer/akbank/answers.ts';
import { hashedForm, hmac } from '#acquirer/akbank/hash.ts';
import { readOrderHistory } from '#acquirer/akbank/order-history.ts';
import {
  captureRequest,
  historyRequest,
  refundRequest,
  saleRequest,
  signedRequest,
  voidRequest,
} from '#acquirer/akbank/requests.ts';
import { startThreeD, verifyThreeD } from '#acquirer/akbank/three-d.ts';
import { recorded } from './recorded-traffic.ts';

type Texts = Record<string, string>;
type Vector = { name: string; kind: string; inputs: Texts; hashedString?: string; expected: string };
type Hashes = {
  testShop?: Texts;
  vectors?: Vector[];
  own?: Vector[];
  negative?: { name: string; from: string; change?: Texts; remove?: string[] }[];
};
const { testShop = {}, vectors = [], own = [], negative = [] } = recorded<Hashes>('akbank-hash.json');
const keys = {
  merchantSafeId: testShop['merchantSafeId'] ?? '',
  terminalSafeId: testShop['terminalSafeId'] ?? '',
  secretKey: testShop['secretKey'] ?? '',
};
const all = [...vectors, ...own];
const callbacks = all.filter(({ kind }) => kind === 'callback');

const contentType = 'application/x-www-form-urlencoded; charset=utf-8';
const verify = (fields: Texts, bankOrderId = fields['orderId'] ?? '') =>
  verifyThreeD(
    keys,
    { bytes: Buffer.from(new URLSearchParams(fields).toString()), contentType },
    { bankOrderId, maskedCardNumber: '521807******2834', cardAssociation: 'MASTERCARD' },
  );

describe('hashes of Akbank', () => {
  it('the source has 15 vectors', () => expect(all).toHaveLength(15));

  it.each(all)('$name has the expected hash', ({ kind, inputs, expected }) => {
    const names = (inputs['hashParams'] ?? '').split('+');
    const text =
      kind === 'authHash'
        ? inputs['body']
        : kind === 'form'
          ? hashedForm(inputs)
          : names.map((name) => inputs[name] ?? '').join('');
    expect(hmac(text ?? '', keys.secretKey)).toBe(expected);
  });

  it.each(
    callbacks.filter(({ name }) => name.startsWith('callback_3D_3d') || name === 'callback_3D_success1'),
  )('the callback $name is authentic', ({ name, inputs, expected }) => {
    const answer = verify({ ...inputs, hash: expected });
    expect(answer).toMatchObject({
      kind: 'authentic',
      bankOrderId: inputs['orderId'],
      level: name === 'callback_3D_3d_auth_fail' ? 'failed' : 'full',
    });
  });

  it.each(negative)('the answer $name is forged', ({ from, change = {}, remove = [] }) => {
    const { inputs = {}, expected = '' } = callbacks.find(({ name }) => name === from) ?? {};
    const fields: Texts = { ...inputs, hash: expected, ...change };
    for (const name of remove) delete fields[name];
    expect(verify(fields).kind).not.toBe('authentic');
  });

  it('a signed text under a name of the sender’s own, or with moved borders, is forged', () => {
    const { inputs = {}, expected: hash = '' } =
      callbacks.find(({ name }) => name === 'callback_3D_success1') ?? {};
    const names = (inputs['hashParams'] ?? '').split('+');
    const text = names.map((name) => inputs[name] ?? '').join('');
    const made = { ...inputs, hash, orderId: 'OTHER', x: text, hashParams: 'x' };
    expect(verify(made, 'OTHER').kind).toBe('forged');
    const moved = {
      ...inputs,
      hash,
      secureMd: `${inputs['secureData']}${inputs['secureMd']}`,
      secureData: '',
    };
    expect(verify(moved).kind).toBe('forged');
    const shifted = { ...inputs, hash, orderId: inputs['orderId']?.slice(0, -1) ?? '' };
    expect(
      verify({ ...shifted, secureId: `${inputs['orderId']?.slice(-1)}${inputs['secureId']}` }).kind,
    ).toBe('authentic');
    expect(
      verify(
        { ...shifted, secureId: `${inputs['orderId']?.slice(-1)}${inputs['secureId']}` },
        inputs['orderId'],
      ),
    ).not.toMatchObject({ bankOrderId: inputs['orderId'] });
  });
});

type RequestCase = { operation: string; name: string; input: never; expected: Record<string, unknown> };
const { cases: requests = [] } = recorded<{ cases?: RequestCase[] }>('akbank-requests.json');
const requestOf = (operation: string, name: string) => {
  const { expected = {} } = requests.find((one) => one.operation === operation && one.name === name) ?? {};
  const { randomNumber: _, requestDateTime: __, hash: ___, ...rest } = expected;
  return rest;
};

describe('requests to Akbank', () => {
  const card = { cardNumber: '5555444433332222', expiryMonth: '01', expiryYear: '2022' };
  const base = {
    bankOrderId: '2020110828BC',
    amountMinor: 110,
    currency: 'TRY',
    payerAddress: '127.0.0.1',
  } as const;
  const bodyOf = (request: Record<string, unknown>) => {
    const { body, headers } = signedRequest(keys, request, new Date('2024-04-14T13:45:30.000Z'));
    expect(headers['auth-hash']).toBe(hmac(body, keys.secretKey));
    const { randomNumber, requestDateTime, ...rest } = JSON.parse(body.toString()) as Record<string, unknown>;
    expect([randomNumber, requestDateTime]).toEqual([
      expect.stringMatching(/^[0-9A-F]{128}$/),
      '2024-04-14T16:45:30.000',
    ]);
    return rest;
  };

  it.each([
    ['pay_no_installment', 1],
    ['pay_with_installment', 2],
  ])('the sale %s is the recorded one', (name, installment) => {
    expect(bodyOf(saleRequest({}, { ...base, installment, card, cvv: '123' }))).toEqual(
      requestOf('sale_or_preauth', name),
    );
  });

  it('the sale after a challenge is the recorded one', () => {
    const expected = requestOf('saleAfterChallenge', 'case_0') as { secureTransaction: Texts };
    const { secureId = '', secureEcomInd = '', secureData = '', secureMd = '' } = expected.secureTransaction;
    const threeD = { md: secureMd, xid: secureId, eci: secureEcomInd, cavv: secureData };
    const order = { ...base, amountMinor: 10_025, payerAddress: '192.0.2.1', installment: 1, threeD };
    expect(bodyOf(saleRequest({}, order))).toEqual(expected);
  });

  it('a pre-authorisation is the recorded one, and its capture too but for the address of a buyer', () => {
    const order = { ...base, installment: 1, card, cvv: '123', isPreAuth: true };
    expect(bodyOf(saleRequest({}, order))).toEqual(requestOf('sale_or_preauth', 'pre_pay'));
    const { customer: _, ...expected } = requestOf('capture', 'case_0');
    expect(bodyOf(captureRequest(base))).toEqual(expected);
  });

  it('void, refund and history are the recorded ones', () => {
    expect(bodyOf(voidRequest(base.bankOrderId))).toEqual(requestOf('void', 'case_0'));
    expect(bodyOf(refundRequest({ ...base, amountMinor: 102 }))).toEqual(requestOf('refund', 'case_0'));
    expect(bodyOf(historyRequest(base.bankOrderId))).toEqual(requestOf('orderHistory', 'case_0'));
  });

  it('the form is the recorded one', () => {
    const { inputs = {} } = requestOf('threeDForm', '3d_form_data') as { inputs?: Texts };
    const { form } = startThreeD(
      { ...keys, gateUrl: 'https://gate.example/securepay' },
      {
        ...base,
        installment: 1,
        card: { ...card, isTyped: true },
        cvv: '123',
        returnUrl: inputs['okUrl'] ?? '',
        language: 'tr',
      },
    );
    const { hash, randomNumber: _, requestDateTime: __, failUrl, ...fields } = form.fields;
    const { hash: ___, randomNumber: ____, failUrl: _____, ...expected } = inputs;
    expect(fields).toEqual(expected);
    expect(failUrl).toBe(fields['okUrl']);
    expect(hash).toBe(hmac(hashedForm(form.fields), keys.secretKey));
  });

  it('a payment without CVV is marked as mail order only if the bank wants it', () => {
    const motoOf = (settings: { mailOrder?: boolean }, cvv?: string) => {
      const order = { ...base, installment: 1, card, ...(cvv !== undefined && { cvv }) };
      return (saleRequest(settings, order)['transaction'] as { motoInd: number }).motoInd;
    };
    expect([motoOf({}), motoOf({ mailOrder: true }), motoOf({ mailOrder: true }, '123')]).toEqual([0, 1, 0]);
  });
});

type AnswerCase = {
  operation: string;
  name: string;
  responseData?: Record<string, unknown>;
  reading?: string;
};
const { cases: answers = [] } = recorded<{ cases?: AnswerCase[] }>('akbank-responses.json');

describe('answers of Akbank', () => {
  const movements = answers.filter(
    ({ operation, name }) =>
      ['sale_preauth_capture', 'void', 'refund'].includes(operation) && !name.includes('recurring'),
  );

  it('the source has more than ten answers to movements', () => {
    expect(movements.length).toBeGreaterThan(10);
  });

  it.each(movements)(
    '$operation $name is read as recorded: $reading',
    ({ responseData = {}, reading = '' }) => {
      const { order } = responseData as { order?: { orderId?: string } };
      const read = readAnswer(responseData, order?.orderId ?? '');
      if (reading.startsWith('approved')) return expect(read.kind).toBe('approved');
      if (read.kind !== 'declined') throw new Error(`read as ${read.kind}`);
      const outcome = declineOutcome(read);
      const [, fault] = /merchant fault (\w+)/.exec(reading) ?? [];
      if (fault !== undefined)
        return expect(outcome).toMatchObject({ kind: 'declined', merchantFault: fault });
      return expect(['declined', 'unknown']).toContain(outcome.kind);
    },
  );

  const clock = { now: new Date('2024-04-16T10:00:00.000Z'), closeAt: '22:00' };
  const historyOf = (name: string) => {
    const found = answers.find((one) => one.operation === 'orderHistory' && one.name === name);
    const { responseData = {} } = found ?? {};
    const rows = responseData['txnDetailList'] as { orgOrderId?: string; orderId: string }[] | undefined;
    const [first] = rows ?? [];
    return readOrderHistory(responseData, first?.orgOrderId ?? first?.orderId ?? 'x', clock);
  };

  it('the recorded histories are a sale, a voided sale, a declined one, and none', () => {
    expect(historyOf('success_only_payment_transaction')).toMatchObject({
      operations: [{ operation: 'sale', status: 'approved', amountMinor: 101, currency: 'TRY' }],
    });
    expect(historyOf('success_pay_then_cancel')).toMatchObject({ operations: [{ status: 'voided' }] });
    expect(historyOf('success_failed_transaction')).toMatchObject({
      operations: [{ status: 'declined', code: '05', decline: { errorCode: 'DO_NOT_HONOUR' } }],
    });
    expect(historyOf('fail_order_not_found')).toEqual({ kind: 'notFound' });
  });

  it('the recorded pre-authorisations are open, captured, and open again after the void of a capture', () => {
    const reserved = { status: 'approved', amountMinor: 3_000, reserved: { heldDays: 7 }, batchOpen: true };
    expect(historyOf('success_pre_pay')).toMatchObject({ operations: [reserved] });
    const captured = historyOf('success_pre_pay_post_pay');
    expect(captured).toMatchObject({ operations: [{ status: 'approved', hostReference: '410724359538' }] });
    expect(captured).not.toHaveProperty('operations.0.reserved');
    expect(historyOf('success_pre_pay_post_pay_then_cancel')).toMatchObject({ operations: [reserved] });
  });

  it('what the service does not do is unknown: plans of the bank', () => {
    expect(historyOf('fail_recurring_not_found')).toMatchObject({ kind: 'unknown' });
  });

  it('an unlisted code of the gateway is unknown, and so is one without a meaning', () => {
    expect([readCode('VPS-4711').uncertain, readCode('91').uncertain, readCode('').uncertain]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
