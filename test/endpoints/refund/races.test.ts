// Requests that meet: every call of theirs is held back for a random while, so that each round is another
// interleaving. Only the ends that are allowed come out, and the bank's books equal ours (crash-safety.md
// RACE1 to RACE6, RACE13 and RACE15).
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { type RefundData, refundDriver, refundsOf } from '../../drivers/refund-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { type ApiAnswer, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const ROUNDS = rounds(200, 20);
const ROUNDS_OF_TEN = rounds(200, 10);
/** So many rounds run beside each other: one machine, but many merchants' worth of waiting. */
const AT_ONCE = 10;
const MOST_PAUSE_MS = 6;

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const driver = refundDriver(harness);
const { merchantId } = harness.merchant;
type Answer = ApiAnswer<RefundData>;
const requested = async (payment: string, amount: number) =>
  (await driver.request(payment, amount)).json.data.refundId;
const told = ({ status, json }: Answer) => json.errorCode ?? `${status} ${json.data.status}`;

let seed = Math.floor(Math.random() * 2 ** 31);
beforeEach(() => {
  seed += 1;
});

/** Sent after a random while each, so that now the one is first and now the other. */
const scattered = <Result>(...sends: (() => Promise<Result>)[]): Promise<Result[]> =>
  Promise.all(
    sends.map(async (send) => {
      await sleep(Math.random() * MOST_PAUSE_MS * 2);
      return await send();
    }),
  );

/** `prepare` at rest, then `race` with every call held back; afterwards all books are compared. */
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

describe(`in ${ROUNDS} random interleavings`, () => {
  it('two approvals of one refund are one operation at the bank', async () => {
    await runRounds(
      async () => {
        const payment = await driver.pay();
        return { payment, refundId: await requested(payment, payment.charCodeAt(29) % 2 ? 30 : 100) };
      },
      async ({ payment, refundId }) => {
        const answers = await scattered(
          () => driver.approve(refundId),
          () => driver.approve(refundId),
        );
        const allowed = ['200 Completed', '202 Processing'];
        for (const answer of answers) expect(allowed).toContain(told(answer));
        expect(answers.map(told)).toContain('200 Completed');
        expect(driver.operations(payment)).toHaveLength(1);
      },
    );
  });

  it('of approving and rejecting one refund, one wins and the other is told so', async () => {
    const winners = new Set<string>();
    await runRounds(
      async () => {
        const payment = await driver.pay();
        return { payment, refundId: await requested(payment, 30) };
      },
      async ({ payment, refundId }, round) => {
        const [approved, rejected] = (
          await scattered(
            () => driver.approve(refundId),
            // An approval asks the bank for its history before it is written: to lose, this must be later, by
            // anything from nothing to far more than that takes.
            async () => {
              await sleep((round % AT_ONCE) * 8 * MOST_PAUSE_MS);
              return await driver.reject(refundId);
            },
          )
        ).map(told);
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

  it('of a full refund and a cancellation, one gives the money back', async () => {
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }) => {
        const answers = await scattered(
          () => driver.partial(payment, 100),
          () => driver.cancel(payment),
        );
        const [loser, ...others] = answers.filter(({ status }) => status !== 201).map(told);
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

  it('of approving a refund and cancelling its payment, the refund wins: it was there first', async () => {
    await runRounds(
      async () => {
        const payment = await driver.pay();
        return { payment, refundId: await requested(payment, 30) };
      },
      async ({ payment, refundId }) => {
        const answers = await scattered(
          () => driver.approve(refundId),
          () => driver.cancel(payment),
        );
        expect(answers.map(told)).toEqual(['200 Completed', 'PAYMENT_HAS_REFUNDS']);
        expect(driver.operations(payment)).toHaveLength(1);
      },
    );
  });

  it('of a request for a refund and a cancellation, one is there', async () => {
    const winners = new Set<string>();
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }) => {
        const answers = await scattered(
          () => driver.request(payment, 30),
          () => driver.cancel(payment),
        );
        const outcome = answers.map(told).join(', ');
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

  it('two parts that together exceed the payment are never both refunded', async () => {
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }) => {
        const answers = await scattered(
          () => driver.partial(payment, 50),
          () => driver.partial(payment, 50.01),
        );
        expect(answers.map(told).sort()).toEqual(['201 Completed', 'REFUND_AMOUNT_EXCEEDED']);
      },
    );
  });

  it('one key is one refund, however many requests bring it at once', async () => {
    await runRounds(
      async () => {
        const payment = await driver.pay();
        return { payment, refundId: await requested(payment, 30) };
      },
      async ({ payment, refundId }, round) => {
        const keyed = { headers: { 'idempotency-key': `RACE-${seed}-${round}` } };
        const approves = round % 2 === 0;
        const send = () => (approves ? driver.approve(refundId, keyed) : driver.partial(payment, 30, keyed));
        const answers = await scattered(send, send, send);
        const done = approves ? '200 Completed' : '201 Completed';
        for (const answer of answers) expect([done, 'REQUEST_IN_PROGRESS']).toContain(told(answer));
        expect(answers.map(told)).toContain(done);
        expect(await refundsOf(merchantId, payment)).toHaveLength(approves ? 1 : 2);
        expect(driver.operations(payment)).toHaveLength(1);
      },
    );
  });
});

describe('ten tenths and one more', () => {
  it(`are exactly ten, in ${ROUNDS_OF_TEN} random interleavings`, { timeout: 300_000 }, async () => {
    await runRounds(
      async () => ({ payment: await driver.pay() }),
      async ({ payment }) => {
        const answers = await Promise.all(Array.from({ length: 11 }, () => driver.partial(payment, 10)));
        const refused = answers.filter(({ status }) => status >= 400).map(told);
        expect(refused).toHaveLength(1);
        expect(['REFUND_AMOUNT_EXCEEDED', 'PAYMENT_ALREADY_REFUNDED']).toContain(refused[0]);
      },
      ROUNDS_OF_TEN,
    );
  });
});

it('sweeps that run at the same moment send nothing twice', async () => {
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
