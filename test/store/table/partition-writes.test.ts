// Every partition that several payments, charges or refunds of a merchant write, with the units of each. Every partition must have room for the sales of the largest shops.
import { expect, it } from 'vitest';
import { DUE_SHARDS } from '#store/table/due-shards.ts';
import { SCENE_NAMES, unitsOfScene } from '../../bench/keys/replay.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { savingBuyers } from '../../endpoints/hosted-page/save-card/saving-buyers.ts';
import { CARDS, DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { type PartitionWrites, partitionWritesOf } from './partition-writes.ts';

const harness = await startHarness();
const { service, moveBy } = harness;
const EVENTS = ['Sale', '3-D Secure', 'Declined', 'Card saved', 'Charge', 'Refund', 'Held'] as const;
type Event = (typeof EVENTS)[number];
type Writes = Record<Event, PartitionWrites>;

/** Returns the writes of each event, made once. */
async function writesOfEvents(): Promise<Writes> {
  const buyers = await savingBuyers(harness, 'never');
  const secure = await savingBuyers(harness, 'always');
  const charges = recurringPaymentDriver(harness, buyers.key);
  const plan = await charges.create({ frequency: 'daily', maxRetryAttempts: 1 });
  await moveBy(DAY + HOUR);
  const customer = await buyers.makeCustomer();
  const secureCustomer = await secure.makeCustomer();
  const transactionId = await harness.payOrder({}, {}, { key: buyers.key });
  const before = { sale: await buyers.open(customer), secure: await secure.open(secureCustomer) };
  const declined = await buyers.open(customer);
  const saved = await buyers.open(customer);
  const { buyer } = harness;
  const entry = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '987' };
  const pay =
    (page: typeof declined, cardNumber: string, more = {}) =>
    () =>
      buyer.submit(page.form, { ...entry, cardNumber, ...more });
  const writes = {
    Sale: await partitionWritesOf(pay(before.sale, CARDS.approved)),
    '3-D Secure': await partitionWritesOf(pay(before.secure, CARDS.approved)),
    Declined: await partitionWritesOf(pay(declined, CARDS.insufficientFunds)),
    'Card saved': await partitionWritesOf(pay(saved, CARDS.approved, { saveCard: 'yes' })),
    Charge: await partitionWritesOf(() => moveBy(DAY + HOUR)),
    Refund: await partitionWritesOf(async () => {
      const body = { transactionId, amount: 1, reason: 'Kırık' };
      const made = await harness.api('POST', '/api/Refund/partial', { key: buyers.key, body });
      expect([made.text, made.status]).toEqual([made.text, 201]);
    }),
    Held: await writesOfHeldCharge(charges, plan.id),
  };
  expect(await charges.show(plan.id)).toMatchObject({ successfulPaymentCount: 3 });
  await charges.cancel(plan.id);
  return writes;
}

/** The writes of a charge that falls due after the bank has refused the settings for another charge. */
async function writesOfHeldCharge(
  charges: ReturnType<typeof recurringPaymentDriver>,
  refusedId: string,
): Promise<PartitionWrites> {
  const dueMs = Date.parse((await charges.show(refusedId)).nextPaymentDate ?? '');
  const heldMs = dueMs + 30 * SECOND;
  const { id } = await charges.create({ startDate: new Date(heldMs).toISOString() });
  service.bank.script(Array.from({ length: 20 }, () => 'decline:CORE-2202'));
  await service.timeline.moveTo(dueMs + SECOND);
  const writes = await partitionWritesOf(() => service.timeline.moveTo(heldMs + SECOND));
  service.bank.script([]);
  await moveBy(30 * MINUTE);
  expect((await charges.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
  await charges.cancel(id);
  return writes;
}

/** The parts of keys that belong to one entity, and the parts that several entities share. */
const NAMES: readonly [part: RegExp, name: string][] = [
  [/^(\w+) M#[0-9a-f-]{36}/, '$1 M#{m}'],
  [/#ORDER#.+/, '#ORDER#{order}'],
  [/^table PAGE#.+/, 'table PAGE#{page}'],
  [/#PAY-\w{26}/, '#{payment}'],
  [/#(EMAIL|PHONE|TRIES)#.+/, '#$1#{own}'],
  [/#CARD#\d{6}-\d{4}$/, '#CARD#{mask}'],
  [/#ADDRESS#.+/, '#ADDRESS#{network}'],
  [/#BIN#\d{6}$/, '#BIN#{bin}'],
  [/#ALIAS#.+/, '#ALIAS#{alias}'],
  [/#[0-9a-f]{8}-[0-9a-f-]{27}/, '#{id}'],
  [/#\d{4}-\d{2}$/, '#{month}'],
  [/DUE#\d+$/, 'DUE'],
];
const nameOf = (key: string) => NAMES.reduce((text, [part, name]) => text.replace(part, name), key);
const isShared = (name: string) => !/\{(?:order|page|payment|own|mask|id)\}/.test(name);

function shared(writes: PartitionWrites): Map<string, number> {
  const units = new Map<string, number>();
  for (const [key, one] of writes) {
    const name = nameOf(key);
    if (isShared(name)) units.set(name, (units.get(name) ?? 0) + one);
  }
  return units;
}

const PARTITION_UNITS = 1000;
/** Sales a second of one merchant: more than any shop of the country has had. */
const SALES_A_SECOND = 200;
/** What only some sales write: those of one network, card range or alias. */
const isOfFewSales = (key: string) => /#\{(?:network|bin|alias)\}$/.test(key);
const shardsOf = (key: string) => (key === 'due DUE' ? DUE_SHARDS : 1);

const writes = await writesOfEvents();
const usualUnits = new Map(EVENTS.map((event) => [event, shared(writes[event])]));

it.each(SCENE_NAMES)('the replay of docs/scale.md writes to shared partitions what %s writes', (event) => {
  const replayed = shared(unitsOfScene(event));
  // The event begins on a page that is open.
  replayed.delete('list M#{m}#PAGE#{month}');
  expect(Object.fromEntries(replayed)).toEqual(Object.fromEntries(usualUnits.get(event) ?? []));
});

it(`every partition has room for ${SALES_A_SECOND} sales a second of one merchant`, () => {
  const sales = EVENTS.slice(0, 3).flatMap((event) => [...(usualUnits.get(event) ?? [])]);
  const narrow = sales.filter(
    ([key, units]) => !isOfFewSales(key) && PARTITION_UNITS * shardsOf(key) < units * SALES_A_SECOND,
  );
  expect(narrow).toEqual([]);
});
