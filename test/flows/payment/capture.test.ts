// Captures and releases at their edges: the end of a hold, races, and a person's resolution. The amount is taken
// once, and what the merchant has taken is never undone by the service.
import { afterEach, describe, expect, it } from 'vitest';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { connectBankOf } from '#flows/bank-connection.ts';
import { askAll } from '../../../lib/operator/review/ask-all.ts';
import { checkRows } from '../../../lib/operator/review/broken-rows.ts';
import { listOpenReviews, submitReview } from '../../../lib/operator/review.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { captureDriver, HELD, KEPT } from '../../drivers/capture-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, MINUTE } from '../../harness/harness.ts';
import { startWithSilentBank } from '../../harness/silent-bank.ts';

const { harness, bank: atBank, faults, waitForReviews } = await startWithSilentBank();
checkBooksAtEnd(harness);
const { service, merchant, api, now, moveBy } = harness;
const { merchantId } = merchant;
const { charges, hold, post, show, stored, movesAt, askedAt, historyOf, captureInPortal } =
  captureDriver(harness);

/** Until the bank is called again. */
async function answerAgain(): Promise<void> {
  atBank.isSilent = false;
  await moveBy(10 * MINUTE);
}
afterEach(async () => {
  service.bank.script([]);
  if (atBank.isSilent) await answerAgain();
});

/** Until `ms` before the end of the hold; below zero: after it. */
const moveToEnd = async (reference: string, ms: number) =>
  await moveBy(Date.parse((await show(reference)).authorization.captureBefore) - ms - now().getTime());
const sweepOnce = () => service.lambdas.invoke('sweep', {});
async function withoutSweeps<Result>(work: () => Promise<Result>): Promise<Result> {
  await service.timeline.setRunning(false);
  try {
    return await work();
  } finally {
    await service.timeline.setRunning(true);
  }
}
const reviewer = { by: 'Elif', at: '2026-11-24T12:00:00.000Z', note: 'seen in the portal' };
async function resolve(reference: string, resolution: ManualResolution): Promise<void> {
  await submitReview({ merchantId, paymentReferenceNumber: reference }, now(), resolution);
  // The timer does not know of a command.
  await sweepOnce();
}

describe('the end of a hold', () => {
  it('leaves a capture that was made in the portal a moment before', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    await moveToEnd(reference, 5 * MINUTE);
    await captureInPortal(reference, 5_000);
    await moveBy(HOUR);
    expect(await show(reference)).toMatchObject({ status: 'Successful', amount: 50 });
    expect(await movesAt(reference)).toEqual([KEPT, 'capture 50']);
  });

  it('is sent to the bank again if the first release is lost', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    await moveToEnd(reference, HOUR);
    service.bank.script(['lost-before', 'lost-before']);
    await moveBy(3 * HOUR);
    expect((await show(reference)).status).toBe('Released');
    expect(await movesAt(reference)).toEqual([KEPT, `release ${HELD}`]);
  });

  it('is believed if the bank refuses each release', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    await moveToEnd(reference, HOUR);
    service.bank.script(Array.from({ length: 40 }, () => 'decline:57'));
    await moveBy(3 * DAY);
    service.bank.script([]);
    expect((await show(reference)).status).toBe('Released');
    const asked = await askedAt(reference);
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length).toBeLessThan(10);
    // The bank shows it as reserved for ever.
    const { bank } = await connectBankOf({ merchantId });
    const { bankOrderId } = await stored(reference);
    await bank.voidSale({ bankOrderId, amountMinor: 14_990, currency: 'TRY' });
  });

  it.each([
    ['lost-after', 'Successful'],
    ['lost-before', 'Released'],
  ] as const)('that passes while a capture is %s ends %s', async (outcome, status) => {
    const { paymentReferenceNumber: reference } = await hold();
    await moveToEnd(reference, 30_000);
    service.bank.script([outcome]);
    expect((await post(reference, 'capture')).status).toBe(202);
    await moveBy(2 * HOUR);
    expect((await show(reference)).status).toBe(status);
    const last = status === 'Successful' ? `capture ${HELD}` : `release ${HELD}`;
    expect(await movesAt(reference)).toEqual([KEPT, last]);
  });

  it('waits for a bank that is down', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    await moveToEnd(reference, MINUTE);
    atBank.isSilent = true;
    await moveBy(5 * HOUR);
    expect((await show(reference)).status).toBe('Authorized');
    atBank.isSilent = false;
    await moveBy(2 * HOUR);
    expect(await movesAt(reference)).toEqual([KEPT, `release ${HELD}`]);
    expect((await show(reference)).status).toBe('Released');
  });

  it('is counted from the sale, also if its answer was found later', async () => {
    service.bank.script(['lost-after']);
    const { json } = await charges.charge({ capture: 'manual' });
    const reference = json.data.paymentReferenceNumber;
    atBank.isSilent = true;
    await moveBy(10 * HOUR);
    atBank.isSilent = false;
    await moveBy(3 * HOUR);
    const { createdAt, authorization } = await stored(reference);
    const heldMs = Date.parse(authorization?.endsAt ?? '') - Date.parse(createdAt);
    expect(heldMs % DAY).toBeLessThan(MINUTE);
    expect((await post(reference, 'release')).status).toBe(200);
  });

  it('of two sweeps at once is sent by one', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    await moveToEnd(reference, 2 * HOUR);
    await withoutSweeps(async () => {
      await moveBy(3 * HOUR);
      await Promise.all([sweepOnce(), sweepOnce(), sweepOnce()]);
    });
    expect(await askedAt(reference)).toEqual(['release approved']);
    expect((await show(reference)).status).toBe('Released');
  });

  it('at the same instant as a capture: one of them is made', async () => {
    faults.jitter(15);
    for (let round = 0; round < 6; round += 1) {
      const { paymentReferenceNumber: reference } = await hold();
      await moveToEnd(reference, 2 * HOUR);
      await withoutSweeps(async () => {
        await moveBy(3 * HOUR);
        await Promise.all([sweepOnce(), post(reference, 'capture')]);
      });
      await moveBy(HOUR);
      const { status } = await show(reference);
      const last = status === 'Successful' ? `capture ${HELD}` : `release ${HELD}`;
      expect(await movesAt(reference)).toEqual([KEPT, last]);
    }
    faults.jitter(0);
  });
});

describe('the bank', () => {
  it('that declines a capture keeps the amount, which can be captured at once', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    service.bank.script(['decline:57']);
    const refused = await post(reference, 'capture');
    const facts = ['bankErrorCode', 'bankResponseCode', 'bankMessage'];
    expectRejection(refused, { code: 'CAPTURE_DECLINED_BY_BANK', facts });
    expect((await show(reference)).authorization.underWay).toBeNull();
    expect((await post(reference, 'capture')).json.data.status).toBe('Successful');
  });

  it.each(['capture', 'release'] as const)(
    'that refuses the settings of the shop has judged nothing: the same %s can be repeated',
    async (step) => {
      const { paymentReferenceNumber: reference } = await hold();
      const key = `settings-${step}`;
      service.bank.script(['decline:CORE-2202']);
      const refused = await post(reference, step, {}, key);
      expect([refused.status, refused.json.errorCode]).toEqual([503, 'BANK_UNAVAILABLE']);
      expect((await show(reference)).authorization.underWay).toBeNull();
      expect((await post(reference, step, {}, key)).status).toBe(200);
    },
  );

  it('that makes a lost capture minutes later is believed: it may land until then', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    service.bank.script(['late:200']);
    expect((await post(reference, 'capture')).status).toBe(202);
    await moveBy(3 * MINUTE);
    expect(await show(reference)).toMatchObject({ status: 'Authorized', waitingFor: 'bank' });
    await moveBy(HOUR);
    expect((await show(reference)).status).toBe('Successful');
    expect(await movesAt(reference)).toEqual([KEPT, `capture ${HELD}`]);
  });

  it('whose portal has taken the amount days ago releases nothing', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    await captureInPortal(reference, 7_000);
    await moveBy(2 * DAY);
    expect((await post(reference, 'release')).status).toBe(202);
    await moveBy(HOUR);
    expect(await show(reference)).toMatchObject({ status: 'Successful', amount: 70 });
    expect(await movesAt(reference)).toEqual([KEPT, 'capture 70']);
  });
});

describe('calls at once', () => {
  it.each(['capture', 'release'] as const)('of the same %s in one millisecond: one is sent', async (step) => {
    for (let round = 0; round < 10; round += 1) {
      const { paymentReferenceNumber: reference } = await hold();
      const goOn = service.clock.hold();
      const answers = await Promise.all([1, 2, 3].map(() => post(reference, step)));
      goOn();
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await askedAt(reference)).toEqual([`${step} approved`]);
    }
  });

  it('of a capture and a release: one is sent', async () => {
    faults.jitter(15);
    for (let round = 0; round < 8; round += 1) {
      const { paymentReferenceNumber: reference } = await hold();
      const [captured, released] = await Promise.all([
        post(reference, 'capture'),
        post(reference, 'release'),
      ]);
      expect([captured.status, released.status].sort()).toEqual([200, 409]);
      expect(await askedAt(reference)).toHaveLength(1);
    }
    faults.jitter(0);
  });

  it('with one key get one answer in the end', async () => {
    faults.jitter(15);
    for (let round = 0; round < 6; round += 1) {
      const { paymentReferenceNumber: reference } = await hold();
      const capture = () => post(reference, 'capture', { amount: 30 }, `BOTH-${round}`);
      await Promise.all([capture(), capture()]);
      const answers = [await capture(), await capture()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      expect(await askedAt(reference)).toEqual(['capture approved']);
    }
    faults.jitter(0);
  });

  it('a key whose capture was given up does not answer with the step of another call', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    faults.arm('payment-capture', 'bank', 'crash before');
    await post(reference, 'capture', { amount: 40 }, 'GIVEN-UP');
    await moveBy(HOUR);
    service.bank.script(['lost-before']);
    expect((await post(reference, 'release')).status).toBe(202);
    const again = await post(reference, 'capture', { amount: 40 }, 'GIVEN-UP');
    expectRejection(again, { code: 'CAPTURE_IN_PROGRESS', facts: ['underWay'] });
    await moveBy(HOUR);
    const late = await post(reference, 'capture', { amount: 40 }, 'GIVEN-UP');
    expectRejection(late, { code: 'PAYMENT_NOT_AUTHORIZED', facts: ['status'] });
  });
});

describe('what is asked of the bank', () => {
  it.each([0, 0.001, -1, '0', null])('an amount of %s is refused before', async (amount) => {
    const { paymentReferenceNumber: reference } = await hold();
    const refused = await post(reference, 'capture', { amount });
    if (amount === null) expect(refused.json.data.amount).toBe(HELD);
    else expect(refused.status).toBe(400);
    expect(await askedAt(reference)).toHaveLength(amount === null ? 1 : 0);
  });

  it('the smallest amount is taken', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    expect((await post(reference, 'capture', { amount: 0.01 })).json.data).toMatchObject({ amount: 0.01 });
    expect(await movesAt(reference)).toEqual([KEPT, 'capture 0.01']);
  });

  it('a release of a part is refused: it frees all', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    expect((await post(reference, 'release', { amount: 50 })).status).toBe(400);
    expect(await askedAt(reference)).toEqual([]);
  });

  it('nothing is refunded, cancelled or adjusted of what is only reserved, or was released', async () => {
    const { paymentReferenceNumber: transactionId } = await hold();
    for (const status of ['Authorized', 'Released']) {
      expect((await show(transactionId)).status).toBe(status);
      for (const [path, more] of [
        ['/api/Refund', { amount: 10 }],
        ['/api/Refund/partial', { amount: 10 }],
        ['/api/Refund/cancellations', {}],
      ] as const) {
        const { json } = await api('POST', path, { body: { transactionId, reason: 'x', ...more } });
        expect(json.errorCode).toBe('PAYMENT_NOT_REFUNDABLE');
      }
      const adjustment = { kind: 'Refund', bankReferenceNumber: '1', amount: 10, reason: 'x' };
      const adjusted = await api('POST', `/api/payment/${transactionId}/adjustment`, { body: adjustment });
      expect(adjusted.status).toBeGreaterThanOrEqual(400);
      await post(transactionId, 'release');
    }
  });

  it('another merchant finds no payment', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });
    for (const step of ['capture', 'release']) {
      const { json } = await api('POST', `/api/payment/${reference}/${step}`, { key, body: {} });
      expect(json.errorCode).toBe('PAYMENT_NOT_FOUND');
    }
    expect(await askedAt(reference)).toEqual([]);
  });

  it('a capture above what is reserved, made in the portal, is recorded and can be refunded', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    service.bank.script(['lost-before']);
    await post(reference, 'capture');
    await captureInPortal(reference, 14_990);
    await moveBy(HOUR);
    expect(await show(reference)).toMatchObject({ status: 'Successful', amount: HELD });
  });

  it('a release that the bank keeps refusing is no storm of calls, and waits for a person', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    service.bank.script(['lost-before', ...Array.from({ length: 60 }, () => 'decline:57')]);
    expect((await post(reference, 'release')).status).toBe(202);
    await moveBy(3 * DAY);
    service.bank.script([]);
    expect((await askedAt(reference)).length).toBeLessThan(10);
    expect(await show(reference)).toMatchObject({ status: 'Authorized', waitingFor: 'review' });
    await resolve(reference, { kind: 'declined', ...reviewer });
    await moveBy(HOUR);
    expect(await show(reference)).toMatchObject({ status: 'Authorized', authorization: { underWay: null } });
    expect((await post(reference, 'release')).json.data.status).toBe('Released');
  });
});

describe('a person', () => {
  /** A sale that a person has resolved as approved. */
  async function resolvedHold(): Promise<string> {
    service.bank.script(['lost-after']);
    const { json } = await charges.charge({ capture: 'manual' });
    const reference = json.data.paymentReferenceNumber;
    atBank.isSilent = true;
    await waitForReviews();
    const [operation] = await historyOf(reference);
    const bankReferenceNumber = operation?.hostReference ?? '';
    await resolve(reference, { kind: 'approved', bankReferenceNumber, ...reviewer });
    await moveBy(10 * MINUTE);
    expect((await show(reference)).status).toBe('Authorized');
    return reference;
  }

  it('has resolved the sale, and not the capture after it', async () => {
    const reference = await resolvedHold();
    service.bank.script(['lost-before']);
    expect((await post(reference, 'capture')).status).toBe(202);
    await moveBy(HOUR);
    expect((await show(reference)).status).toBe('Authorized');
    atBank.isSilent = false;
    await moveBy(3 * HOUR);
    expect(await show(reference)).toMatchObject({ status: 'Authorized', authorization: { underWay: null } });
    expect(await movesAt(reference)).toEqual([KEPT]);
    expect((await post(reference, 'capture')).json.data.status).toBe('Successful');
  });

  async function captureInReview(outcome: string): Promise<string> {
    const { paymentReferenceNumber: reference } = await hold();
    service.bank.script([outcome]);
    await post(reference, 'capture', { amount: 60 });
    atBank.isSilent = true;
    await waitForReviews();
    expect(await show(reference)).toMatchObject({ status: 'Authorized', waitingFor: 'review' });
    return reference;
  }

  it('resolves a capture, which is recorded as approved', async () => {
    const reference = await captureInReview('lost-after');
    expect(await listOpenReviews()).toMatchObject([
      { paymentReferenceNumber: reference, amountMinor: 6_000 },
    ]);
    // The check of all rows leaves it.
    expect((await checkRows()).released).toBe(0);
    const [operation] = await historyOf(reference);
    const bankReferenceNumber = operation?.hostReference ?? '';
    await resolve(reference, { kind: 'approved', bankReferenceNumber, ...reviewer });
    await moveBy(10 * MINUTE);
    expect(await show(reference)).toMatchObject({
      status: 'Successful',
      amount: 60,
      authorization: { underWay: null },
    });
    atBank.isSilent = false;
  });

  it('resolves a capture, which is recorded as declined', async () => {
    const reference = await captureInReview('lost-before');
    await resolve(reference, { kind: 'declined', ...reviewer });
    await moveBy(10 * MINUTE);
    expect(await show(reference)).toMatchObject({ status: 'Authorized', authorization: { underWay: null } });
    await answerAgain();
    expect((await post(reference, 'release')).json.data.status).toBe('Released');
  });

  it('hastens the inquiry about a capture', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    service.bank.script(['lost-after']);
    await post(reference, 'capture');
    expect(await askAll(now(), merchantId)).toEqual({
      asked: [{ merchantId, paymentReferenceNumber: reference }],
      changed: 0,
    });
    await withoutSweeps(sweepOnce);
    expect((await show(reference)).status).toBe('Successful');
  });
});
