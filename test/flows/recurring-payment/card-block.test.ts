// A card that a bank refused for good is charged no more, until it is renewed or its buyer pays with it after
// all; and only that: what else is changed of it meanwhile, or comes too late to tell, takes nothing back.
import { describe, expect, it } from 'vitest';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { savingBuyers } from '../../endpoints/hosted-page/save-card/saving-buyers.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, now } = harness;
const { key, makeCustomer, open, send, store, shown } = await savingBuyers(harness, 'never');
const driver = recurringPaymentDriver(harness, key);
const EXPIRY = { expiryMonth: '12', expiryYear: '2031' };
const SAVED = { saveCard: 'yes' };
/** The bank refuses it for good, unless told to approve. */
const STOLEN = '4126111111111114';
const to = (instantMs: number) => service.timeline.moveTo(instantMs);

type Scene = Awaited<ReturnType<typeof twoOnOneCard>>;
/** Two recurring payments of one card, due in an hour and a day later. */
async function twoOnOneCard(cardNumber = newCardNumber()) {
  const customerId = await makeCustomer();
  const { id: cardStorageId } = await store(customerId, { cardNumber, ...EXPIRY });
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  const dueAt = (ms: number) =>
    driver.create({ customerId, cardStorageId, startDate: new Date(ms).toISOString() });
  const [first, second] = [await dueAt(dueMs), await dueAt(dueMs + DAY)];
  return { customerId, cardNumber, cardStorageId, first, second, dueMs };
}

/** The first charge has met this answer. */
async function afterFirst(outcome: string, cardNumber?: string): Promise<Scene> {
  const scene = await twoOnOneCard(cardNumber);
  service.bank.script([outcome]);
  await to(scene.dueMs + 30 * SECOND);
  return scene;
}

/** Whether the bank is asked for the other one at its due date. */
async function isAskedAgain({ second, first, dueMs }: Scene): Promise<boolean> {
  await to(dueMs + DAY + HOUR);
  const [attempt] = await driver.attempts(second.id);
  const asked = driver.sales(second.id).length;
  expect(asked === 0).toBe(attempt?.status === 'Failed' && attempt.bankResponseCode === null);
  for (const { id } of [first, second]) {
    await driver.cancel(id);
    await driver.checkBooks(id);
  }
  return asked === 1;
}

/** The buyer pays on a page, having typed the card where nothing else is said. */
async function payWith({ customerId, cardNumber }: Scene, entry: Record<string, string>) {
  const { form, token } = await open(customerId);
  const typed = entry['savedCard'] === undefined ? { cardNumber, ...EXPIRY } : {};
  await send(form, { ...typed, ...entry });
  return token;
}

describe('a refused card', () => {
  it('is charged no more, unless its buyer pays with it, typed anew and saved, or chosen', async () => {
    const [left, saved, chosen] = [
      await afterFirst('decline:41'),
      await afterFirst('decline:41'),
      await afterFirst('decline:14'),
    ];
    const token = await payWith(saved, SAVED);
    expect((await shown(token)).payment).toMatchObject({ cardStorageId: saved.cardStorageId });
    await payWith(chosen, { savedCard: chosen.cardStorageId });
    expect(await isAskedAgain(saved)).toBe(true);
    expect(await isAskedAgain(chosen)).toBe(true);
    expect(await isAskedAgain(left)).toBe(false);
  });

  it('is trusted again by a sale that the sweep finds', async () => {
    const scenes = [await afterFirst('decline:14'), await afterFirst('decline:14')] as const;
    for (const [scene, entry] of [
      [scenes[0], SAVED],
      [scenes[1], { savedCard: scenes[1].cardStorageId }],
    ] as const) {
      service.bank.script(['lost-after']);
      await payWith(scene, entry);
    }
    for (const scene of scenes) expect(await isAskedAgain(scene)).toBe(true);
  });

  it('stays refused where the sale was declined, of another card, or not to be linked with it', async () => {
    const scenes = await Promise.all(Array.from({ length: 4 }, () => twoOnOneCard()));
    const [declined, declinedChosen, other, unlinked] = scenes as [Scene, Scene, Scene, Scene];
    service.bank.script(scenes.map(() => 'decline:43'));
    await to(Math.max(...scenes.map(({ dueMs }) => dueMs)) + 30 * SECOND);
    service.bank.script(['decline:51', 'decline:51']);
    await payWith(declined, SAVED);
    await payWith(declinedChosen, { savedCard: declinedChosen.cardStorageId });
    await payWith(other, { ...SAVED, cardNumber: newCardNumber() });
    await payWith(unlinked, {});
    for (const scene of scenes) expect(await isAskedAgain(scene)).toBe(false);
  });

  it('stays refused where the bank wanted what only a buyer can give', async () => {
    const scene = await afterFirst('decline:CORE-2208');
    await payWith(scene, SAVED);
    await payWith(scene, { savedCard: scene.cardStorageId, cvv: '123' });
    expect(await isAskedAgain(scene)).toBe(false);
  });

  it('stays refused where the sale had left before, and is only found out after the refusal', async () => {
    const scene = await twoOnOneCard();
    await to(scene.dueMs - 30 * SECOND);
    service.bank.script(['lost-after']);
    const token = await payWith(scene, SAVED);
    service.bank.script(['decline:41']);
    await to(scene.dueMs + HOUR);
    const { payment } = await shown(token);
    expect(payment).toMatchObject({ status: 'Successful', cardStorageId: scene.cardStorageId });
    expect(await isAskedAgain(scene)).toBe(false);
  });
});

describe('a refusal that is found out after the card', () => {
  const change = (body: Record<string, unknown>) => async (scene: Scene) => {
    expect((await driver.renewCard(scene.cardStorageId, body)).status).toBe(200);
  };
  /** The bank has refused and its answer was lost; then this happens; then the sweep asks. */
  async function meanwhile(happens: (scene: Scene) => Promise<unknown>): Promise<Scene> {
    const scene = await afterFirst('lost-after', STOLEN);
    expect((await driver.attempts(scene.first.id))[0]).toMatchObject({ status: 'Processing' });
    await happens(scene);
    await to(scene.dueMs + 20 * MINUTE);
    expect((await driver.attempts(scene.first.id))[0]).toMatchObject({ errorCode: 'STOLEN_CARD' });
    return scene;
  }

  it('was given another alias, owner or nothing new counts against it', async () => {
    const kept = [change({ cardAlias: 'Yeni ad', ownerName: 'Ayşe Yıldız' }), change({}), async () => {}];
    for (const happens of kept) expect(await isAskedAgain(await meanwhile(happens))).toBe(false);
  });

  it.each([{ expiryMonth: '07', expiryYear: '2032' }, EXPIRY])(
    'was renewed by its merchant, as %j, says nothing of that: the bank is asked about it',
    async (expiry) => {
      const scene = await meanwhile(change(expiry));
      const asked = driver.sales(scene.first.id).map(({ code }) => code);
      expect(asked).toEqual(['43', '43']);
      // This second refusal is of the card as it is now.
      expect(await isAskedAgain(scene)).toBe(false);
    },
  );

  it('was renewed by its buyer on a page says nothing of it either', async () => {
    const renewed = { ...SAVED, expiryMonth: '07', expiryYear: '2032' };
    const scene = await meanwhile(async (before) => {
      service.bank.script(['approve']);
      const token = await payWith(before, renewed);
      expect((await shown(token)).payment).toMatchObject({ cardStorageId: before.cardStorageId });
    });
    expect(await isAskedAgain(scene)).toBe(true);
  });

  it('was renewed before the sale left counts against it, though the attempt had begun before', async () => {
    const scene = await afterFirst('lost-before', STOLEN);
    await change({ expiryMonth: '07', expiryYear: '2032' })(scene);
    await to(scene.dueMs + 20 * MINUTE);
    expect(driver.sales(scene.first.id).map(({ code }) => code)).toEqual(['43']);
    // It carried the new expiry already: there is nothing newer to try at once.
    expect(await driver.attempts(scene.first.id)).toMatchObject([
      { errorCode: 'STOLEN_CARD', nextRetryAt: null },
    ]);
    expect(await isAskedAgain(scene)).toBe(false);
  });
});
