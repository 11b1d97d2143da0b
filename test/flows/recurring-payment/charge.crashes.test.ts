// A charge, the sweep after it and the endpoints that plan charges meet a crash, a lost call, a lost answer
// or an outage at every single call. After recovery the bank's books equal ours, no period was charged twice,
// and every active recurring payment has a next action (crash-safety.md C1 to C8).
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import {
  atEachCall,
  callsToFault,
  FAULTS_TO_INJECT,
  type Fault,
  type FaultReport,
  openFaults,
} from '../../harness/faults.ts';
import { DAY, HOUR, MINUTE, SECOND, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z'), around: faults.around });
const { service, logs, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

const HARSH = FAULTS_TO_INJECT.filter((fault) => fault.startsWith('crash') || fault.includes('then'));

type Case = { id: string; name: string; report: FaultReport };

const nextFullMinute = () => Math.ceil(now().getTime() / MINUTE) * MINUTE;
/** The recurring payments whose card is not declined share a customer and a card. */
const owner = { customerId: await driver.customer(), cardStorageId: await driver.card() };
/** Creates a recurring payment after AWS's own retries of earlier invocations have ended. */
async function dueSoon(more: Record<string, unknown> = owner) {
  await moveBy(15 * MINUTE);
  const dueMs = nextFullMinute() + HOUR;
  return { dueMs, record: await driver.create({ startDate: new Date(dueMs).toISOString(), ...more }) };
}

/** Runs the function with this fault at each of its calls in turn. A case takes days of the local clock. */
async function faultAtEachCall(
  { functionName, fault, least = 1 }: { functionName: string; fault: Fault; least?: number },
  one: (arm: () => void) => Promise<string>,
): Promise<Case[]> {
  const cases: Case[] = [];
  // Of the calls of a sweep that read the due rows, only the last one is faulted.
  const skipped = functionName === 'sweep' ? SHARDS_SWEPT : 0;
  await atEachCall(callsToFault(fault, { sparse: 3, skipped }), least, async (at) => {
    let report: FaultReport = { calls: [], hit: undefined, at: 0 };
    const id = await one(() => {
      report = faults.arm(functionName, at, fault);
    });
    const { hit } = report;
    if (hit === undefined) await driver.cancel(id);
    else cases.push({ id, report, name: `${fault} at call ${report.at}, ${hit.to} ${hit.action}` });
    return report;
  });
  return cases;
}

async function expectRecovered(cases: Case[], outcome: 'approved' | 'declined'): Promise<void> {
  for (const { id, name } of cases) {
    await driver.checkBooks(id);
    const [first] = await driver.attempts(id);
    expect(first?.status, name).toBe(outcome === 'approved' ? 'Succeeded' : 'Failed');
    const { status } = await driver.payment(first?.paymentReferenceNumber ?? null);
    expect(status, name).toBe(outcome === 'approved' ? 'Successful' : 'Failed');
    await driver.cancel(id);
  }
}

describe('a charge', () => {
  it.each(FAULTS_TO_INJECT)(
    'a charge makes and records its sale once and plans the next, with a "%s" at any call',
    async (fault) => {
      const cases = await faultAtEachCall({ functionName: 'charge', fault, least: 6 }, async (arm) => {
        const { record, dueMs } = await dueSoon();
        arm();
        await service.timeline.moveTo(dueMs);
        return record.id;
      });
      await moveBy(DAY);
      for (const { id, name } of cases) {
        expect(driver.sales(id).length, name).toBe(1);
        expect(await driver.show(id), name).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
      }
      // A month later the planned charge is made.
      await moveBy(31 * DAY);
      for (const { id, name } of cases) expect(driver.sales(id).length, name).toBe(2);
      await expectRecovered(cases, 'approved');
    },
  );

  const DECLINES: [code: string, status: string][] = [
    ['51', 'PastDue'],
    ['43', 'Unpaid'],
    ['R1', 'Cancelled'],
  ];
  const MATRIX = DECLINES.flatMap((decline) => HARSH.map((fault) => [...decline, fault] as const));
  it.each(MATRIX)(
    'a charge with decline %s leads to %s and is recorded once, with a "%s" at any call',
    async (code, status, fault) => {
      const cases = await faultAtEachCall({ functionName: 'charge', fault }, async (arm) => {
        const { record, dueMs } = await dueSoon({ customerId: owner.customerId, retryIntervalHours: 720 });
        service.bank.script([`decline:${code}`]);
        arm();
        await service.timeline.moveTo(dueMs);
        // If the sale did not reach the bank, the sweep or the retry receives the same answer.
        await moveBy(20 * MINUTE);
        service.bank.script([]);
        return record.id;
      });
      await moveBy(2 * HOUR);
      for (const { id, name } of cases) {
        expect(await driver.show(id), name).toMatchObject({
          status,
          failedAttemptCount: status === 'Cancelled' ? 0 : 1,
        });
        expect(driver.sales(id).length, name).toBe(1);
      }
      await expectRecovered(cases, 'declined');
    },
  );
});

describe('the sweep after a charge whose answer was lost', () => {
  const CASES = [
    ...FAULTS_TO_INJECT.map((fault) => ['lost-after', fault] as const),
    ...HARSH.map((fault) => ['lost-before', fault] as const),
  ];
  it.each(CASES)('the sweep records a "%s" sale once, with a "%s" at any call', async (lost, fault) => {
    const chargeAndSweep = async (arm: () => void) => {
      const { record, dueMs } = await dueSoon();
      service.bank.script([lost]);
      await service.timeline.moveTo(dueMs);
      expect((await driver.attempts(record.id)).map(({ status }) => status)).toEqual(['Processing']);
      arm();
      await moveBy(6 * MINUTE);
      return record.id;
    };
    const cases = await faultAtEachCall({ functionName: 'sweep', fault, least: 5 }, chargeAndSweep);
    await moveBy(DAY);
    for (const { id, name } of cases) {
      expect(driver.sales(id).length, name).toBe(1);
      expect(await driver.show(id), name).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
    }
    await expectRecovered(cases, 'approved');
  });
});

describe('an endpoint that plans a charge', () => {
  let keys = 0;
  it.each(FAULTS_TO_INJECT)('a creation makes one plan, with a "%s" at any call', async (fault) => {
    await atEachCall(callsToFault(fault), 1, async (at) => {
      keys += 1;
      const headers = { 'idempotency-key': `CREATE-${keys}` };
      const startDate = new Date(nextFullMinute() + HOUR).toISOString();
      const body = await driver.body({
        customerId: await driver.customer(),
        startDate,
        subscriptionName: `Deneme ${keys}`,
      });
      const report = faults.arm('recurring-payment-create', at, fault);
      await driver.post(body, { headers });
      if (report.hit === undefined) return report;
      const name = `${fault} at call ${report.at}, ${report.hit.to} ${report.hit.action}`;
      await moveBy(MINUTE + SECOND);
      const again = await driver.post(body, { headers });
      expect(again.status, name).toBe(201);
      const path = `/api/RecurringPayment?customerId=${again.json.data.customerId}`;
      const listed = await harness.api<{ items: { id: string }[] }>('GET', path);
      expect(
        listed.json.data.items.map(({ id }) => id),
        name,
      ).toEqual([again.json.data.id]);
      await moveBy(2 * HOUR);
      expect(driver.sales(again.json.data.id).length, name).toBe(1);
      await driver.cancel(again.json.data.id);
      return report;
    });
  });

  it.each(FAULTS_TO_INJECT)('a resume leads to one due charge, with a "%s" at any call', async (fault) => {
    const cases = await faultAtEachCall(
      { functionName: 'recurring-payment-resume', fault, least: 3 },
      async (arm) => {
        const { record } = await dueSoon();
        await driver.pause(record.id);
        arm();
        await driver.resume(record.id);
        await driver.resume(record.id);
        await moveBy(2 * HOUR);
        return record.id;
      },
    );
    for (const { id, name } of cases) expect(driver.sales(id).length, name).toBe(1);
    await expectRecovered(cases, 'approved');
  });

  it.each(FAULTS_TO_INJECT)(
    'a cancel call ends the recurring payment or leaves it to be charged, with a "%s" at any call',
    async (fault) => {
      const cases = await faultAtEachCall(
        { functionName: 'recurring-payment-cancel', fault, least: 3 },
        async (arm) => {
          const { record } = await dueSoon();
          arm();
          await driver.cancel(record.id);
          await moveBy(2 * HOUR);
          return record.id;
        },
      );
      for (const { id, name } of cases) {
        const { status } = await driver.show(id);
        expect(driver.sales(id).length, name).toBe(status === 'Cancelled' ? 0 : 1);
        await driver.checkBooks(id);
        await driver.cancel(id);
      }
    },
  );

  it.each(FAULTS_TO_INJECT)(
    'a new expiry triggers one sale at once, with a "%s" at any call',
    async (fault) => {
      const cases = await faultAtEachCall({ functionName: 'card-update', fault, least: 3 }, async (arm) => {
        const { record, dueMs } = await dueSoon({ customerId: owner.customerId });
        service.bank.script(['decline:43']);
        await service.timeline.moveTo(dueMs + MINUTE);
        arm();
        await driver.renewCard(record.cardStorageId);
        if ((await driver.renewCard(record.cardStorageId)).status !== 200)
          throw new Error('The card was not renewed.');
        await moveBy(20 * MINUTE);
        return record.id;
      });
      for (const { id, name } of cases) {
        expect(
          driver.sales(id).map(({ outcome }) => outcome),
          name,
        ).toEqual(['declined', 'approved']);
        await driver.checkBooks(id);
        await driver.cancel(id);
      }
    },
  );
});

it('no log line of these charges contains a card number', async () => {
  expect(logs.filter((line) => /\b9999\d{12}\b/.test(line))).toEqual([]);
  expect(logs.filter((line) => line.includes('recurring charge')).length).toBeGreaterThan(50);
});
