// A crash, a lost request, a lost answer or an outage at every call of every refund endpoint, with and
// without a repeat by the merchant: in the end our records equal the bank's ledger, and nothing was sent
// twice.
import { afterEach, describe, expect, it } from 'vitest';
import { forgetBank } from '#flows/bank-connection.ts';
import { isFencedOff } from '#flows/lease.ts';
import { type RefundData, type RefundDriver, refundDriver } from '../../drivers/refund-driver.ts';
import {
  atEachCall,
  callsToFault,
  FAULTS_TO_INJECT,
  type Fault,
  type FaultReport,
  openFaults,
} from '../../harness/faults.ts';
import { type ApiAnswer, DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const own = refundDriver(harness);

type Answer = ApiAnswer<RefundData>;
/** A call for a new payment, which can be repeated. */
type Case = { driver: RefundDriver; payment: string; send: (key: string | undefined) => Promise<Answer> };
const { settings } = harness.service.bank;
const withKey = (key: string | undefined) =>
  key === undefined ? {} : { headers: { 'idempotency-key': key } };

const approval = async (): Promise<Case> => {
  const payment = await own.pay();
  const refundId = await own.pendingRefundId(payment, 40);
  return { driver: own, payment, send: (key) => own.approve(refundId, withKey(key)) };
};
/**
 * The bank closes its batch between the sale and the approval, so that it refuses the void that is tried
 * first.
 */
const lateApproval = async (): Promise<Case> => {
  const payment = await own.pay();
  const refundId = await own.pendingRefundId(payment, 100);
  await harness.moveBy(2 * MINUTE);
  const istanbul = new Date(harness.now().getTime() + 3 * HOUR - MINUTE);
  settings.batchClose = istanbul.toISOString().slice(11, 16);
  return { driver: own, payment, send: (key) => own.approve(refundId, withKey(key)) };
};
const CASES: { name: string; functionName: string; makeCase: () => Promise<Case> }[] = [
  {
    name: 'POST /api/Refund',
    functionName: 'refund-create',
    makeCase: async () => {
      const payment = await own.pay();
      return { driver: own, payment, send: (key) => own.request(payment, 40, {}, withKey(key)) };
    },
  },
  { name: 'POST /api/Refund/{id}/approve', functionName: 'refund-approve', makeCase: approval },
  {
    name: 'POST /api/Refund/{id}/approve after the batch close',
    functionName: 'refund-approve',
    makeCase: lateApproval,
  },
  {
    name: 'POST /api/Refund/{id}/reject',
    functionName: 'refund-reject',
    makeCase: async () => {
      const payment = await own.pay();
      const refundId = await own.pendingRefundId(payment, 40);
      const body = { reason: 'Kullanılmış' };
      return { driver: own, payment, send: (key) => own.reject(refundId, body, withKey(key)) };
    },
  },
  {
    name: 'POST /api/Refund/partial with a new connection to the bank',
    functionName: 'refund-partial',
    makeCase: async () => {
      const driver = refundDriver(harness, await harness.service.addMerchant());
      const payment = await driver.pay({ isBankNew: true });
      return { driver, payment, send: (key) => driver.partial(payment, 40, withKey(key)) };
    },
  },
  {
    name: 'POST /api/Refund/cancellations',
    functionName: 'refund-cancellations',
    makeCase: async () => {
      const payment = await own.pay();
      return { driver: own, payment, send: (key) => own.cancel(payment, withKey(key)) };
    },
  },
];

afterEach(() => {
  settings.batchClose = '24:00';
});

type FaultedCall = Case & { name: string; key: string; report: FaultReport; first: Answer; second?: Answer };
let keys = 0;

/** Calls the endpoint with this fault at each of its calls in turn, until it makes no more calls. */
async function faultEachCall(
  functionName: string,
  makeCase: () => Promise<Case>,
  fault: Fault,
  calls = { first: 1, step: 1, skipped: 0 },
) {
  const faulted: FaultedCall[] = [];
  await atEachCall(calls, 3, async (at) => {
    const one = await makeCase();
    keys += 1;
    const key = `KEY-${keys}`;
    // A container reads the lease once a minute: the numbers of calls would differ from turn to turn.
    await expect.poll(isFencedOff).toBe(false);
    const report = faults.arm(functionName, at, fault);
    const first = await one.send(key);
    // Lambda starts another container after a crash, which does not wait for the first one's connections.
    if (report.hit?.to === 'keys') forgetBank(one.driver.merchantId);
    if (report.hit === undefined) return report;
    const name = `${fault} at call ${report.at}, ${report.hit.to} ${report.hit.action}`;
    faulted.push({ ...one, name, key, report, first });
    return report;
  });
  return faulted;
}

const BATCH_CLOSED = 'CORE-2008';

/** The invariants that hold once no call is in progress. */
async function expectConsistent(all: FaultedCall[]): Promise<void> {
  const ledger = harness.service.bank.ledger();
  for (const { name, driver, payment, first, second } of all) {
    await driver.checkBooks([payment], ledger);
    const refunds = await driver.refundsOf(payment);
    const live = refunds.filter(({ status }) => status !== 'Failed');
    const statuses = refunds.map(({ status }) => status);
    expect(statuses, name).not.toContain('Processing');
    expect(live.length, name).toBeLessThanOrEqual(1);
    // A refund fails only if the bank was not reached; the bank itself declined nothing.
    const failures = refunds.filter(({ status }) => status === 'Failed').map(({ errorCode }) => errorCode);
    expect(new Set([...failures, 'BANK_UNAVAILABLE']).size, name).toBe(1);
    const given = driver.operations(payment, ledger).filter(({ code }) => code !== BATCH_CLOSED);
    const isDone = live.some(({ status }) => status === 'Completed');
    expect(
      given.map(({ outcome }) => outcome),
      name,
    ).toEqual(isDone ? ['approved'] : []);
    // Every answer that reported success or Processing is true.
    for (const answer of [first, second]) {
      if (answer === undefined || answer.status >= 300) continue;
      expect(live[0]?.refundId, name).toBe(answer.json.data.refundId);
      if (answer.json.data.status !== 'Processing')
        expect(live[0]?.status, name).toBe(answer.json.data.status);
    }
  }
}

describe.each(CASES)('$name', ({ functionName, makeCase }) => {
  it.each(FAULTS_TO_INJECT)(
    'the records are consistent after %s at any call without a repeat',
    async (fault) => {
      const calls = callsToFault(fault, { sparse: 2 });
      const all = await faultEachCall(functionName, makeCase, fault, calls);
      const met = all.map(({ report }) => report.hit?.to);
      expect(met).toContain('table');
      const isComplete = calls.step === 1 && functionName === 'refund-partial';
      if (isComplete) expect(new Set(met)).toEqual(new Set(['table', 'keys', 'bank']));
      await harness.moveBy(2 * DAY);
      await expectConsistent(all);
    },
  );

  it.each(FAULTS_TO_INJECT)(
    'a repeat with the same key completes the refund after %s at any call',
    async (fault) => {
      const all = await faultEachCall(
        functionName,
        makeCase,
        fault,
        callsToFault(fault, { sparse: 2, turn: 1 }),
      );
      await harness.moveBy(MINUTE + SECOND);
      for (const one of all) {
        one.second = await one.send(one.key);
        expect([200, 201, 202], `${one.name}: ${one.second.text}`).toContain(one.second.status);
      }
      await harness.moveBy(2 * DAY);
      await expectConsistent(all);
      for (const { driver, payment, name, key, send, second } of all) {
        const live = (await driver.refundsOf(payment)).filter(({ status }) => status !== 'Failed');
        expect(live.length, name).toBe(1);
        // A further call gets the same answer, byte for byte.
        const third = await send(key);
        expect([third.status, third.text], name).toEqual([second?.status, second?.text]);
        expect(third.headers['idempotent-replayed'], name).toBe('true');
      }
    },
  );
});

it('an interrupted approval can be repeated without a key and returns the state of the refund', async () => {
  for (const fault of ['crash before', 'crash after'] as const) {
    const all = await faultEachCall('refund-approve', approval, fault);
    for (const one of all) {
      one.second = await one.send(undefined);
      expect([200, 202], one.name).toContain(one.second.status);
    }
    await harness.moveBy(2 * DAY);
    await expectConsistent(all);
    for (const { name, send } of all) {
      const last = await send(undefined);
      expect([last.status, last.json.data.status], name).toEqual([200, 'Completed']);
    }
  }
});
