// A card with a hard decline is blocked until it is renewed or its buyer pays with it. No other change of the
// card unblocks it, nor does a sale that was sent before the decline.
import { describe, expect, it } from 'vitest';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { savingBuyers } from '../../endpoints/hosted-page/save-card/saving-buyers.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, now } = harness;
const { key, makeCustomer, open, send, store, showPage } = await savingBuyers(harness, 'never');
const driver = recurringPaymentDriver(harness, key);
const EXPIRY = { expiryMonth: '12', expiryYear: '2031' };
const SAVED = { saveCard: 'yes' };
/** A card that the bank answers with a hard decline, unless a script sets another answer. */
const STOLEN = '4126111111111114';
const to = (instantMs: number) => service.timeline.moveTo(instantMs);

type TwoPayments = Awaited<ReturnType<typeof twoOnOneCard>>;
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

/** Returns after the first charge has received this answer of the bank. */
async function afterFirst(outcome: string, cardNumber?: string): Promise<TwoPayments> {
  const scene = await twoOnOneCard(cardNumber);
  service.bank.script([outcome]);
  await to(scene.dueMs + 30 * SECOND);
  return scene;
}

/** Returns whether the second recurring payment sends a sale at its due date. */
async function isSecondCharged({ second, first, dueMs }: TwoPayments): Promise<boolean> {
  await to(dueMs + DAY + HOUR);
  const [attempt] = await driver.attempts(second.id);
  const sales = driver.sales(second.id).length;
  expect(sales === 0).toBe(attempt?.status === 'Failed' && attempt.bankResponseCode === null);
  for (const { id } of [first, second]) {
    await driver.cancel(id);
    await driver.checkBooks(id);
  }
  return sales === 1;
}

/** The buyer pays on a page, with the card typed in unless `entry` chooses a saved one. */
async function payWith({ customerId, cardNumber }: TwoPayments, entry: Record<string, string>) {
  const { form, token } = await open(customerId);
  const typed = entry['savedCard'] === undefined ? { cardNumber, ...EXPIRY } : { cvv: '123' };
  await send(form, { ...typed, ...entry });
  return token;
}

describe('a card with a hard decline', () => {
  it('the card is charged again only if its buyer pays with it, saved again or chosen', async () => {
    const [left, saved, chosen] = [
      await afterFirst('decline:41'),
      await afterFirst('decline:41'),
      await afterFirst('decline:14'),
    ];
    const token = await payWith(saved, SAVED);
    expect((await showPage(token)).payment).toMatchObject({ cardStorageId: saved.cardStorageId });
    await payWith(chosen, { savedCard: chosen.cardStorageId });
    expect(await isSecondCharged(saved)).toBe(true);
    expect(await isSecondCharged(chosen)).toBe(true);
    expect(await isSecondCharged(left)).toBe(false);
  });

  it('an approved sale that the sweep recovers unblocks the card', async () => {
    const scenes = [await afterFirst('decline:14'), await afterFirst('decline:14')] as const;
    for (const [scene, entry] of [
      [scenes[0], SAVED],
      [scenes[1], { savedCard: scenes[1].cardStorageId }],
    ] as const) {
      service.bank.script(['lost-after']);
      await payWith(scene, entry);
    }
    for (const scene of scenes) expect(await isSecondCharged(scene)).toBe(true);
  });

  it('a sale that was declined, used another card or saved none leaves the card blocked', async () => {
    const scenes = await Promise.all(Array.from({ length: 4 }, () => twoOnOneCard()));
    const [declined, declinedChosen, other, unlinked] = scenes as [
      TwoPayments,
      TwoPayments,
      TwoPayments,
      TwoPayments,
    ];
    service.bank.script(scenes.map(() => 'decline:43'));
    await to(Math.max(...scenes.map(({ dueMs }) => dueMs)) + 30 * SECOND);
    service.bank.script(['decline:51', 'decline:51']);
    await payWith(declined, SAVED);
    await payWith(declinedChosen, { savedCard: declinedChosen.cardStorageId });
    await payWith(other, { ...SAVED, cardNumber: newCardNumber() });
    await payWith(unlinked, {});
    for (const scene of scenes) expect(await isSecondCharged(scene)).toBe(false);
  });

  it('a decline that requires authentication leaves the card blocked after a payment', async () => {
    const scene = await afterFirst('decline:CORE-2208');
    await payWith(scene, SAVED);
    await payWith(scene, { savedCard: scene.cardStorageId, cvv: '123' });
    expect(await isSecondCharged(scene)).toBe(false);
  });

  it('an approved sale sent before the decline and recovered after it leaves the card blocked', async () => {
    const scene = await twoOnOneCard();
    await to(scene.dueMs - 30 * SECOND);
    service.bank.script(['lost-after']);
    const token = await payWith(scene, SAVED);
    service.bank.script(['decline:41']);
    await to(scene.dueMs + HOUR);
    const { payment } = await showPage(token);
    expect(payment).toMatchObject({ status: 'Successful', cardStorageId: scene.cardStorageId });
    expect(await isSecondCharged(scene)).toBe(false);
  });
});

describe('a hard decline that is recovered after a change of the card', () => {
  const change = (body: Record<string, unknown>) => async (scene: TwoPayments) => {
    expect((await driver.renewCard(scene.cardStorageId, body)).status).toBe(200);
  };
  /** The bank declines and its answer is lost. `happens` runs next, then the sweep inquires. */
  async function withLostDecline(happens: (scene: TwoPayments) => Promise<unknown>): Promise<TwoPayments> {
    const scene = await afterFirst('lost-after', STOLEN);
    expect((await driver.attempts(scene.first.id))[0]).toMatchObject({ status: 'Processing' });
    await happens(scene);
    await to(scene.dueMs + 20 * MINUTE);
    expect((await driver.attempts(scene.first.id))[0]).toMatchObject({ errorCode: 'STOLEN_CARD' });
    return scene;
  }

  it('the decline blocks the card if only its alias or owner, or nothing, was changed', async () => {
    const kept = [change({ cardAlias: 'Yeni ad', ownerName: 'Ayşe Yıldız' }), change({}), async () => {}];
    for (const happens of kept) expect(await isSecondCharged(await withLostDecline(happens))).toBe(false);
  });

  it.each([{ expiryMonth: '07', expiryYear: '2032' }, EXPIRY])(
    'the decline does not block a card renewed by the merchant as %j, and a new sale is sent',
    async (expiry) => {
      const scene = await withLostDecline(change(expiry));
      expect(driver.sales(scene.first.id).map(({ code }) => code)).toEqual(['43', '43']);
      // The second decline is of the renewed card.
      expect(await isSecondCharged(scene)).toBe(false);
    },
  );

  it('the decline does not block a card that its buyer renewed on a page', async () => {
    const renewed = { ...SAVED, expiryMonth: '07', expiryYear: '2032' };
    const scene = await withLostDecline(async (before) => {
      service.bank.script(['approve']);
      const token = await payWith(before, renewed);
      expect((await showPage(token)).payment).toMatchObject({ cardStorageId: before.cardStorageId });
    });
    expect(await isSecondCharged(scene)).toBe(true);
  });

  it('the decline blocks a card renewed after the attempt began but before the sale was sent', async () => {
    const scene = await afterFirst('lost-before', STOLEN);
    await change({ expiryMonth: '07', expiryYear: '2032' })(scene);
    await to(scene.dueMs + 20 * MINUTE);
    expect(driver.sales(scene.first.id).map(({ code }) => code)).toEqual(['43']);
    // The sale already used the new expiry, so that there is no newer card to try at once.
    expect(await driver.attempts(scene.first.id)).toMatchObject([
      { errorCode: 'STOLEN_CARD', nextRetryAt: null },
    ]);
    expect(await isSecondCharged(scene)).toBe(false);
  });
});

it('a refusal of the settings during a pause is recorded and does not block the card', async () => {
  const scene = await afterFirst('lost-after', '4122111111111118');
  await driver.pause(scene.first.id);
  await to(scene.dueMs + HOUR);
  const [attempt] = await driver.attempts(scene.first.id);
  expect(attempt).toMatchObject({ status: 'Failed', bankResponseCode: '58' });
  await to(scene.dueMs + DAY + HOUR);
  expect(driver.sales(scene.second.id)).not.toEqual([]);
});
