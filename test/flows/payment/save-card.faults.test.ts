// A buyer saves a card while a call to the table, the keys or the bank fails. A failure to save never stops
// the payment, and a card is stored only if the payment that names it has succeeded.
import { beforeEach, describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { RIGHT_CODE } from '../../drivers/buyer.ts';
import { savingBuyers } from '../../endpoints/hosted-page/save-card/saving-buyers.ts';
import { atEachCall, FAULTS, type Fault, openFaults } from '../../harness/faults.ts';
import { startFaultyTable } from '../../harness/faulty-table.ts';
import { MINUTE, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';
import { isThorough } from '../../harness/thoroughness.ts';

const wire = await startFaultyTable();
const faults = openFaults();
let isCallbackLost = false;
const harness = await startHarness({
  around: async (invocation, run) => {
    if (isCallbackLost && invocation.functionName === 'hosted-page-three-d-callback') {
      throw new Error('callback lost');
    }
    return await faults.around(invocation, run);
  },
});
checkBooksAtEnd(harness);
const { service, buyer, moveBy } = harness;
const plain = await savingBuyers(harness, 'never');
const secure = await savingBuyers(harness, 'newCards');
const TICKED = { saveCard: 'yes' };

/** The sweeps of the service are stopped: they read the table too, and their calls would be counted. */
await service.timeline.setRunning(false);

async function untilQuiet(): Promise<void> {
  await service.timeline.setRunning(true);
  // 25 minutes are long enough for an abandoned challenge to expire.
  await moveBy(25 * MINUTE);
  await service.timeline.setRunning(false);
}

/** Warms the functions up, so that no counted call reads the merchant's bank connection. */
beforeEach(async () => {
  await plain.pay(await plain.makeCustomer());
  await secure.pay(await secure.makeCustomer());
});

/** CI tries every fault at every call; otherwise a crash at one call of three saves time. */
const FAULTS_HERE: readonly Fault[] = isThorough ? FAULTS : ['crash after'];
const STRIDE = isThorough ? 1 : 3;
const CALLS = { first: 1, step: STRIDE, skipped: 0 };

type Saved = { customer: string; token: string };

/** After recovery a paid page has its card, or none if only the saving failed. An unpaid page has none. */
async function expectCardAsPaid(buyers: typeof plain, { customer, token }: Saved) {
  const { showPage, cardsOf, pendingRow } = buyers;
  const { state, payment } = await showPage(token);
  const ids = (await cardsOf(customer)).map(({ id }) => id);
  if (state !== 'Paid') {
    expect([state, ids]).toEqual(['Open', []]);
    return 'open';
  }
  const named = payment?.['cardStorageId'] ?? undefined;
  expect(ids).toEqual(named === undefined ? [] : [named]);
  expect((await pendingRow(token)) ?? {}).not.toHaveProperty('sealed');
  // The stored number can be decrypted and is the one that paid.
  if (named !== undefined) await payWith(buyers, String(named), customer);
  return named === undefined ? 'paid' : 'saved';
}

async function payWith({ open }: typeof plain, savedCard: string, customer: string): Promise<void> {
  const next = await open(customer);
  expect(next.form.text).toContain(savedCard);
  expect((await buyer.post(next.form, { savedCard, cvv: '123' })).status).toBe(303);
}

describe.each(FAULTS_HERE)('saving a card with a "%s"', (fault) => {
  it('a fault at any call of the submit leaves a card saved by its payment, or none', async () => {
    const ends = new Set<string>();
    const met = new Set<string>();
    await atEachCall(CALLS, 6, async (at) => {
      const customer = await plain.makeCustomer();
      const { form, token } = await plain.open(customer, { expiresInMinutes: 1440 });
      const report = faults.arm('hosted-page-pay', at, fault);
      expect([303, 422, 500]).toContain((await plain.send(form, TICKED)).status);
      if (report.hit === undefined) return report;
      met.add(report.hit.to);
      await untilQuiet();
      ends.add(await expectCardAsPaid(plain, { customer, token }));
      return report;
    });
    if (isThorough) expect(met).toEqual(new Set(['table', 'keys', 'bank']));
    expect(ends).toContain('saved');
  });

  it('a fault at any call of the 3-D Secure return leaves a card saved by its payment, or none', async () => {
    isCallbackLost = true;
    const ends = new Set<string>();
    await atEachCall(CALLS, 6, async (at) => {
      const customer = await secure.makeCustomer();
      const { form, token } = await secure.open(customer, { expiresInMinutes: 1440 });
      const back = await buyer.verify(await secure.send(form, TICKED), RIGHT_CODE);
      const report = faults.arm('hosted-page-three-d', at, fault);
      await buyer.post(back, {});
      if (report.hit === undefined) return report;
      await untilQuiet();
      ends.add(await expectCardAsPaid(secure, { customer, token }));
      return report;
    });
    isCallbackLost = false;
    expect(ends).toContain('saved');
  });

  it('a fault at any call of the sweep that recovers the payment is repaired by the next sweep', async () => {
    // The sweep reads all shards in the same way, so that a fault at the last of them is enough.
    const calls = { first: SHARDS_SWEPT + 1, step: STRIDE, skipped: SHARDS_SWEPT };
    await atEachCall(calls, 6, async (at) => {
      const customer = await plain.makeCustomer();
      const { form, token } = await plain.open(customer);
      service.bank.script(['lost-after']);
      await plain.send(form, TICKED);
      await moveBy(2 * MINUTE);
      const report = faults.arm('sweep', at, fault);
      await service.lambdas.invoke('sweep', {}).catch(() => undefined);
      await untilQuiet();
      expect(await expectCardAsPaid(plain, { customer, token })).toBe('saved');
      return report;
    });
  });
});

it('a transaction conflict neither stops the sale nor saves the card twice', async () => {
  const calls = faults.observe('hosted-page-pay');
  await plain.send((await plain.open(await plain.makeCustomer())).form, TICKED);
  const last = calls.calls.filter(({ to }) => to === 'table').length;
  for (let call = last; call > 0; call -= STRIDE) {
    const customer = await plain.makeCustomer();
    const { form, token } = await plain.open(customer);
    wire.breakAt(call, 'contended');
    expect((await plain.send(form, TICKED)).status, `at ${call}`).toBe(303);
    wire.mend();
    await untilQuiet();
    expect(await expectCardAsPaid(plain, { customer, token })).toBe('saved');
  }
});
