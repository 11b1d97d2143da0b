// GET /api/payment/hostedpage/{token} of a card page: a merchant who sent a link can read its result.
import { expect, it } from 'vitest';
import { WRONG_CODE } from '../../../drivers/buyer.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { expectEnvelope, expectRejection } from '../../../drivers/rejection.ts';
import { CARDS, MINUTE, startHarness } from '../../../harness/harness.ts';
import { customersOf } from '../../customer/customers.ts';

const harness = await startHarness();
const { service, api, buyer, moveBy } = harness;
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'newCards' });
const pages = cardPageDriver(harness, key);
const charges = recurringPaymentDriver(harness, key);
const show = async (token: string, apiKey = key) =>
  await api('GET', `/api/payment/hostedpage/${token}`, { key: apiKey });
const shown = async ({ token }: { token: string }) => (await show(token)).json.data;

it('an add-card page is shown with its state, and with the card that was stored on it', async () => {
  const customerId = (await customersOf(harness).create({}, { key })).id;
  const link = await pages.addLink(customerId);
  const answer = await show(link.token);
  expectEnvelope(answer);
  const open = {
    id: link.id,
    purpose: 'AddCard',
    state: 'Open',
    customerId,
    recurringPaymentId: null,
    attemptCount: 0,
    cardStorageId: null,
    errorCode: null,
    guard: null,
    consentedAt: null,
    completedAt: null,
    createdBy: expect.any(String),
    createdAt: expect.any(String),
    expiresAt: link.expiresAt,
    token: link.token,
    hostedPageUrl: link.hostedPageUrl,
    frameOrigins: link.frameOrigins,
  };
  expect([answer.status, answer.json.data]).toEqual([200, open]);

  const asked = await pages.send(await pages.open(link));
  expect(await shown(link)).toMatchObject({ state: 'Processing', attemptCount: 1, completedAt: null });
  await buyer.post(await buyer.verify(asked, WRONG_CODE), {});
  expect(await shown(link)).toMatchObject({ state: 'Open', errorCode: 'THREE_D_SECURE_FAILED' });
  await pages.give(await pages.open(link));
  const [card] = await pages.cardsOf(customerId);
  expect(await shown(link)).toMatchObject({
    state: 'Completed',
    cardStorageId: card?.id,
    attemptCount: 2,
    errorCode: null,
    consentedAt: expect.any(String),
    completedAt: expect.any(String),
  });
});

it('an update-card page names its recurring payment', async () => {
  const { id, customerId } = await charges.create({ cardStorageId: await charges.card(CARDS.irrevocable) });
  const link = await pages.updateLink(id);
  expect(await shown(link)).toMatchObject({ purpose: 'UpdateCard', recurringPaymentId: id, customerId });
  await pages.close(link);
  expect(await shown(link)).toMatchObject({ state: 'Closed' });
  await charges.cancel(id);
});

it('a page that was never used is shown as expired, and to its merchant only', async () => {
  const customerId = (await customersOf(harness).create({}, { key })).id;
  const link = await pages.addLink(customerId, { expiresInMinutes: 5 });
  const other = await service.addMerchant();
  expectRejection(await show(link.token, other.apiKey), { code: 'HOSTED_PAGE_NOT_FOUND' });
  await moveBy(5 * MINUTE);
  expect(await shown(link)).toMatchObject({ state: 'Expired', cardStorageId: null });
});
