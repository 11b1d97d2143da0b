// The time that a restore has lost, read from the table of before it. A payment that was claimed there is claimed
// again as it was before the bank's answer: the sweep's first inquiry records what the bank says of it, under
// the reference that shop and buyer know. So the former table, whose rows the damage may have reached, is never
// believed about money. What cannot be claimed is named for a person. Nothing is written twice: the command can
// be repeated.
import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { defined } from '#domain/defined.ts';
import { toDecimal } from '#domain/money.ts';
import { orderAttemptId } from '#domain/payment/hosted-page.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { cardTryOf } from '#flows/payment/single-charge-finalization.ts';
import { inPool } from '#flows/pool.ts';
import { loadCardTries, writeCardTry } from '#store/card/card-tries.ts';
import { HOSTED_PAGE, loadHostedPage } from '#store/payment/hosted-page.ts';
import { loadOrder, ORDER, type OrderItem } from '#store/payment/order.ts';
import { loadPayment, PAYMENT, type PaymentItem } from '#store/payment/payment.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { change, commit, create, isConflictOn, type Write } from '#store/table/commit.ts';
import { hostedPageKey, type Key, orderKey, TABLE_SHAPE } from '#store/table/keys.ts';
import { newItem } from '#store/table/row.ts';
import { getItem, getItems, type Item, itemOf, table, tableName } from '#store/table/table.ts';
import { SettingError } from '../merchant-settings.ts';
import { kindOf } from '../review/kind-of.ts';

const { indexes, timeToLive } = TABLE_SHAPE;
/** Each takes a read or two and a transaction. */
const AT_ONCE = 8;

/** The table that was in use, and the second to which the one in use went back. */
type LostTime = { formerTable: string; since: Date };

/** With what is known of it: names, sums, what the former table says. */
type ForAPerson = { what: 'payment' | 'charge' | 'refund' | 'row'; next: string } & Record<string, unknown>;
type RecoveryReport = {
  /** Payments about which the sweep asks the bank now. */
  claimed: number;
  /** Payments that failed, and those whose sale another payment has found already. */
  settled: number;
  forAPerson: ForAPerson[];
  /** The number of lost rows by their kind, which only their merchants can make again. */
  lost: Record<string, number>;
};

/** Throws unless the table is another one and the instant is past, with a zone. */
export function formerTableOf(formerTable: string, instant: string, now: Date): LostTime {
  if (formerTable === tableName())
    throw new SettingError('--former-table is the table of this stage itself.');
  const since = new Date(instant);
  if (!/Z$|[+-]\d\d:\d\d$/.test(instant) || !(since.getTime() < now.getTime()))
    throw new SettingError('--lost-since is a past instant with its zone: 2026-11-20T09:10:00Z.');
  return { formerTable, since };
}

export async function recoverLostTime(time: LostTime, now: Date): Promise<RecoveryReport> {
  const found: RecoveryReport = { claimed: 0, settled: 0, forAPerson: [], lost: {} };
  const lost = await lostRows(time).catch((error: Error) => {
    if (error.name !== 'ResourceNotFoundException') throw error;
    throw new SettingError(`There is no table ${time.formerTable} in this account and Region.`);
  });
  await inPool(lost, AT_ONCE, async (item) => {
    await recoverRow(item, time, now, found).catch((error: Error) => {
      const row = `${item.pk} ${item.sk}`;
      found.forAPerson.push({ what: 'row', row, error: error.message, next: 'Read it in the former table.' });
    });
  });
  return found;
}

async function recoverRow(item: Item, time: LostTime, now: Date, found: RecoveryReport): Promise<void> {
  const kind = kindOf(item);
  if (kind === 'payment') await recoverPayment(PAYMENT.read(item), time, now, found);
  else if (kind === 'refund') found.forAPerson.push(namedRefund(readRefund(item).refund));
  // A page that was paid comes back with its payment.
  else if (kind !== undefined && !isPaidPage(item)) found.lost[kind] = (found.lost[kind] ?? 0) + 1;
}

const isPaidPage = ({ state }: Item) => state === 'Paid' || state === 'Processing';

/** Rows of the former table that were made in that time and that this one has not, but for events. */
async function lostRows({ formerTable, since }: LostTime): Promise<Item[]> {
  const { partitionKey, sortKey } = indexes.list;
  const scan = {
    TableName: formerTable,
    FilterExpression: '#made >= :since AND NOT contains(#list, :events)',
    ExpressionAttributeNames: { '#made': sortKey, '#list': partitionKey },
    ExpressionAttributeValues: { ':since': since.toISOString(), ':events': '#EVENT#' },
  };
  const lost: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client: table }, scan)) {
    const made = Items.map(itemOf);
    const ours = await getItems(made);
    lost.push(...made.filter((_, at) => ours[at] === undefined));
  }
  return lost;
}

async function recoverPayment(payment: PaymentItem, time: LostTime, now: Date, found: RecoveryReport) {
  if (payment.status === 'Failed') found.settled += 1;
  else if (payment.recurringPaymentId !== undefined) {
    const plan = await loadRecurringPayment(payment.merchantId, payment.recurringPaymentId);
    found.forAPerson.push(namedCharge(payment, plan));
  } else {
    const order = await loadOrder(payment.merchantId, payment.orderNumber);
    const other = order?.paidBy ?? order?.pendingPayment;
    const before = other === undefined ? undefined : await loadPayment(payment.merchantId, other);
    // The bank's sale under this id has been found already: by its buyer, its shop or the search.
    if (before?.bankOrderId === payment.bankOrderId) found.settled += 1;
    else if (before !== undefined) found.forAPerson.push(namedPayment(payment, before));
    else if (await claimAgain(payment, order, time, now)) found.claimed += 1;
    else found.forAPerson.push(namedPayment(payment));
  }
}

/** False if something else has changed its order or its page at this moment. */
async function claimAgain(
  payment: PaymentItem,
  order: OrderItem | undefined,
  { formerTable }: LostTime,
  now: Date,
): Promise<boolean> {
  const { hostedPageDigest, merchantId, orderNumber } = payment;
  const former = async (key: Key) => {
    const { Item: item } = await table.send(new GetCommand({ TableName: formerTable, Key: key }));
    return item && itemOf(item);
  };
  const formerOrder = ORDER.find(await former(orderKey(merchantId, orderNumber)));
  const dueAt = now.toISOString();
  const claim = claimOf(payment);
  const page = hostedPageDigest === undefined ? [] : [await pageWrite(claim, hostedPageDigest, former)];
  const tried = claim.source === 'Charge' ? [writeCardTry(cardTryOf(claim), await triesOf(claim))] : [];
  const attemptCount = Math.max(attemptOf(claim, formerOrder), order?.attemptCount ?? 0);
  const result = await commit([
    writePaymentClaim({ ...claim, inquiryAt: dueAt }, dueAt),
    orderWrite(claim, order, { ...defined({ openPage: hostedPageDigest }), attemptCount }),
    ...[...page, await newerPageWrite(claim, order)].filter((write) => write !== undefined),
    ...tried,
  ]);
  if (result.kind === 'committed') return true;
  return isConflictOn(result, 'payment');
}

const triesOf = ({ merchantId, chargedCard }: Payment) =>
  loadCardTries({ merchantId, cardFingerprint: chargedCard?.fingerprint ?? '' });

/** What was known when it was sent, without what the bank has said of it. */
function claimOf({ version: _, ...payment }: PaymentItem): Payment {
  const claim: Payment = {
    ...payment,
    status: 'Processing',
    chargedMinor: payment.authorization?.amountMinor ?? payment.chargedMinor,
    refundedMinor: 0,
    reservedMinor: 0,
    inquiries: 0,
    ...(payment.threeDSecure && payment.step === undefined && { step: 'Sale' }),
  };
  for (const name of TOLD_LATER) delete claim[name];
  return claim;
}

/** The card that was to be saved is lost with its row, and its own row may be. */
const TOLD_LATER = [
  'bankReferenceNumber',
  'authorizationCode',
  'authorization',
  'paidAt',
  'failedAt',
  'errorCode',
  'bankResponseCode',
  'bankMessage',
  'chargedBackMinor',
  'refundReferences',
  'chargebackReferences',
  'refundLock',
  'creditsSent',
  'cancelledBy',
  'savesCard',
  'review',
  'resolution',
  'recheck',
  'difference',
] as const satisfies readonly (keyof Payment)[];

/** The number of the attempt follows from its id at the bank; 1 if the former table has lost the order too. */
function attemptOf(payment: Payment, { attemptCount = 1 }: Partial<OrderItem> = {}): number {
  const numbers = Array.from({ length: attemptCount }, (_, at) => attemptCount - at);
  return numbers.find((number) => orderAttemptId(payment, number) === payment.bankOrderId) ?? attemptCount;
}

/** The attempts count up over what both tables know, so that none is made again. */
function orderWrite(
  { merchantId, orderNumber, createdAt, paymentReferenceNumber: pendingPayment }: Payment,
  order: OrderItem | undefined,
  { openPage, attemptCount }: Pick<OrderItem, 'openPage' | 'attemptCount'>,
): Write {
  if (order !== undefined) return change('order', order, { pendingPayment, attemptCount });
  const made = { orderNumber, pendingPayment, createdAt, ...defined({ openPage, attemptCount }) };
  return create('order', newItem(orderKey(merchantId, orderNumber), ORDER.attributes(made)));
}

/** The page waits for the bank, whether it is there or comes from the former table; undefined: both lack it. */
async function pageWrite(
  { paymentReferenceNumber, chargedMinor, orderMinor }: Payment,
  tokenDigest: string,
  former: (key: Key) => Promise<Item | undefined>,
): Promise<Write | undefined> {
  const key = hostedPageKey(tokenDigest);
  const waits = {
    state: 'Processing',
    paymentReferenceNumber,
    ...(orderMinor !== undefined && {
      ...HOSTED_PAGE.attributes({ surcharged: { paymentReferenceNumber, chargedMinor } }),
    }),
  };
  const ours = HOSTED_PAGE.find(await getItem(key));
  if (ours !== undefined) {
    const counted = { attemptCount: ours.attemptCount + 1 };
    return change('hosted-page', ours, { ...waits, ...counted }, [timeToLive, 'duePk', 'dueSk']);
  }
  const theirs = await former(key);
  if (theirs === undefined) return undefined;
  const { [timeToLive]: _end, duePk: _due, dueSk: _at, ...item } = theirs;
  return create('hosted-page', { ...item, ...key, ...waits });
}

/** A page that the shop has made since looks whether the payment has paid its order. */
async function newerPageWrite(
  { hostedPageDigest, paymentReferenceNumber: orderPendingPayment }: Payment,
  { openPage = hostedPageDigest }: Partial<OrderItem> = {},
): Promise<Write | undefined> {
  if (openPage === undefined || openPage === hostedPageDigest) return undefined;
  const newer = await loadHostedPage(openPage);
  return newer && change('hosted-page', newer, HOSTED_PAGE.attributes({ orderPendingPayment }));
}

const shownSale = ({ merchantId, paymentReferenceNumber, orderNumber, ...sale }: Payment) => ({
  merchantId,
  paymentReferenceNumber,
  orderNumber,
  amount: toDecimal(sale.chargedMinor),
  currency: sale.currency,
  bankOrderId: sale.bankOrderId,
  status: sale.status,
});

const namedPayment = (payment: Payment, by?: Payment): ForAPerson => ({
  what: 'payment',
  ...shownSale(payment),
  ...(by && { orderGoesOnBy: by.paymentReferenceNumber }),
  next: by
    ? 'If the bank has made both sales, refund one of them at the bank.'
    : 'Its order or page changed at this moment: repeat the command.',
});

const namedCharge = (payment: Payment, plan: object | undefined): ForAPerson => ({
  what: 'charge',
  ...shownSale(payment),
  ...defined({ recurringPaymentId: payment.recurringPaymentId }),
  next: plan
    ? 'The plan finds the sale of its newest period; POST .../periods/{n}/charge finds that of an older one.'
    : 'Its plan is lost: refund the sale at the bank.',
});

const namedRefund = ({ merchantId, refundId, status, ...refund }: Refund): ForAPerson => ({
  what: 'refund',
  merchantId,
  refundId,
  paymentReferenceNumber: refund.transactionId,
  amount: toDecimal(refund.amountMinor),
  currency: refund.currency,
  status,
  next: 'Sent to the bank, it is a difference by tomorrow: npm run review -- adopt. Else ask for it again.',
});
