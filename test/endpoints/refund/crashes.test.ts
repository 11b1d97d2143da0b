// A crash, a lost call, a lost answer or an outage at every single call of every refund door, with and
// without the merchant trying again: in the end the bank's books equal ours and nothing was sent twice.
import { afterEach, describe, expect, it } from 'vitest';
import { type RefundData, type RefundDriver, refundDriver } from '../../drivers/refund-driver.ts';
import { FAULTS_TO_MEET, type Fault, openFaults, type Strike } from '../../harness/faults.ts';
import { type ApiAnswer, DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const own = refundDriver(harness);

type Answer = ApiAnswer<RefundData>;
/** One call on a payment of its own, which may be made again. */
type Case = { driver: RefundDriver; payment: string; send: (key: string | undefined) => Promise<Answer> };
const { settings } = harness.service.bank;
const withKey = (key: string | undefined) =>
  key === undefined ? {} : { headers: { 'idempotency-key': key } };
const requested = async (payment: string) => (await own.request(payment, 40)).json.data.refundId;

const approval = async (): Promise<Case> => {
  const payment = await own.pay();
  const refundId = await requested(payment);
  return { driver: own, payment, send: (key) => own.approve(refundId, withKey(key)) };
};
/** The bank closes its batch between the sale and the approval: the void that is tried first is refused. */
const lateApproval = async (): Promise<Case> => {
  const payment = await own.pay();
  const { refundId } = (await own.request(payment, 100)).json.data;
  await harness.moveBy(2 * MINUTE);
  const istanbul = new Date(harness.now().getTime() + 3 * HOUR - MINUTE);
  settings.batchClose = istanbul.toISOString().slice(11, 16);
  return { driver: own, payment, send: (key) => own.approve(refundId, withKey(key)) };
};
const CASES: { name: string; door: string; makeCase: () => Promise<Case> }[] = [
  {
    name: 'a request',
    door: 'refund-create',
    makeCase: async () => {
      const payment = await own.pay();
      return { driver: own, payment, send: (key) => own.request(payment, 40, {}, withKey(key)) };
    },
  },
  { name: 'an approval', door: 'refund-approve', makeCase: approval },
  { name: 'an approval after the close', door: 'refund-approve', makeCase: lateApproval },
  {
    name: 'a rejection',
    door: 'refund-reject',
    makeCase: async () => {
      const payment = await own.pay();
      const refundId = await requested(payment);
      const body = { reason: 'Kullanılmış' };
      return { driver: own, payment, send: (key) => own.reject(refundId, body, withKey(key)) };
    },
  },
  {
    name: 'a partial refund, of a merchant whose bank is met for the first time',
    door: 'refund-partial',
    makeCase: async () => {
      const driver = refundDriver(harness, await harness.service.addMerchant());
      const payment = await driver.pay({ isBankNew: true });
      return { driver, payment, send: (key) => driver.partial(payment, 40, withKey(key)) };
    },
  },
  {
    name: 'a cancellation',
    door: 'refund-cancellations',
    makeCase: async () => {
      const payment = await own.pay();
      return { driver: own, payment, send: (key) => own.cancel(payment, withKey(key)) };
    },
  },
];

afterEach(() => {
  settings.batchClose = '22:00';
});

type Stricken = Case & { name: string; key: string; strike: Strike; first: Answer; second?: Answer };
let keys = 0;

/** The door under this fault at its first call, its second and so on, until it makes no more of them. */
async function strikeEachCall(door: string, makeCase: () => Promise<Case>, fault: Fault) {
  const stricken: Stricken[] = [];
  for (let at = 1; ; at += 1) {
    const one = await makeCase();
    keys += 1;
    const key = `KEY-${keys}`;
    const strike = faults.arm(door, at, fault);
    const first = await one.send(key);
    if (strike.met === undefined) return stricken;
    const name = `${fault} at call ${at}, ${strike.met.to} ${strike.met.action}`;
    stricken.push({ ...one, name, key, strike, first });
  }
}

const BATCH_CLOSED = 'CORE-2008';

/** What holds once everything is quiet, whatever broke. */
async function expectAllIsWell(all: Stricken[]): Promise<void> {
  const ledger = harness.service.bank.ledger();
  for (const { name, driver, payment, first, second } of all) {
    await driver.checkBooks([payment], ledger);
    const refunds = await driver.refundsOf(payment);
    const live = refunds.filter(({ status }) => status !== 'Failed');
    const statuses = refunds.map(({ status }) => status);
    expect(statuses, name).not.toContain('Processing');
    expect(live.length, name).toBeLessThanOrEqual(1);
    // Failed only because the bank was never reached; the bank itself has refused nothing.
    const failures = refunds.filter(({ status }) => status === 'Failed').map(({ errorCode }) => errorCode);
    expect(new Set([...failures, 'BANK_UNAVAILABLE']).size, name).toBe(1);
    const given = driver.operations(payment, ledger).filter(({ code }) => code !== BATCH_CLOSED);
    const isDone = live.some(({ status }) => status === 'Completed');
    expect(
      given.map(({ outcome }) => outcome),
      name,
    ).toEqual(isDone ? ['approved'] : []);
    // Who was told that it was done, or that it is under way, was told the truth.
    for (const told of [first, second]) {
      if (told === undefined || told.status >= 300) continue;
      expect(live[0]?.refundId, name).toBe(told.json.data.refundId);
      if (told.json.data.status !== 'Processing') expect(live[0]?.status, name).toBe(told.json.data.status);
    }
  }
}

describe.each(CASES)('$name', ({ door, makeCase }) => {
  it.each(FAULTS_TO_MEET)('%s, and nobody tries again', async (fault) => {
    const all = await strikeEachCall(door, makeCase, fault);
    const met = new Set(all.map(({ strike }) => strike.met?.to));
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(met).toContain('table');
    if (door === 'refund-partial') expect(met).toEqual(new Set(['table', 'keys', 'bank']));
    await harness.moveBy(2 * DAY);
    await expectAllIsWell(all);
  });

  it.each(FAULTS_TO_MEET)('%s, and the merchant tries again with the same key', async (fault) => {
    const all = await strikeEachCall(door, makeCase, fault);
    await harness.moveBy(MINUTE + SECOND);
    for (const one of all) {
      one.second = await one.send(one.key);
      expect([200, 201, 202], `${one.name}: ${one.second.text}`).toContain(one.second.status);
    }
    await harness.moveBy(2 * DAY);
    await expectAllIsWell(all);
    for (const { driver, payment, name, key, send, second } of all) {
      const live = (await driver.refundsOf(payment)).filter(({ status }) => status !== 'Failed');
      expect(live.length, name).toBe(1);
      // And once more: the same answer, byte for byte.
      const third = await send(key);
      expect([third.status, third.text], name).toEqual([second?.status, second?.text]);
      expect(third.headers['idempotent-replayed'], name).toBe('true');
    }
  });
});

it('an approval that broke off is told as it stands to whoever approves again without a key', async () => {
  for (const fault of ['crash before', 'crash after'] as const) {
    const all = await strikeEachCall('refund-approve', approval, fault);
    for (const one of all) {
      one.second = await one.send(undefined);
      expect([200, 202], one.name).toContain(one.second.status);
    }
    await harness.moveBy(2 * DAY);
    await expectAllIsWell(all);
    for (const { name, send } of all) {
      const last = await send(undefined);
      expect([last.status, last.json.data.status], name).toEqual([200, 'Completed']);
    }
  }
});
