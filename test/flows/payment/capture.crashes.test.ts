// A capture or release meets a fault at each of its calls to the table, the keys and the bank, in the call of the
// shop and in the sweep. In the end the amount was taken once or not at all, and our books equal the bank's.
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetBank } from '#flows/bank-connection.ts';
import { isFencedOff } from '#flows/lease.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { captureDriver, HELD, type HeldPayment, KEPT, type Step } from '../../drivers/capture-driver.ts';
import { atEachCall, FAULTS, type Fault, type FaultReport, openFaults } from '../../harness/faults.ts';
import {
  type ApiAnswer,
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  SHARDS_SWEPT,
  startHarness,
} from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
checkBooksAtEnd(harness);
const { service, merchant, moveBy } = harness;
const { hold, post, show, movesAt, stored } = captureDriver(harness);

/** The sweeps of the service are stopped: they read the table too, and their calls would be counted. */
await service.timeline.setRunning(false);
async function sweptFor(ms: number): Promise<void> {
  await service.timeline.setRunning(true);
  await moveBy(ms);
  await service.timeline.setRunning(false);
}
const sweepOnce = () => service.lambdas.invoke('sweep', {}).catch(() => undefined);

const PART = 100;
const FREED = [KEPT, `release ${HELD}`];
const MOVES: Record<string, string[]> = {
  Successful: [KEPT, `capture ${PART}`],
  Released: FREED,
  Authorized: [KEPT],
};
const DONE = { capture: 'Successful', release: 'Released' } as const;

type Faulted = {
  name: string;
  step: Step;
  reference: string;
  key: string;
  first: ApiAnswer<HeldPayment>;
  report: FaultReport;
};
let keys = 0;
const bodyOf = (step: Step) => (step === 'capture' ? { amount: PART } : {});

/** The bank answers with `outcome`; the endpoint meets the fault at its n-th call. */
async function stepWithFault(step: Step, outcome: string, at: number, fault: Fault): Promise<Faulted> {
  const { paymentReferenceNumber: reference } = await hold();
  service.bank.script([outcome]);
  // As a new container: with a known bank the numbers of calls would differ from turn to turn.
  forgetBank(merchant.merchantId);
  const report = faults.arm(`payment-${step}`, at, fault);
  const key = `STEP-${++keys}`;
  const first = await post(reference, step, bodyOf(step), key);
  service.bank.script([]);
  return { name: `${step}, ${outcome}, ${fault} at call ${report.at}`, step, reference, key, first, report };
}

/** Our record equals what moved at the bank, and nothing is under way. Returns the status. */
async function expectAgreement({ name, step, reference }: Faulted, told?: number): Promise<string> {
  const { status, amount, bankReferenceNumber, authorization } = await show(reference);
  expect(authorization.underWay, name).toBeNull();
  const moves = await movesAt(reference);
  expect(moves, name).toEqual(MOVES[status]);
  expect(amount, name).toBe(status === 'Successful' ? PART : HELD);
  expect(bankReferenceNumber, name).not.toBeNull();
  // What the shop was told is true.
  if (told === 200) expect(status, name).toBe(DONE[step]);
  if (told === 422) expect(status, name).toBe('Authorized');
  return status;
}

beforeAll(async () => void (await stepWithFault('capture', 'approve', Number.POSITIVE_INFINITY, 'outage')));

let crashPoints = 0;
describe.each([
  ['capture', 'approve'],
  ['capture', 'decline:57'],
  ['release', 'approve'],
] as const)('a %s that the bank answers with %s', (step, outcome) => {
  it.each(FAULTS)('is made at most once after %s at any call, also if the shop repeats it', async (fault) => {
    const all: Faulted[] = [];
    await atEachCall({ first: 1, step: 1, skipped: 0 }, 4, async (at) => {
      // A container reads the lease once a minute: the numbers of calls would differ from turn to turn.
      await expect.poll(isFencedOff).toBe(false);
      const one = await stepWithFault(step, outcome, at, fault);
      if (one.report.hit !== undefined) all.push(one);
      return one.report;
    });
    expect(all.map(({ report }) => report.hit?.to)).toEqual(expect.arrayContaining(['table', 'bank']));
    for (const { name, first } of all) expect([200, 202, 422, 500, 503], name).toContain(first.status);
    // Half of the shops repeat the call once its function can run no more, the others after the sweep.
    await moveBy(MINUTE + SECOND);
    for (const [at, one] of all.entries())
      if (at % 2 === 0)
        expect((await post(one.reference, step, bodyOf(step), one.key)).status, one.name).not.toBe(500);
    await sweptFor(30 * MINUTE);
    for (const one of all) {
      await expectAgreement(one, one.first.status);
      let repeated = await post(one.reference, step, bodyOf(step), one.key);
      // What was never sent is refused once and frees its key: the next call begins anew.
      if (repeated.status === 503) repeated = await post(one.reference, step, bodyOf(step), one.key);
      expect([200, 202, 422], `${one.name}: ${repeated.text}`).toContain(repeated.status);
      const status = await expectAgreement(one, repeated.status);
      // What never arrived, and a decline, leave the amount to a call with another key.
      if (status === 'Authorized') await post(one.reference, step, bodyOf(step));
      expect((await show(one.reference)).status, one.name).toBe(DONE[step]);
      await expectAgreement(one);
    }
    crashPoints += all.length;
  });
});
it('at least 70 points of the calls were broken', () => expect(crashPoints).toBeGreaterThanOrEqual(70));

describe.each([
  ['capture', 'lost-after', 'Successful'],
  ['capture', 'lost-before', 'Authorized'],
  ['release', 'lost-after', 'Released'],
  ['release', 'lost-before', 'Released'],
] as const)('the sweep of a %s, %s', (step, outcome, then) => {
  it.each(FAULTS)('that meets %s is made good by the next one, once', async (fault) => {
    await atEachCall({ first: SHARDS_SWEPT + 1, step: 2, skipped: SHARDS_SWEPT }, 3, async (at) => {
      const lost = await stepWithFault(step, outcome, Number.POSITIVE_INFINITY, fault);
      expect(lost.first.status).toBe(202);
      // After the landing time.
      await moveBy(20 * MINUTE);
      const report = faults.arm('sweep', at, fault);
      await sweepOnce();
      await sweptFor(HOUR);
      const name = `${lost.name}, ${fault} at call ${at} of the sweep`;
      expect(await expectAgreement({ ...lost, name }), name).toBe(then);
      // The end of those that stay would be swept beside the next ones.
      if (then === 'Authorized') await post(lost.reference, step, bodyOf(step));
      return report;
    });
  });
});

it.each(FAULTS)('a sweep that meets %s at the end of a hold releases it, once', async (fault) => {
  await atEachCall({ first: SHARDS_SWEPT + 1, step: 1, skipped: SHARDS_SWEPT }, 4, async (at) => {
    const { paymentReferenceNumber: reference, authorization } = await hold();
    const endMs = Date.parse(authorization.captureBefore);
    await moveBy(endMs - DAY + MINUTE - harness.now().getTime());
    await sweepOnce();
    expect((await stored(reference)).authorization?.isEndTold).toBe(true);
    await moveBy(DAY);
    const report = faults.arm('sweep', at, fault);
    await sweepOnce();
    await sweptFor(2 * HOUR);
    expect((await show(reference)).status, `${fault} at call ${at}`).toBe('Released');
    const moves = await movesAt(reference);
    expect(moves, `${fault} at call ${at}`).toEqual(FREED);
    return report;
  });
});
