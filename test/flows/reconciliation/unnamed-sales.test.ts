// A bank that has a report of its shops' sales is asked for each day that has ended. A sale under an order id of
// ours that no payment names is told once, and waits for a person; nothing is guessed (reconciliation.md 4).

import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { shopNumberOf } from '#acquirer/connect.ts';
import { makeUuid } from '#domain/id.ts';
import { connectBank, forgetBank } from '#flows/bank-connection.ts';
import { handler } from '#reconcile.ts';
import { countOpenDifferences, listOpenDifferences } from '#store/difference.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadProgress } from '#store/reconciliation.ts';
import { entityKey, reconciliationKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { listUnnamedSales } from '#store/unnamed-sale.ts';
import { ACCOUNTS } from '../../../lib/bank/account.ts';
import { REVIEW } from '../../../lib/commands/review.ts';
import { addPos, makePosCurrent } from '../../../lib/operator/pos/change-of-bank.ts';
import { closeSale, listSalesToReview } from '../../../lib/operator/review/differences.ts';
import { sellUnknown } from '../../drivers/lost-sale.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { CARDS, DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, logs, moveBy, now, payOrder, createPage, buyer } = harness;
const nextDayAt = calendar(service);

/** What becomes of the body of the shop's report on its way; '' for a connection that breaks. */
let onTheWay: ((body: string) => string) | undefined;
/** The order about which its bank does not answer. */
let silentOrder = '';
/** The number of the shop at its bank, and its reports so far. */
let shopNumber = '';
let reports = 0;
const isReport = (url: string, body: unknown) =>
  (url.endsWith('/portal/report/transaction') || String(body).includes('<OrderListInqResult>')) &&
  String(body).includes(shopNumber);
const onRequest = (message: unknown) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const end = response.end.bind(response) as (body?: unknown) => ServerResponse;
  const changed = (body?: unknown) => {
    const isInquiry = String(body).includes(silentOrder) && silentOrder !== '';
    if (!isReport(String(request.url), body) && !isInquiry) return end(body);
    reports += isInquiry ? 0 : 1;
    const told = isInquiry ? '' : onTheWay ? onTheWay(String(body)) : body;
    if (told !== '') return end(told);
    response.socket?.destroy();
    return response;
  };
  Object.assign(response, { end: changed });
};
subscribe('http.server.request.start', onRequest);
afterAll(() => void unsubscribe('http.server.request.start', onRequest));

const run = async (remainingMs = () => 800_000) =>
  await handler(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis: remainingMs });
/** Ten minutes later a bank that was silent is asked again. */
const runAgain = async () => {
  await moveBy(15 * MINUTE);
  return await run();
};
const told = () => logs.filter((line) => line.includes('the bank has a sale that no payment names'));
const lastMeasured = (name: string) =>
  JSON.parse(logs.findLast((line) => line.includes(`"${name}":`)) ?? '{}')[name];
const moved = () => service.bank.ledger().filter(({ operation }) => operation !== 'inquiry').length;

let orders = 0;
const lose = async (merchantId: string, amountMinor = 14_990) => {
  orders += 1;
  return await sellUnknown({ merchantId, orderNumber: `LOST-${orders}`, attemptNumber: 2, amountMinor });
};

beforeEach(() => {
  [onTheWay, silentOrder] = [undefined, ''];
});

it('a bank without a report is not asked for one', async () => {
  await nextDayAt('10:00');
  const { merchantId } = harness.merchant;
  await payOrder();
  await nextDayAt('03:30');
  expect(await run()).toMatchObject({ waiting: 0 });
  expect(reports).toBe(0);
  const [progress] = await loadProgress([merchantId]);
  expect(progress?.reportedTo).toBe(progress?.comparedTo);
  expect(progress?.reports).toBeUndefined();
});

describe.each(['akbank', 'garanti'] as const)('the report of %s', (protocol) => {
  async function shop() {
    await nextDayAt('10:00');
    const merchant = await service.addMerchant({ threeDSecure: 'never', protocol });
    const { merchantId, apiKey } = merchant;
    shopNumber = shopNumberOf((await connectBank(merchantId)).settings);
    await run();
    const unnamed = async () => (await listUnnamedSales()).filter((one) => one.merchantId === merchantId);
    const idsOf = async () => (await unnamed()).map(({ bankOrderId }) => bankOrderId).toSorted();
    const pay = async () => await payOrder({}, {}, { key: apiKey });
    const progress = async () => (await loadProgress([merchantId]))[0];
    const isRead = async () => (await progress())?.reportedTo === (await progress())?.comparedTo;
    return { merchant, merchantId, apiKey, unnamed, idsOf, pay, progress, isRead };
  }

  it('a sale whose row is gone is found and told once, and nothing is moved', async () => {
    const { merchantId, unnamed, pay } = await shop();
    const [lost, kept] = [await pay(), await pay()];
    const { bankOrderId } = (await loadPayment(merchantId, lost)) ?? { bankOrderId: '' };
    const { bankReferenceNumber } = (await loadPayment(merchantId, lost)) ?? {};
    await table.send(
      new DeleteCommand({ TableName: tableName(), Key: entityKey(merchantId, 'PAYMENT', lost) }),
    );
    await nextDayAt('03:30');
    const [before, lines, open] = [moved(), told().length, await countOpenDifferences()];
    expect(await run()).toMatchObject({ waiting: 0, compared: 1 });
    expect(await unnamed()).toMatchObject([
      { bankOrderId, posId: merchantId, amountMinor: 14_990, currency: 'TRY', bankReferenceNumber },
    ]);
    expect((await unnamed())[0]?.day).toBe(dayBefore());
    expect(told()).toHaveLength(lines + 1);
    expect(told().at(-1)).toContain(bankOrderId);
    expect(lastMeasured('ReconciliationDifferences')).toBe(open + 1);
    // No difference of a payment is one.
    expect((await listOpenDifferences()).filter((one) => one.merchantId === merchantId)).toEqual([]);
    await nextDayAt('03:30');
    await run();
    expect([told().length, moved(), (await unnamed()).length]).toEqual([lines + 1, before, 1]);
    expect(await loadPayment(merchantId, kept)).toMatchObject({ status: 'Successful' });
  });

  it('is read once for each day, also by two runs at once', async () => {
    const { merchantId, idsOf, isRead } = await shop();
    const lost = await lose(merchantId);
    await nextDayAt('03:30');
    await Promise.all([run(), run(), run()]);
    await runAgain();
    expect(await idsOf()).toEqual([lost]);
    expect(await isRead()).toBe(true);
    const before = reports;
    expect(await runAgain()).toMatchObject({ waiting: 0 });
    expect(reports).toBe(before);
  });

  it('names payments of every kind, and orders of others, which are none of ours', async () => {
    const { idsOf, pay, merchant, merchantId, apiKey } = await shop();
    const { bank } = await connectBank(merchantId);
    await pay();
    const declined = await createPage({}, { key: apiKey });
    await buyer.submit(await buyer.open(declined.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
    const refunds = refundDriver(harness, merchant);
    await refunds.cancel(await pay());
    const card = { cardNumber: CARDS.approvedVisa, expiryMonth: '12', expiryYear: '2029' };
    const foreign = [
      'SHOP1',
      'HP1A1',
      `HP${'I'.repeat(24)}A1`,
      `hp${'0'.repeat(24)}a1`,
      `XHP${'0'.repeat(24)}A1`,
    ];
    for (const bankOrderId of foreign) {
      const sale = { bankOrderId, amountMinor: 100, currency: 'TRY', installment: 1, card } as const;
      expect((await bank.sale(sale)).kind).toBe('approved');
    }
    await nextDayAt('03:30');
    const before = service.bank.ledger().filter(({ operation }) => operation === 'inquiry').length;
    expect(await run()).toMatchObject({ waiting: 0 });
    expect(await idsOf()).toEqual([]);
    // Orders of others are not asked about.
    const asked = service.bank.ledger().filter(({ operation }) => operation === 'inquiry');
    expect(asked.slice(before).filter(({ orderId }) => foreign.includes(orderId))).toEqual([]);
  });

  it('a lost sale that was voided or given back is none, a half refunded one is told with the rest', async () => {
    const { merchantId, unnamed } = await shop();
    const { bank } = await connectBank(merchantId);
    const [voided, whole, half] = [await lose(merchantId), await lose(merchantId), await lose(merchantId)];
    const money = (bankOrderId: string, amountMinor: number) =>
      ({ bankOrderId, amountMinor, currency: 'TRY' }) as const;
    expect((await bank.voidSale(money(voided, 14_990))).kind).toBe('approved');
    expect((await bank.refund(money(whole, 14_990))).kind).toBe('approved');
    expect((await bank.refund(money(half, 10_000))).kind).toBe('approved');
    await nextDayAt('03:30');
    expect(await run()).toMatchObject({ waiting: 0 });
    expect(await unnamed()).toMatchObject([{ bankOrderId: half, amountMinor: 4_990 }]);
  });

  it('a reserved amount is told once it is captured, and not if a payment has it', async () => {
    const { merchantId, apiKey, idsOf } = await shop();
    const { bank } = await connectBank(merchantId);
    const card = { cardNumber: CARDS.approvedVisa, expiryMonth: '12', expiryYear: '2029' };
    const order = { bankOrderId: `HP${'0'.repeat(24)}A1`, amountMinor: 14_990, currency: 'TRY' } as const;
    const held = await bank.sale({ ...order, installment: 1, card, isPreAuth: true });
    const reserving = await createPage({ capture: 'manual' }, { key: apiKey });
    await buyer.submit(await buyer.open(reserving.hostedPageUrl));
    const mine = await createPage({ capture: 'manual' }, { key: apiKey });
    await buyer.submit(await buyer.open(mine.hostedPageUrl));
    await nextDayAt('03:30');
    // A word that is not known counts as a sale, until the history says what it is.
    onTheWay = (body) => body.replaceAll('<TrxType>On Otorizasyon<', '<TrxType>Bloke<');
    expect(await run()).toMatchObject({ waiting: 0 });
    expect(await idsOf()).toEqual([]);
    for (let day = 0; day < 3; day += 1) {
      await nextDayAt('12:00');
      expect(await run()).toMatchObject({ waiting: 0 });
    }
    const hostReference = held.kind === 'approved' ? held.hostReference : '';
    expect((await bank.capture({ ...order, hostReference })).kind).toBe('approved');
    // The bank took one of ours by itself, one by our call.
    const items = async (orderNumber: string) =>
      (
        await harness.api<{ items: { paymentReferenceNumber: string; status: string }[] }>(
          'GET',
          `/api/payment?orderNumber=${orderNumber}`,
          { key: apiKey },
        )
      ).json.data.items;
    const [byPortal] = await items(reserving.orderNumber);
    const payment = await loadPayment(merchantId, String(byPortal?.paymentReferenceNumber));
    const ours = { bankOrderId: payment?.bankOrderId ?? '', amountMinor: 14_990, currency: 'TRY' } as const;
    expect((await bank.capture({ ...ours, hostReference: payment?.bankReferenceNumber ?? '' })).kind).toBe(
      'approved',
    );
    const [byCall] = await items(mine.orderNumber);
    const captured = await harness.api('POST', `/api/payment/${byCall?.paymentReferenceNumber}/capture`, {
      key: apiKey,
      body: {},
    });
    expect(captured.status).toBe(200);
    await nextDayAt('03:30');
    expect(await run()).toMatchObject({ waiting: 0 });
    expect(await idsOf()).toEqual([order.bankOrderId]);
  });

  it('that does not come, is cut, or is not one is asked for again, and then found whole', async () => {
    const { merchantId, idsOf, pay, progress, isRead } = await shop();
    await pay();
    const lost = await lose(merchantId);
    const other = await answerToAnother(protocol);
    await nextDayAt('03:30');
    const faults: ((body: string) => string)[] = [
      () => '',
      (body) => body.slice(0, -20),
      () => '<html>maintenance</html>',
      () => '{}',
      () => other,
    ];
    for (const fault of faults) {
      onTheWay = fault;
      expect(await runAgain()).toMatchObject({ waiting: 1 });
      expect([await idsOf(), await isRead()]).toEqual([[], false]);
      // The comparison of the orders does not wait for it.
      expect(Date.parse((await progress())?.comparedTo ?? '')).toBeGreaterThan(now().getTime() - DAY);
    }
    onTheWay = undefined;
    expect(await runAgain()).toMatchObject({ waiting: 0 });
    expect([await idsOf(), await isRead()]).toEqual([[lost], true]);
  });

  it('that fails for more than a day raises the alarm, for a week; later days are read then', async () => {
    const { merchantId, idsOf, progress } = await shop();
    await lose(merchantId);
    onTheWay = () => '';
    await nextDayAt('03:30');
    expect(await run()).toMatchObject({ waiting: 1, behind: 0 });
    await nextDayAt('03:30');
    expect(await run()).toMatchObject({ waiting: 1, behind: 1 });
    await moveBy(8 * DAY);
    const lost = await lose(merchantId);
    await nextDayAt('03:30');
    const cut = () => logs.filter((line) => line.includes('reports of more than a week ago')).length;
    expect([await run(), cut() > 0]).toMatchObject([{ behind: 1 }, true]);
    const before = cut();
    await runAgain();
    expect(cut()).toBe(before);
    onTheWay = undefined;
    expect(await runAgain()).toMatchObject({ waiting: 0, behind: 0 });
    expect(await idsOf()).toEqual([lost]);
    expect((await progress())?.reports).toBeUndefined();
  });

  it('of a day with too many rows is read in parts, and goes on where a run ended', async () => {
    const { merchantId, idsOf, isRead } = await shop();
    const lost = [await lose(merchantId)];
    await moveBy(3 * HOUR);
    lost.push(await lose(merchantId));
    await nextDayAt('03:30');
    let left = 2;
    // Longer than any answer that is read.
    onTheWay = (body) => (left-- > 0 ? body + ' '.repeat(300_000) : body);
    const before = reports;
    // The time of the run is over once it has read a part of the day.
    await run(() => (reports - before < 3 ? 800_000 : 0));
    expect([reports - before, await isRead()]).toEqual([3, false]);
    await runAgain();
    expect([await idsOf(), await isRead()]).toEqual([lost.toSorted(), true]);
    // Twice halved; then the first quarter, and the rest of the day.
    expect(reports - before).toBe(2 + 1 + 1);
  });

  it('a sale about which the bank does not answer is asked about until it does', async () => {
    const { merchantId, idsOf, isRead } = await shop();
    silentOrder = await lose(merchantId);
    await nextDayAt('03:30');
    expect(await run()).toMatchObject({ waiting: 1 });
    expect([await idsOf(), await isRead()]).toEqual([[], false]);
    const lost = silentOrder;
    silentOrder = '';
    expect(await runAgain()).toMatchObject({ waiting: 0 });
    expect(await idsOf()).toEqual([lost]);
  });

  it('each virtual POS of the days is read, and a payment names only the order at its own', async () => {
    const { merchantId, pay, unnamed } = await shop();
    const { bankOrderId = '' } = (await loadPayment(merchantId, await pay())) ?? {};
    const lost = await lose(merchantId);
    const account = ACCOUNTS.garanti.open();
    service.bank.registerMerchant(account);
    const settings = ACCOUNTS.garanti.posOf(account, `${service.baseUrl}/fim`);
    const posId = makeUuid(now().getTime(), randomBytes);
    await addPos(merchantId, { posId, settings, isTest: false }, { isChecked: true }, now());
    await makePosCurrent(merchantId, posId, { isChecked: true }, now());
    forgetBank(merchantId);
    const { bank } = await connectBank(merchantId);
    const card = { cardNumber: CARDS.approvedVisa, expiryMonth: '12', expiryYear: '2029' };
    const sale = { bankOrderId, amountMinor: 100, currency: 'TRY', installment: 1, card } as const;
    expect((await bank.sale(sale)).kind).toBe('approved');
    await nextDayAt('03:30');
    expect(await run()).toMatchObject({ waiting: 0 });
    const found = (await unnamed()).map((one) => [one.posId, one.bankOrderId, one.amountMinor]).toSorted();
    expect(found).toEqual(
      [
        [merchantId, lost, 14_990],
        [posId, bankOrderId, 100],
      ].toSorted(),
    );
  });

  // Akbank's report is packed, and says of which day a sale is.
  if (protocol === 'garanti')
    it('a sale of an earlier day is not the matter of a later report', async () => {
      const { merchantId, idsOf } = await shop();
      const old = await lose(merchantId);
      await nextDayAt('03:30');
      // The report of its own day does not have it.
      onTheWay = (body) => body.replaceAll(old, 'SHOP1');
      expect(await run()).toMatchObject({ waiting: 0 });
      await nextDayAt('12:00');
      await nextDayAt('12:00');
      await run();
      const next = await lose(merchantId);
      await nextDayAt('03:30');
      onTheWay = (body) => body.replaceAll(next, old);
      expect(await run()).toMatchObject({ waiting: 0 });
      expect(await idsOf()).toEqual([]);
    });

  it('of a minute with too many rows is given up with an error', async () => {
    await shop();
    await nextDayAt('03:30');
    onTheWay = (body) => body + ' '.repeat(300_000);
    const before = reports;
    const errors = () =>
      logs.filter((line) => line.includes('a minute has more sales than the bank reports'));
    const lines = errors().length;
    await run(() => (reports - before < 15 ? 800_000 : 0));
    expect(errors().length).toBeGreaterThan(lines);
    expect(errors().length).toBeLessThan(lines + 6);
  });

  it('the list of reviews shows it, and a person closes it for good', async () => {
    const { merchantId, unnamed } = await shop();
    const bankOrderId = await lose(merchantId);
    await nextDayAt('03:30');
    await run();
    const listed = (await listSalesToReview()).filter((one) => one.merchantId === merchantId);
    expect(listed).toMatchObject([{ bankOrderId, posId: merchantId, amountMinor: 14_990, day: dayBefore() }]);
    const shown = (await REVIEW.commands['list']?.run({} as never, {} as never)) as object[];
    expect(shown).toContainEqual(
      expect.objectContaining({ difference: 'Unnamed', bankOrderId, amount: 149.9, virtualPos: merchantId }),
    );
    const closing = { merchantId, bankOrderId, by: 'Elif', reason: 'Refunded in the portal.' };
    await closeSale({ ...closing, at: now().toISOString() });
    await expect(closeSale({ ...closing, at: now().toISOString() })).rejects.toThrow('no open sale');
    expect(await unnamed()).toEqual([]);
    const asked = () => service.bank.ledger().filter(({ orderId }) => orderId === bankOrderId).length;
    const before = [told().length, asked()];
    await table.send(
      new DeleteCommand({ TableName: tableName(), Key: reconciliationKey(merchantId, 'PROGRESS') }),
    );
    await run();
    expect([await unnamed(), told().length, asked()]).toEqual([[], ...before]);
  });
});

const dayBefore = () => new Date(now().getTime() + 3 * HOUR - DAY).toISOString().slice(0, 10);

/** The report to another shop at the same bank. */
async function answerToAnother(protocol: 'akbank' | 'garanti'): Promise<string> {
  const { merchantId } = await service.addMerchant({ threeDSecure: 'never', protocol });
  const { bank, settings } = await connectBank(merchantId);
  const own = shopNumber;
  shopNumber = shopNumberOf(settings);
  let answer = '';
  onTheWay = (body) => {
    answer = body;
    return body;
  };
  const toMs = now().getTime();
  expect(await bank.reportSales?.({ fromMs: toMs - HOUR, toMs })).toMatchObject({ kind: 'listed' });
  [shopNumber, onTheWay] = [own, undefined];
  return answer;
}
