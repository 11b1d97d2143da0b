// A single charge meets a fault at each of its calls to the table, the keys and the bank, with and without a
// repeat by the shop. In the end the order was sold at most once, and our records equal the bank's.
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetBank } from '#flows/bank-connection.ts';
import { isFencedOff } from '#flows/lease.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { newCardNumber } from '../../drivers/recurring-payment-driver.ts';
import { type ChargedPayment, singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { atEachCall, FAULTS, type Fault, type FaultReport, openFaults } from '../../harness/faults.ts';
import { type ApiAnswer, MINUTE, SECOND, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
checkBooksAtEnd(harness);
const { service, merchant, moveBy } = harness;
const own = singleChargeDriver(harness);
const { paymentsOf, approvedSalesOf } = orderViews(harness);

/** The sweeps of the service are stopped: they read the table too, and their calls would be counted. */
await service.timeline.setRunning(false);
async function untilQuiet(): Promise<void> {
  await service.timeline.setRunning(true);
  await moveBy(30 * MINUTE);
  await service.timeline.setRunning(false);
}

type Answer = ApiAnswer<ChargedPayment>;
type Faulted = {
  name: string;
  given: Record<string, unknown>;
  key: string;
  cardNumber: string;
  first: Answer;
  report: FaultReport;
};
let keys = 0;

/** Charges a new card; the bank answers with `outcome`; the endpoint meets the fault at its n-th call. */
async function chargeWithFault(outcome: string, at: number, fault: Fault): Promise<Faulted> {
  const cardNumber = newCardNumber();
  const given = await own.body({ cardStorageId: await own.card(cardNumber) });
  service.bank.script([outcome], cardNumber);
  // As a new container: with a known bank the numbers of calls would differ from turn to turn.
  forgetBank(merchant.merchantId);
  const report = faults.arm('payment-charge', at, fault);
  const key = `CRASH-${++keys}`;
  const first = await own.post(given, key);
  return { name: `${outcome}, ${fault} at call ${report.at}`, given, key, cardNumber, first, report };
}

/** The records of an order equal the bank's. Returns true if the order is paid. */
async function expectAgreement({ name, given, first }: Faulted): Promise<boolean> {
  const orderNumber = String(given['orderNumber']);
  const payments = await paymentsOf(orderNumber);
  const approved = await approvedSalesOf(orderNumber);
  const successful = payments.filter(({ status }) => status === 'Successful');
  expect(
    payments.map(({ status }) => status),
    name,
  ).not.toContain('Processing');
  expect(approved.length, name).toBeLessThanOrEqual(1);
  expect(
    successful.map(({ bankReferenceNumber }) => bankReferenceNumber),
    name,
  ).toEqual(approved.map(({ hostReference }) => hostReference));
  // What the shop was told is true.
  if (first.status === 201) expect(successful, name).toHaveLength(1);
  if (first.status === 422) expect(successful, name).toHaveLength(0);
  return successful.length === 1;
}

beforeAll(async () => void (await chargeWithFault('approve', Number.POSITIVE_INFINITY, 'outage')));

describe.each(['approve', 'decline:51'])('a charge that the bank answers with %s', (outcome) => {
  it.each(FAULTS)('is sold at most once after %s at any call, also if the shop repeats it', async (fault) => {
    const all: Faulted[] = [];
    await atEachCall({ first: 1, step: 1, skipped: 0 }, 5, async (at) => {
      // A container reads the lease once a minute: the numbers of calls would differ from turn to turn.
      await expect.poll(isFencedOff).toBe(false);
      const one = await chargeWithFault(outcome, at, fault);
      if (one.report.hit !== undefined) all.push(one);
      return one.report;
    });
    expect(all.map(({ report }) => report.hit?.to)).toEqual(expect.arrayContaining(['table', 'bank']));
    for (const { name, first } of all) expect([201, 202, 422, 500, 503], name).toContain(first.status);
    // Half of the shops repeat the call once its function can run no more, the others after the sweep.
    await moveBy(MINUTE + SECOND);
    for (const [at, one] of all.entries()) {
      service.bank.script([], one.cardNumber);
      if (at % 2 === 0) expect((await own.post(one.given, one.key)).status, one.name).not.toBe(500);
    }
    await untilQuiet();
    for (const one of all) {
      await expectAgreement(one);
      let repeated = await own.post(one.given, one.key);
      // A sale that was never sent is refused once and frees its key: the next call begins anew.
      if (repeated.status === 503) repeated = await own.post(one.given, one.key);
      expect([201, 202, 422], `${one.name}: ${repeated.text}`).toContain(repeated.status);
      await expectAgreement(one);
      // A sale that never arrived and a decline leave the order to a call with another key.
      if (repeated.status !== 201) await own.post(one.given);
      expect(await approvedSalesOf(String(one.given['orderNumber'])), one.name).toHaveLength(1);
    }
    crashPoints += all.length;
  });
});

let crashPoints = 0;
it('at least 50 points of the call were broken', () => expect(crashPoints).toBeGreaterThanOrEqual(50));

it.each(FAULTS)('a charge whose sweep meets %s is finalized by the next sweep, once', async (fault) => {
  await atEachCall({ first: SHARDS_SWEPT + 1, step: 2, skipped: SHARDS_SWEPT }, 4, async (at) => {
    const lost = await chargeWithFault('lost-after', Number.POSITIVE_INFINITY, fault);
    expect(lost.first.status).toBe(202);
    await moveBy(2 * MINUTE);
    const report = faults.arm('sweep', at, fault);
    await service.lambdas.invoke('sweep', {}).catch(() => undefined);
    await untilQuiet();
    expect(await expectAgreement(lost), lost.name).toBe(true);
    return report;
  });
});
