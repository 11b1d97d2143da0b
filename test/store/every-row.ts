// One row of every kind, written by the service itself as merchants, buyers and schedules use it.
import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { SCOPES } from '#domain/scope.ts';
import { connectBank } from '#flows/bank-connection.ts';
import { accessTo } from '#flows/bank-gate.ts';
import { handler as reconcile } from '#reconcile.ts';
import { writeCardTesting } from '#store/payment/card-testing.ts';
import { saveAgreements } from '#store/settlement/agreement.ts';
import { commit } from '#store/table/commit.ts';
import { type Item, itemOf, table, tableName } from '#store/table/table.ts';
import { importList } from '../../lib/operator/bins/bin-lists.ts';
import { importCaps, readCapsFile } from '../../lib/operator/installment/caps.ts';
import { issueKey } from '../../lib/operator/onboarding.ts';
import { recordCommand } from '../../lib/operator/operator-log.ts';
import { addPerson } from '../../lib/operator/people.ts';
import { tellBank } from '../../lib/operator/pos/change-of-bank.ts';
import { closeDifference, closeSale } from '../../lib/operator/review/differences.ts';
import { CANCEL } from '../drivers/buyer.ts';
import { cardPageDriver } from '../drivers/card-page-driver.ts';
import { sellUnknown } from '../drivers/lost-sale.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { bankOrderIdOf, refundDriver } from '../drivers/refund-driver.ts';
import { singleChargeDriver } from '../drivers/single-charge-driver.ts';
import { savingBuyers } from '../endpoints/hosted-page/save-card/saving-buyers.ts';
import { pngImage } from '../fixtures/images.ts';
import { LABEL_SAMPLES } from '../fixtures/label-samples.ts';
import { CARDS, DAY, type Harness, HOUR, MINUTE, SECOND } from '../harness/harness.ts';
import { caller } from '../lib/cloud/permissions/scenarios/scenario-caller.ts';
import { useWebhooks } from '../webhook/use-webhooks.ts';

export async function everyRow(): Promise<Item[]> {
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan(
    { client: table },
    { TableName: tableName(), ConsistentRead: true },
  ))
    items.push(...Items.map(itemOf));
  return items;
}

/**
 * A saved card, a decline, refunds, a recurring payment that is charged, declined, paused, resumed and held,
 * a bank that does not answer, a command of an operator, a late sale, and differences to a bank's books.
 */
export async function writeEveryKindOfRow(harness: Harness): Promise<void> {
  const { service, merchant, moveBy } = harness;
  const buyers = await savingBuyers(harness, 'never');
  const customerId = await buyers.makeCustomer();
  await buyers.pay(customerId, { saveCard: 'yes' });
  await buyers.pay(customerId, { cardNumber: CARDS.insufficientFunds });

  await leavePages(harness);
  await verifyCard(harness);

  const refunds = refundDriver(harness);
  const payment = await refunds.pay();
  const key = { headers: { 'Idempotency-Key': 'every-row' } };
  const { refundId } = (await refunds.request(payment, 10, {}, key)).json.data;
  await refunds.approve(refundId);
  await refunds.request(payment, 20);
  const { merchantId } = merchant;
  service.bank.script(['lost-before']);
  // All that remains.
  await refunds.partial(payment, 70);
  await moveBy(15 * MINUTE);

  await singleChargeDriver(harness, merchant.apiKey).charge();
  const charges = recurringPaymentDriver(harness, merchant.apiKey);
  const { id } = await charges.create({
    ...{ frequency: 'daily', maxRetryAttempts: 1 },
    ...{ merchantReference: 'ABONE-7', metadata: { basket: 'B-17' } },
  });
  service.bank.script(['approve', 'decline:51']);
  await moveBy(2 * DAY + HOUR);
  await charges.pause(id);
  await moveBy(3 * DAY);
  await charges.resume(id);
  service.bank.script(['decline:CORE-2202', 'decline:CORE-2202', 'decline:CORE-2202']);
  await moveBy(DAY + HOUR);

  await useWebhooks(harness, caller(harness));

  await recordCommand(
    'merchant show',
    { values: { merchant: merchantId }, optionNames: ['merchant'], created: {}, service: {} },
    harness.now(),
  );
  const person = { name: 'Ece', email: 'ece@shop.example', role: 'support' };
  await addPerson(merchantId, person, randomUUID(), harness.now());
  const trial = { id: randomUUID(), merchantId, declinedCards: 20, approvedCards: 1 };
  const times = { startedAt: '2026-11-20T09:00:00.000Z', endsAt: '2026-11-20T10:00:00.000Z' };
  await commit([writeCardTesting({ ...trial, ...times }, undefined)]);
  // The second list makes the first one the list before.
  const ranges = new Map([['365771', BIN_FACTS]]);
  for (let lists = 0; lists < 2; lists += 1) await importList(ranges, harness.now());
  for (let lists = 0; lists < 2; lists += 1) await importCaps(readCapsFile(), harness.now());
  await tellBank(merchantId, merchantId, '0032');
  const rates = [
    { issuer: 'OnUs' as const, type: 'credit' as const, count: 1, ratePpm: 17_900, blockedDays: 1 },
  ];
  const agreed = { posId: merchantId, from: '2026-11-20', batchCloseAt: '22:00', rates };
  await saveAgreements(undefined, { merchantId, agreements: [agreed] });
  await caller(harness)('PUT', '/api/installment/table', { rows: TABLE_ROWS });
  const allowedAddresses = ['127.0.0.0/8'];
  const other = await issueKey(merchantId, harness.now(), { scopes: SCOPES, allowedAddresses });
  await harness.api('PUT', '/api/installment/table', { key: other.apiKey, body: { rows: [] } });
  await findLateSale(harness);
  await compareBooks(harness);
  await requestPeriods(harness);
  await moveBy(0);
  // Failures of two merchants open the breaker for all, and a third one is kept out.
  const [access, second, third] = [merchantId, randomUUID(), randomUUID()].map((id) =>
    accessTo('bank.example', { merchantId: id, posId: id }),
  );
  await access?.report(false);
  await access?.report(true);
  for (let failures = 0; failures < 5; failures += 1) await access?.report(false);
  await second?.report(false);
  await third?.isShut();
}

/** A page that is left, and then paid by the second card; and one that does not tell. */
async function leavePages({ service, buyer, createPage }: Harness): Promise<void> {
  const { hostedPageUrl } = await createPage({ variant: 'blue', ...LABEL_SAMPLES });
  const form = await buyer.open(hostedPageUrl);
  await buyer.post({ ...form, form: form.form && { ...form.form, hidden: {} } }, { left: 'firstKey' });
  await buyer.submit(form, { cardNumber: CARDS.insufficientFunds });
  await buyer.submit(await buyer.open(hostedPageUrl));
  const { apiKey: key } = await service.addMerchant({ pageBeacon: false });
  await createPage({}, { key });
}

/** One period is waived, the charge of another one is at the bank, and the card is replaced during it. */
async function requestPeriods(harness: Harness): Promise<void> {
  const { service, moveBy } = harness;
  const charges = recurringPaymentDriver(harness);
  const { id } = await charges.create({ currency: 'USD', frequency: 'daily' });
  await charges.pause(id);
  await moveBy(3 * DAY);
  await charges.resume(id);
  await charges.waivePeriod(id, 1, { body: { reason: 'Kampanya' } });
  service.bank.script(['lost-after']);
  await charges.chargePeriod(id, 2);
  await moveBy(30 * SECOND);
  await charges.replaceCard(id, await charges.card());
  await charges.update(id, {
    amount: 120,
    subscriptionName: 'Aylık çay',
    endDate: '2036-01-01',
    maxPaymentCount: 900,
    totalAmountLimit: 900_000,
    maxRetryAttempts: 2,
    retryIntervalHours: 12,
  });
  await charges.update(id, { endDate: '', maxPaymentCount: 0, totalAmountLimit: 0, amount: 130 });
}

/** Every attribute of a row of a table. */
const TABLE_ROWS = [
  {
    family: 'Bonus',
    installment: 3,
    ratePercent: 1.75,
    surchargeBearer: 'buyer',
    minimumAmount: 100,
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
  },
];

const BIN_FACTS = {
  bankCode: '0124',
  bankName: 'Alternatif Bank',
  type: 'credit',
  association: 'AMEX',
  family: 'Bonus',
  commercial: false,
} as const;

const FACE = {
  color: '#8a4b22',
  displayName: 'Kahve',
  supportEmail: 'destek@shop.example',
  supportPhone: '0850 222 00 00',
  supportUrl: 'https://shop.example/destek',
  termsUrl: 'https://shop.example/kosullar',
  privacyUrl: 'https://shop.example/kvkk',
};

/**
 * Card pages of a customer and of a recurring payment: two whose card is stored, and two whose first card
 * failed at the issuer and whose second card waits for it.
 */
async function verifyCard(harness: Harness): Promise<void> {
  const { apiKey } = await harness.service.addMerchant({
    threeDSecure: 'newCards',
    face: { branding: FACE, logo: pngImage().toString('base64') },
  });
  const products = [{ id: 'K-1', name: 'Kahve', amount: 149.9, quantity: 2, discountAmount: 10 }];
  const saleText = { url: 'https://shop.example/terms', version: '3', digest: 'd'.repeat(64) };
  const distanceSale = { preliminaryInformation: saleText, salesContract: saleText };
  await harness.createPage(
    { branding: FACE, amount: 169.9, products, shippingAmount: 20, distanceSale },
    { key: apiKey },
  );
  const pages = cardPageDriver(harness, apiKey);
  const charges = recurringPaymentDriver(harness, apiKey);
  const { id } = await charges.create();
  const customerId = await charges.customer();
  const makeLinks = async () => [await pages.addLink(customerId), await pages.updateLink(id)];
  for (const link of await makeLinks()) await pages.give(await pages.open(link));
  for (const link of await makeLinks()) {
    await harness.buyer.post(
      await harness.buyer.verify(await pages.send(await pages.open(link)), CANCEL),
      {},
    );
    await pages.send(await pages.open(link), { cardNumber: CARDS.troy });
  }
}

/** Creates a late sale, which is given back. */
async function findLateSale({ service, buyer, createPage, moveBy }: Harness): Promise<void> {
  const form = await buyer.open((await createPage()).hostedPageUrl);
  service.bank.script(['late:900']);
  await buyer.submit(form);
  await moveBy(3 * HOUR);
}

/** Leaves one difference between bank and books open, one closed, and the next comparison begun. */
async function compareBooks(harness: Harness): Promise<void> {
  const { service, merchant, moveBy, now } = harness;
  const { merchantId } = merchant;
  const refunds = refundDriver(harness);
  const { bank } = await connectBank(merchantId);
  const references = [await refunds.pay(), await refunds.pay()] as const;
  for (const one of references) {
    await bank.refund({ bankOrderId: bankOrderIdOf(one), amountMinor: 100, currency: 'TRY' });
  }
  // Two sales of a bank that no payment names, one of them cleared up.
  const { merchantId: reported } = await service.addMerchant({ protocol: 'akbank' });
  const lost = { merchantId: reported, attemptNumber: 1, amountMinor: 100 };
  await sellUnknown({ ...lost, orderNumber: 'LOST-1' });
  const bankOrderId = await sellUnknown({ ...lost, orderNumber: 'LOST-2' });
  await moveBy(DAY);
  await service.lambdas.invoke('reconcile', {});
  const closing = { merchantId, paymentReferenceNumber: references[0], by: 'Elif', reason: 'Cleared up.' };
  await closeDifference({ ...closing, at: now().toISOString() });
  const clearing = { merchantId: reported, bankOrderId, by: 'Elif', reason: 'Refunded in the portal.' };
  await closeSale({ ...clearing, at: now().toISOString() });
  await moveBy(DAY);
  let looks = 0;
  const getRemainingTimeInMillis = () => {
    looks += 1;
    return looks > 1 ? 0 : 800_000;
  };
  await reconcile(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis });
}
