// Simultaneous refund calls. Each outgoing call is delayed randomly, so that every round is another
// interleaving. Only allowed outcomes occur, and our records equal the bank's ledger
// (docs/interface/crash-safety.md RACE1 to RACE6, RACE13 and RACE15).
import { beforeEach, describe, expect, it } from 'vitest';
import { refundDriver, refundsOf } from '../../drivers/refund-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds, SEED } from '../../harness/thoroughness.ts';
import { type Answer, AT_ONCE, MOST_PAUSE_MS, ROUNDS, raced, scattered } from './scattered.ts';

const ROUNDS_OF_TEN = rounds(4, 1);
const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const driver = refundDriver(harness);
const { merchantId } = harness.merchant;
const outcomeOf = ({ status, json }: Answer) => json.errorCode ?? `${status} ${json.data.status}`;

let seed = SEED;
beforeEach(() => {
  seed += 1;
});

/** Runs `prepare` without delays and `race` with every call delayed, and compares the books afterwards. */
async function runRounds<Start extends { payment: string }>(
  prepare: () => Promise<Start>,
  race: (start: Start, round: number) => Promise<void>,
  { many, atOnce } = { many: ROUNDS, atOnce: AT_ONCE },
): Promise<void> {
  const payments: string[] = [];
  for (let round = 0; round < many; round += atOnce) {
    const starts = await Promise.all(Array.from({ length: atOnce }, prepare));
    payments.push(...starts.map(({ payment }) => payment));
    faults.jitter(MOST_PAUSE_MS, seed + round);
    try {
      await Promise.all(starts.map((start, i) => race(start, round + i)));
    } finally {
      faults.jitter(0);
    }
  }
  // On a slow machine a call may give up its wait for another refund; then the sweep executes its refund.
  const refunds = async () => (await Promise.all(payments.map((one) => refundsOf(merchantId, one)))).flat();
  const areProcessing = async () => (await refunds()).some(({ status }) => status === 'Processing');
  for (let hours = 0; hours === 0 || (hours < 24 && (await areProcessing())); hours += 1) {
    await harness.moveBy(HOUR);
  }
  expect(await areProcessing()).toBe(false);
  await driver.checkBooks(payments);
}

describe(`simultaneous refund calls in ${ROUNDS} random interleavings`, () => {
  it('two approvals of one refund are one operation at the bank', async () => {
    await runRounds(
      async () => {
        const payment = await driver.pay();
        return {
          payment,
          refundId: await driver.pendingRefundId(payment, payment.charCodeAt(29) % 2 ? 30 : 100),
        };
      },
      async ({ payment, refundId }) => {
        const answers = await scattered(
          () => driver.approve(refundId),
          () => driver.approve(refundId),
        );
        const allowed = ['200 Completed', '202 Processing'];
        for (const answer of answers) expect(allowed).toContain(outcomeOf(answer));
        expect(answers.map(outcomeOf)).toContain('200 Completed');
        expect(driver.operations(payment)).toHaveLength(1);
      },
    );
  });

  it('exactly one of an approval and a rejection of a refund succeeds', async () => {
    const winners = new Set<string>();
    await runRounds(
      async () => {
        const payment = await driver.pay();
        return { payment, refundId: await driver.pendingRefundId(payment, 30) };
      },
      async ({ payment, refundId }, round) => {
        const [approved, rejected] = (
          await raced(
            round,
            () => driver.approve(refundId),
            () => driver.reject(refundId),
          )
        ).map(outcomeOf);
        const outcome = `${approved}, ${rejected}`;
        expect(['200 Completed, REFUND_INVALID_STATE', 'REFUND_INVALID_STATE, 200 Rejected']).toContain(
          outcome,
        );
        expect(driver.operations(payment)).toHaveLength(approved === '200 Completed' ? 1 : 0);
        winners.add(outcome);
      },
    );
    expect(winners.size).toBe(2);
  });

  it('simultaneous cancellations are one refund, and every call gets it', async () => {
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }) => {
        const cancel = () => driver.cancel(payment);
        const answers = await scattered(cancel, cancel, cancel);
        const outcomes = answers.map(outcomeOf).toSorted().join(', ');
        expect(outcomes).toMatch(/^(200 Completed, )*201 Completed(, 202 Processing)*$/);
        expect(new Set(answers.map(({ json }) => json.data.refundId)).size).toBe(1);
        expect(driver.operations(payment)).toHaveLength(1);
      },
    );
  });

  it('exactly one of a full refund and a cancellation returns the money', async () => {
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }) => {
        const answers = await scattered(
          () => driver.partial(payment, 100),
          () => driver.cancel(payment),
        );
        const [loser, ...others] = answers.filter(({ status }) => status !== 201).map(outcomeOf);
        expect(others).toEqual([]);
        expect([
          'REFUND_AMOUNT_EXCEEDED',
          'PAYMENT_HAS_REFUNDS',
          'PAYMENT_ALREADY_REFUNDED',
          'PAYMENT_NOT_REFUNDABLE',
        ]).toContain(loser);
        expect(driver.operations(payment)).toHaveLength(1);
      },
    );
  });

  it('an approval wins against a cancellation of its payment, because its refund came first', async () => {
    await runRounds(
      async () => {
        const payment = await driver.pay();
        return { payment, refundId: await driver.pendingRefundId(payment, 30) };
      },
      async ({ payment, refundId }) => {
        const answers = await scattered(
          () => driver.approve(refundId),
          () => driver.cancel(payment),
        );
        expect(answers.map(outcomeOf)).toEqual(['200 Completed', 'PAYMENT_HAS_REFUNDS']);
        expect(driver.operations(payment)).toHaveLength(1);
      },
    );
  });

  it('exactly one of a refund request and a cancellation succeeds', async () => {
    const winners = new Set<string>();
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }, round) => {
        const answers = await raced(
          round,
          () => driver.request(payment, 30),
          () => driver.cancel(payment),
        );
        const outcome = answers.map(outcomeOf).join(', ');
        expect(outcome).toMatch(
          new RegExp(
            '^(201 Pending, PAYMENT_HAS_REFUNDS|' +
              '(REFUND_AMOUNT_EXCEEDED|PAYMENT_NOT_REFUNDABLE), 201 Completed)$',
          ),
        );
        winners.add(outcome.split(' ')[0] === '201' ? 'request' : 'cancellation');
      },
    );
    expect(winners.size).toBe(2);
  });

  it('two partial refunds that together exceed the payment are never both executed', async () => {
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }) => {
        const answers = await scattered(
          () => driver.partial(payment, 50),
          () => driver.partial(payment, 50.01),
        );
        expect(answers.map(outcomeOf).sort()).toEqual(['201 Completed', 'REFUND_AMOUNT_EXCEEDED']);
      },
    );
  });

  it('simultaneous calls with one key execute one refund', async () => {
    await runRounds(
      async () => {
        const payment = await driver.pay();
        return { payment, refundId: await driver.pendingRefundId(payment, 30) };
      },
      async ({ payment, refundId }, round) => {
        const keyed = { headers: { 'idempotency-key': `RACE-${seed}-${round}` } };
        const approves = round % 2 === 0;
        const send = () => (approves ? driver.approve(refundId, keyed) : driver.partial(payment, 30, keyed));
        const answers = await scattered(send, send, send);
        const done = approves ? '200 Completed' : '201 Completed';
        for (const answer of answers) expect([done, 'REQUEST_IN_PROGRESS']).toContain(outcomeOf(answer));
        expect(answers.map(outcomeOf)).toContain(done);
        expect(await refundsOf(merchantId, payment)).toHaveLength(approves ? 1 : 2);
        expect(driver.operations(payment)).toHaveLength(1);
      },
    );
  });
});

it(`ten of eleven refunds of a tenth succeed, in random interleavings: ${ROUNDS_OF_TEN}`, async () => {
  await runRounds(
    async () => ({ payment: await driver.pay() }),
    async ({ payment }) => {
      const answers = await Promise.all(Array.from({ length: 11 }, () => driver.partial(payment, 10)));
      const refused = answers.filter(({ status }) => status >= 400).map(outcomeOf);
      expect(refused).toHaveLength(1);
      expect(['REFUND_AMOUNT_EXCEEDED', 'PAYMENT_ALREADY_REFUNDED']).toContain(refused[0]);
    },
    // Two rounds at once are 22 calls that wait for each other; more would exceed the functions' own time.
    { many: ROUNDS_OF_TEN, atOnce: Math.min(ROUNDS_OF_TEN, 2) },
  );
});

it('simultaneous sweeps send no refund twice', async () => {
  const { service } = harness;
  const payments: string[] = [];
  for (const i of [0, 1, 2, 3, 4]) {
    const payment = await driver.pay();
    service.bank.script(['lost-before']);
    await (i % 2 ? driver.cancel(payment) : driver.partial(payment, 30));
    payments.push(payment);
  }
  await service.timeline.setRunning(false);
  await harness.moveBy(10 * MINUTE);
  faults.jitter(MOST_PAUSE_MS, seed);
  await Promise.all([1, 2, 3].map(() => service.lambdas.invoke('sweep', {})));
  faults.jitter(0);
  await service.timeline.setRunning(true);
  for (const payment of payments) {
    expect(driver.operations(payment).map(({ outcome }) => outcome)).toEqual(['approved']);
  }
  await driver.checkBooks(payments);
});

it('an approval that meets a faster one of the same refund sees no difference at the bank', async () => {
  const calls = faults.observe('refund-approve');
  await driver.approve(await driver.pendingRefundId(await driver.pay(), 30));
  const finalizing = calls.calls.findLastIndex(({ to }) => to === 'bank') + 2;
  const payment = await driver.pay();
  const refundId = await driver.pendingRefundId(payment, 30);
  const behind = faults.hold('refund-approve', 'bank');
  const slow = driver.approve(refundId);
  await behind.reached;
  const given = faults.hold('refund-approve', finalizing);
  const fast = driver.approve(refundId);
  await given.reached;
  behind.release();
  expect((await slow).json).toMatchObject({ errorCode: null, data: { refundId, status: 'Processing' } });
  given.release();
  expect((await fast).json.data.status).toBe('Completed');
  expect(driver.operations(payment)).toHaveLength(1);
  await driver.checkBooks([payment]);
});
