// POST /api/RecurringPayment/{id}/updatelink: a buyer enters another card for a recurring payment on a page.
// The open period is charged at once, while the buyer is on the page, and never twice.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { RIGHT_CODE, WRONG_CODE } from '../../../drivers/buyer.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../../drivers/rejection.ts';
import { resultOf } from '../../../drivers/result.ts';
import { CARDS, DAY, HOUR, MINUTE, startHarness } from '../../../harness/harness.ts';
import { stateIn } from '../three-d/secure-orders.ts';

const harness = await startHarness({
  // The callback could be faster than the browser, whose page would then only show that the card is checked.
  around: async ({ functionName }, run) => {
    if (functionName === 'card-page-three-d-callback') throw new Error('lost on the way');
    return await run();
  },
});
checkBooksAtEnd(harness);
const { service, api, buyer, moveBy, logs } = harness;
const merchants = {
  newCards: await service.addMerchant({ threeDSecure: 'newCards' }),
  never: await service.addMerchant({ threeDSecure: 'never' }),
};
const STOLEN = '4126111111111114';

const worldOf = (setting: keyof typeof merchants) => {
  const { apiKey } = merchants[setting];
  const charges = recurringPaymentDriver(harness, apiKey);
  const pages = cardPageDriver(harness, apiKey);
  return {
    charges,
    pages,
    key: apiKey,
    /** Creates a recurring payment whose first period got a hard decline. */
    unpaid: async (cardNumber = STOLEN) => {
      const { id } = await charges.create({ cardStorageId: await charges.card(cardNumber) });
      await moveBy(DAY + HOUR);
      return id;
    },
  };
};

describe.each(['newCards', 'never'] as const)('an update link with threeDSecure %s', (setting) => {
  const { charges, pages, key, unpaid } = worldOf(setting);

  it('an update link replaces the card and charges the open period once, the buyer present', async () => {
    const id = await unpaid();
    expect((await charges.show(id)).status).toBe('Unpaid');
    const link = await pages.updateLink(id);
    const form = await pages.open(link);
    expect(form.text).toContain('100,00');
    const returned = await pages.give(form);
    const after = await charges.show(id);
    expect([after.status, after.maskedCardNumber, after.successfulPaymentCount]).toEqual([
      'Active',
      '552879******0008',
      1,
    ]);
    const last = (await charges.attempts(id)).at(-1);
    expect([last?.trigger, last?.status, last?.periodNumber]).toEqual(['CardUpdate', 'Succeeded', 1]);
    const payment = await charges.payment(last?.paymentReferenceNumber ?? null);
    const proof = setting === 'newCards' ? { mdStatus: '1', eci: '02' } : { mdStatus: null, eci: null };
    expect(payment).toMatchObject({ threeDSecure: setting === 'newCards', amount: 100, ...proof });
    expect(resultOf(returned.location)).toMatchObject({
      status: 'CardStored',
      purpose: 'UpdateCard',
      recurringPaymentId: id,
      cardStorageId: after.cardStorageId,
    });
    const approved = charges.sales(id).filter(({ outcome }) => outcome === 'approved');
    expect(approved.length).toBe(1);
    await moveBy(HOUR);
    await charges.checkBooks(id);
    expect(stateIn(await pages.open(link))).toBe('completed');
    expect((await pages.open(link)).text).toContain('100,00');
  });

  it('the old card is free at once, and the new one in use', async () => {
    const id = await unpaid();
    const { cardStorageId: before } = await charges.show(id);
    await pages.give(await pages.open(await pages.updateLink(id)));
    const { cardStorageId: after } = await charges.show(id);
    expect((await api('DELETE', `/api/card/${after}`, { key })).status).toBe(409);
    expect((await api('DELETE', `/api/card/${before}`, { key })).status).toBe(200);
    await charges.cancel(id);
  });

  it('an update link without an open period replaces the card, which the next period charges', async () => {
    const { id } = await charges.create();
    const form = await pages.open(await pages.updateLink(id));
    expect(form.text).toContain('Şimdi para çekilmez');
    await pages.give(form, { cardNumber: CARDS.troy });
    expect(charges.sales(id)).toEqual([]);
    await moveBy(DAY + HOUR);
    expect(await charges.show(id)).toMatchObject({
      status: 'Active',
      successfulPaymentCount: 1,
      maskedCardNumber: '979203******0000',
    });
    await charges.checkBooks(id);
  });

  it('a card that the bank declines is kept, the buyer sees the reason, and another card pays', async () => {
    const id = await unpaid();
    const link = await pages.updateLink(id);
    const declined = await pages.give(await pages.open(link), { cardNumber: CARDS.insufficientFunds });
    expect(declined.text).toContain('Kart kaydedildi, ancak ödeme alınamadı');
    expect(declined.text).toContain('bakiyesi veya limiti');
    expect((await charges.show(id)).status).toBe('Unpaid');
    const left = await buyer.open(`${link.hostedPageUrl}/leave`);
    expect(resultOf(left.location)).toMatchObject({
      status: 'CardStored',
      errorCode: 'NOT_SUFFICIENT_FUNDS',
    });
    await pages.give(await pages.open(link));
    expect(await charges.show(id)).toMatchObject({ status: 'Active', maskedCardNumber: '552879******0008' });
    await charges.checkBooks(id);
  });

  it('a link that ends after a kept card was declined shows that the card was saved', async () => {
    const id = await unpaid();
    const link = await pages.updateLink(id);
    const form = await pages.give(await pages.open(link), { cardNumber: CARDS.insufficientFunds });
    expect(form.text).toContain('Son geçerlilik zamanı');
    expect(form.text).not.toContain('Son ödeme zamanı');
    await moveBy(DAY + HOUR);
    const { text } = await pages.open(link);
    expect(text).toContain('Bu bağlantının süresi doldu');
    expect(text).toContain('Kartınız kaydedildi, ancak bu sayfada ödeme alınamadı');
  });

  it('the current card is charged again if the buyer enters it again', async () => {
    const id = await unpaid(CARDS.insufficientFunds);
    await moveBy(5 * DAY);
    expect((await charges.show(id)).status).toBe('Unpaid');
    service.bank.script(['approve']);
    await pages.give(await pages.open(await pages.updateLink(id)), { cardNumber: CARDS.insufficientFunds });
    expect((await charges.show(id)).status).toBe('Active');
    await charges.checkBooks(id);
  });

  it('a charge with an unknown outcome is shown as being checked, and counted once', async () => {
    const id = await unpaid();
    const link = await pages.updateLink(id);
    service.bank.script(['lost-after']);
    await pages.give(await pages.open(link));
    expect(stateIn(await pages.open(link))).toBe('checking');
    await moveBy(HOUR);
    expect((await charges.show(id)).status).toBe('Active');
    expect(stateIn(await pages.open(link))).toBe('completed');
    await charges.checkBooks(id);
  });

  it('two tabs with two cards make one sale', async () => {
    const id = await unpaid();
    const links = [await pages.updateLink(id), await pages.updateLink(id)];
    const forms = await Promise.all(links.map((link) => pages.open(link)));
    const numbers = [CARDS.approved, CARDS.approvedVisa];
    await Promise.all(forms.map((form, at) => pages.give(form, { cardNumber: numbers[at] ?? '' })));
    await moveBy(HOUR);
    expect(charges.sales(id).filter(({ outcome }) => outcome === 'approved').length).toBe(1);
    expect((await charges.show(id)).status).toBe('Active');
    await charges.checkBooks(id);
  });

  it('a recurring payment that ended has no link, and its open link shows that it has ended', async () => {
    const id = await unpaid();
    const link = await pages.updateLink(id);
    const form = await pages.open(link);
    await charges.cancel(id);
    const answer = await api('POST', `/api/RecurringPayment/${id}/updatelink`, { key });
    expectRejection(answer, {
      code: 'RECURRING_PAYMENT_INVALID_STATE',
      facts: ['status', 'allowedStatuses'],
    });
    expect(stateIn(await pages.open(link))).toBe('gone');
    await pages.send(form);
    expect(charges.sales(id).filter(({ outcome }) => outcome === 'approved')).toEqual([]);
    expect(logs.join('\n')).not.toContain(CARDS.approved);
  });
});

it('a buyer who fails 3-D Secure changes neither card nor period', async () => {
  const { charges, pages, unpaid } = worldOf('newCards');
  const id = await unpaid();
  const before = await charges.show(id);
  const challenge = await pages.send(await pages.open(await pages.updateLink(id)));
  await buyer.post(await buyer.verify(challenge, WRONG_CODE), {});
  expect(await charges.show(id)).toEqual(before);
  expect((await charges.attempts(id)).length).toBe(1);
});

it('the page names and charges the unpaid period’s own amount, also of a changed plan', async () => {
  const { charges, pages, key } = worldOf('newCards');
  const { id } = await charges.create({ cardStorageId: await charges.card(STOLEN) });
  expect((await api('PUT', `/api/RecurringPayment/${id}`, { key, body: { amount: 150 } })).status).toBe(200);
  await moveBy(DAY + HOUR);
  const form = await pages.open(await pages.updateLink(id));
  expect(form.text).toContain('150,00');
  await pages.give(form);
  const last = (await charges.attempts(id)).at(-1);
  const payment = await charges.payment(last?.paymentReferenceNumber ?? null);
  expect(payment).toMatchObject({ amount: 150, threeDSecure: true, status: 'Successful' });
  await charges.checkBooks(id);
});

it('the proof of one card is not accepted for another card of the same amount', async () => {
  const { charges, pages, unpaid } = worldOf('newCards');
  const id = await unpaid();
  const before = await charges.show(id);
  const link = await pages.updateLink(id);
  const first = await pages.send(await pages.open(link));
  await buyer.post(await pages.open(link), {});
  // The scheme and expiry are the same: only the order id at the bank distinguishes them.
  await pages.send(await pages.open(link), { cardNumber: CARDS.irrevocable });
  await buyer.post(await buyer.verify(first, RIGHT_CODE), {});
  expect(await charges.show(id)).toEqual(before);
});

it('a period that fails during a challenge without an amount is charged without the proof', async () => {
  const { charges, pages } = worldOf('newCards');
  const startDate = new Date(Math.ceil(harness.now().getTime() / MINUTE) * MINUTE + 2 * MINUTE).toISOString();
  const { id } = await charges.create({ startDate });
  const challenge = await pages.send(await pages.open(await pages.updateLink(id)));
  service.bank.script(['decline:41']);
  await moveBy(5 * MINUTE);
  expect((await charges.show(id)).status).toBe('Unpaid');
  await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
  await moveBy(HOUR);
  expect(await charges.show(id)).toMatchObject({ status: 'Active', maskedCardNumber: '552879******0008' });
  const last = (await charges.attempts(id)).at(-1);
  expect(await charges.payment(last?.paymentReferenceNumber ?? null)).toMatchObject({ threeDSecure: false });
  await charges.checkBooks(id);
});

it('a period that was paid while the buyer was at the issuer is not charged twice', async () => {
  const { charges, pages, unpaid } = worldOf('newCards');
  const id = await unpaid();
  const challenge = await pages.send(await pages.open(await pages.updateLink(id)));
  await charges.replaceCard(id, await charges.card(CARDS.approvedVisa));
  await moveBy(HOUR / 30);
  expect((await charges.show(id)).status).toBe('Active');
  await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
  await moveBy(HOUR);
  expect(charges.sales(id).filter(({ outcome }) => outcome === 'approved').length).toBe(1);
  await charges.checkBooks(id);
});
