// Simultaneous refund calls. Each call to the outside is delayed randomly, so that every round is another
// interleaving. Only allowed outcomes occur, and our records equal the bank's ledger
// (docs/interface/crash-safety.md RACE1 to RACE6, RACE13 and RACE15).
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { type RefundData, refundDriver, refundsOf } from '../../drivers/refund-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { type ApiAnswer, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const ROUNDS = rounds(200, 20);
const ROUNDS_OF_TEN = rounds(200, 10);
/** The number of rounds that run at the same time. */
const AT_ONCE = 10;
const MOST_PAUSE_MS = 6;

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const driver = refundDriver(harness);
const { merchantId } = harness.merchant;
type Answer = ApiAnswer<RefundData>;
const outcomeOf = ({ status, json }: Answer) => json.errorCode ?? `${status} ${json.data.status}`;

let seed = Math.floor(Math.random() * 2 ** 31);
beforeEach(() => {
  seed += 1;
});

/** Sends each call after a random delay, so that any of them may be first. */
const scattered = <Result>(...sends: (() => Promise<Result>)[]): Promise<Result[]> =>
  Promise.all(
    sends.map(async (send) => {
      await sleep(Math.random() * MOST_PAUSE_MS * 2);
      return await send();
    }),
  );

/** Runs `prepare` without delays and `race` with every call delayed, and compares the books afterwards. */
async function runRounds<Start extends { payment: string }>(
  prepare: () => Promise<Start>,
  race: (start: Start, round: number) => Promise<void>,
  many = ROUNDS,
): Promise<void> {
  const payments: string[] = [];
  for (let round = 0; round < many; round += AT_ONCE) {
    const starts: Start[] = [];
    starts.push(...(await Promise.all(Array.from({ length: AT_ONCE }, prepare))));
    payments.push(...starts.map(({ payment }) => payment));
    faults.jitter(MOST_PAUSE_MS, seed + round);
    try {
      await Promise.all(starts.map((start, i) => race(start, round + i)));
    } finally {
      faults.jitter(0);
    }
  }
  await harness.moveBy(HOUR);
  await driver.checkBooks(payments);
  for (const payment of payments) {
    expect((await refundsOf(merchantId, payment)).map(({ status }) => status)).not.toContain('Processing');
  }
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
          await scattered(
            () => driver.approve(refundId),
            // An approval reads the bank's history before it commits. The rejection is delayed by nothing up
            // to far more than that takes, so that each of them is first in some rounds.
            async () => {
              await sleep((round % AT_ONCE) * 8 * MOST_PAUSE_MS);
              return await driver.reject(refundId);
            },
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
      async ({ payment }) => {
        const answers = await scattered(
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

describe('eleven simultaneous partial refunds of a tenth each', () => {
  it(`exactly ten of them succeed, in ${ROUNDS_OF_TEN} random interleavings`, {
    timeout: 300_000,
  }, async () => {
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }) => {
        const answers = await Promise.all(Array.from({ length: 11 }, () => driver.partial(payment, 10)));
        const refused = answers.filter(({ status }) => status >= 400).map(outcomeOf);
        expect(refused).toHaveLength(1);
        expect(['REFUND_AMOUNT_EXCEEDED', 'PAYMENT_ALREADY_REFUNDED']).toContain(refused[0]);
      },
      ROUNDS_OF_TEN,
    );
  });
});

it('simultaneous sweeps send no refund twice', async () => {
  const { service } = harness;
  const payments: string[] = [];
  for (let i = 0; i < 5; i += 1) {
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
