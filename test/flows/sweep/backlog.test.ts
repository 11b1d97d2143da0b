// A backlog of overdue charges is shared out to invocations of the charge function, so that it is worked off
// at the rate that the banks allow, and buyers do not wait for it.
import { describe, expect, it } from 'vitest';
import { openBankQueue, type SweptRow } from '#flows/sweep/bank-queue.ts';
import { readShard } from '#flows/sweep/shard-reader.ts';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { orderViews } from '../../journeys/order.ts';

const charge = (merchantId: string, id: string, isShut = false): SweptRow => ({
  noun: 'RECURRING',
  merchantId,
  id,
  isBuyers: false,
  asksNoBank: false,
  cannotWait: false,
  access: { isShut: async () => isShut },
});

/** A queue of a bank, with the rows that it recovered and those that it shared out. */
function queueOf(isShut = false) {
  const recovered: SweptRow[] = [];
  const shares: SweptRow[][] = [];
  const queue = openBankQueue({
    bank: { isShut: async () => isShut },
    probe: async () => {},
    recover: async (row) => void recovered.push(row),
    shareOut: async (more) => void shares.push(...more),
    hasTime: () => true,
  });
  return { queue, recovered, shares };
}

describe('the charges of a bank that are overdue', () => {
  it('charges wait for all buyers of the bank, also for those that no worker has started yet', async () => {
    const started: string[] = [];
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const queue = openBankQueue({
      bank: { isShut: async () => false },
      probe: async () => {},
      recover: async ({ noun }) => {
        started.push(noun);
        await answered;
      },
      shareOut: async () => {},
      hasTime: () => true,
    });
    for (let at = 0; at < 60; at += 1) {
      queue.offer(charge('M', `${at}`));
      queue.offer({ ...charge('buyer', `${at}`), noun: 'PAYMENT', isBuyers: true });
    }
    const finishing = queue.finish();
    answer();
    await finishing;
    expect(started.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'PAYMENT'));
    expect(started).toHaveLength(120);
  });

  it('up to a thousand overdue charges of a bank are made by the sweep itself', async () => {
    const { queue, recovered, shares } = queueOf();
    for (let at = 0; at < 1_000; at += 1) queue.offer(charge('M', `${at}`));
    await queue.finish();
    expect([recovered.length, shares.length]).toEqual([1_000, 0]);
  });

  it('more than a thousand overdue charges are shared out, merchants in turn', async () => {
    const { queue, recovered, shares } = queueOf();
    for (let at = 0; at < 11_000; at += 1) queue.offer(charge('large', `${at}`));
    for (let at = 0; at < 80; at += 1) queue.offer(charge('small', `${at}`));
    queue.offer({ ...charge('large', 'TRY'), noun: 'HOLD' });
    queue.offer({ ...charge('buyer', 'P'), noun: 'PAYMENT', isBuyers: true });
    await queue.finish();
    expect(recovered.map(({ noun }) => noun).sort()).toEqual(['HOLD', 'PAYMENT']);
    expect(shares.map(({ length }) => length)).toEqual(Array.from({ length: 40 }, () => 250));
    // The charges of the small merchant are among the first of the shares.
    const first = shares.flatMap((share) => share.slice(0, 4)).map(({ merchantId }) => merchantId);
    expect(first.filter((merchantId) => merchantId === 'small')).toHaveLength(80);
    const ids = shares.flat().map(({ merchantId, id }) => `${merchantId} ${id}`);
    expect(new Set(ids).size).toBe(10_000);
  });

  it('overdue charges are not shared out while the bank does not answer', async () => {
    const { queue, shares } = queueOf(true);
    for (let at = 0; at < 2_000; at += 1) queue.offer(charge('M', `${at}`, true));
    expect([await queue.finish(), shares]).toEqual([{ deferred: 2_000 }, []]);
  });

  it('a row that cannot wait is recovered once the bank was probed for its virtual POS', async () => {
    const order: string[] = [];
    const access = { isShut: async () => !order.includes('answered') };
    const queue = openBankQueue({
      bank: { isShut: async () => false },
      probe: async () => void order.push('answered'),
      recover: async ({ id }) => void order.push(id),
      shareOut: async () => {},
      hasTime: () => true,
    });
    for (const id of ['1', '2'])
      queue.offer({ ...charge('M', id), isBuyers: true, cannotWait: true, access });
    await queue.finish();
    expect(order).toEqual(['answered', '1', '2']);
  });
});

/** The bank's response time, the time in which an invocation starts sales, and the executions of `charge`. */
const [SALE_MS, SHARE_MS, EXECUTIONS] = [800, 195_000, 200];
const SWEEP_MS = 5 * MINUTE;
const CHARGES = rounds(100_000, 20_000);

/** Returns the rows that the shares make until the next sweep; a share may wait for an execution. */
function madeOf(shares: readonly SweptRow[][]): SweptRow[] {
  return shares.flatMap((share, at) => {
    const startMs = Math.floor(at / EXECUTIONS) * SHARE_MS;
    const timeMs = Math.min(SHARE_MS, Math.max(0, SWEEP_MS - startMs));
    return share.slice(0, Math.floor(timeMs / SALE_MS));
  });
}

/** A whole sweep of one bank: the rows that it makes itself, and its shares. */
async function sweepBank(bank: number, overdue: ReadonlySet<string>) {
  const { queue, recovered, shares } = queueOf();
  for (const id of [...overdue].slice(0, 12_000)) queue.offer(charge(`${bank}`, id));
  await queue.finish();
  return { recovered, shares };
}

it.each([
  { banks: 1, minutes: 60 },
  { banks: 10, minutes: 15 },
])(
  '100,000 overdue charges, in CI, at $banks banks are made within $minutes minutes',
  async ({ banks, minutes }) => {
    const left = Array.from({ length: banks }, () => new Set<string>());
    for (let at = 0; at < CHARGES; at += 1) left[at % banks]?.add(`${at}`);
    let sweeps = 0;
    for (; left.some(({ size }) => size > 0); sweeps += 1) {
      const swept = await Promise.all(left.map((overdue, bank) => sweepBank(bank, overdue)));
      // Scheduler starts the shares of all banks at the same time.
      const started = Array.from({ length: 40 }, (_, at) =>
        swept.flatMap(({ shares }) => shares.slice(at, at + 1)),
      );
      const made = [...swept.flatMap(({ recovered }) => recovered), ...madeOf(started.flat())];
      for (const { merchantId, id } of made) left[Number(merchantId)]?.delete(id);
    }
    expect((sweeps * SWEEP_MS) / MINUTE).toBeLessThanOrEqual(minutes);
  },
);

it('charges that fill their lane are refused, and leave the lane of buyers as it is', async () => {
  const { queue, recovered } = queueOf();
  const offered = Array.from({ length: 12_001 }, (_, at) => queue.offer(charge('M', `${at}`)));
  expect([offered.indexOf(false), offered.at(-1)]).toEqual([12_000, false]);
  expect(queue.offer({ ...charge('buyer', 'P'), noun: 'PAYMENT', isBuyers: true })).toBe(true);
  await queue.finish();
  expect(recovered.map(({ noun }) => noun)).toEqual(['PAYMENT']);
});

it('a shard is read until a page finds no room: charges of another bank between them are read', async () => {
  const { queue } = queueOf();
  const other = queueOf();
  let read = 0;
  async function* pages() {
    for (;;) {
      read += 1;
      const isMixed = read === 13;
      yield Array.from({ length: 1_000 }, (_, at) => charge(isMixed && at === 0 ? 'other' : 'M', `${at}`));
    }
  }
  const overdue = await readShard(
    pages(),
    () => true,
    async (page) =>
      page.map((row) => ({
        isOverdue: true,
        isRefused: !(row.merchantId === 'other' ? other : { queue }).queue.offer(row),
      })),
  );
  expect([read, overdue]).toEqual([14, 14_000]);
});

describe('a backlog of charges', async () => {
  const faults = openFaults();
  const harness = await startHarness({ around: faults.around });
  const { service, now, moveBy, merchant, buyer, createPage } = harness;
  const driver = recurringPaymentDriver(harness);
  const { paymentsOf } = orderViews(harness);

  /**
   * Creates charges that are ten minutes overdue, at a full five minutes of the clock; the clock stands
   * still.
   */
  async function overduePlans(count: number) {
    const dueMs = Math.ceil((now().getTime() + MINUTE) / SWEEP_MS) * SWEEP_MS;
    const startDate = new Date(dueMs).toISOString();
    const plans = await Promise.all(Array.from({ length: count }, () => driver.create({ startDate })));
    await service.timeline.setRunning(false);
    await service.timeline.moveTo(dueMs + 10 * MINUTE);
    return plans;
  }
  async function expectChargedOnce(plans: readonly { id: string }[]): Promise<void> {
    for (const { id } of plans) {
      expect(driver.sales(id)).toHaveLength(1);
      await driver.checkBooks(id);
      await driver.cancel(id);
    }
  }

  it('a backlog of charges is made once, also if a share of it is delivered twice', async () => {
    const plans = await overduePlans(3);
    const { merchantId } = merchant;
    const overdue = plans.map(({ id: recurringPaymentId }) => ({ merchantId, recurringPaymentId }));
    const share = () => service.lambdas.invoke('charge', { overdue });
    const made = (await Promise.all([share(), share()])) as { made: number }[];
    expect(made.reduce((sum, one) => sum + one.made, 0)).toBe(3);
    expect(await share()).toEqual({ made: 0 });
    await service.timeline.setRunning(true);
    await moveBy(10 * MINUTE);
    await expectChargedOnce(plans);
  });

  it('a backlog delays no buyer: an unknown payment is found in two minutes while charges run', async () => {
    const plans = await overduePlans(12);
    const charging = faults.hold('sweep', 'bank');
    const sweeping = service.lambdas.invoke('sweep', {});
    await charging.reached;
    const { hostedPageUrl, orderNumber } = await createPage();
    const cardNumber = newCardNumber();
    service.bank.script(['lost-after'], cardNumber);
    await buyer.submit(await buyer.open(hostedPageUrl), { cardNumber });
    const statuses = async () => (await paymentsOf(orderNumber)).map(({ status }) => status);
    expect(await statuses()).toEqual(['Processing']);
    await service.timeline.setRunning(true);
    await moveBy(2 * MINUTE);
    expect(await statuses()).toEqual(['Successful']);
    charging.release();
    await sweeping;
    await moveBy(10 * MINUTE);
    await expectChargedOnce(plans);
  });
});
