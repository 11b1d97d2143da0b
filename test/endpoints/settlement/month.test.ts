// A generated month over two virtual POS: the books of the days are the ledgers of the banks, the statistics, the
// lists and the events, to the kuruş. The commission of twenty movements is computed again here.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { makePaymentReference } from '#domain/id.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { connectBankOf } from '#flows/bank-connection.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { saveAgreements } from '#store/settlement/agreement.ts';
import { commit } from '#store/table/commit.ts';
import type { LedgerOperation } from '../../../lib/bank/books.ts';
import { tellBank } from '../../../lib/operator/pos/change-of-bank.ts';
import { minorOf, sumOf } from '../../books/compare.ts';
import { openRandom } from '../../chaos/random.ts';
import { bankOrderIdOf, refundDriver } from '../../drivers/refund-driver.ts';
import { openSecondBank } from '../../drivers/second-bank.ts';
import { CARDS, DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { isThorough } from '../../harness/thoroughness.ts';

const MOVEMENTS = isThorough ? 2_000 : 200;
const harness = await startHarness({ reconciles: true, events: true });
const { service, merchant, api, now, moveTo, moveBy } = harness;
const { merchantId } = merchant;
const refunds = refundDriver(harness);
const random = openRandom(7, 'a month of books');

const second = await openSecondBank(harness);
const secondPos = await second.add(merchantId);
await tellBank(merchantId, merchantId, '0064');
await saveAgreements(undefined, {
  merchantId,
  agreements: [
    {
      posId: merchantId,
      from: '2026-11-20',
      batchCloseAt: '22:00',
      rates: [{ ratePpm: 17_900, blockedDays: 1 }],
    },
    {
      posId: secondPos,
      from: '2026-11-20',
      batchCloseAt: '22:00',
      rates: [{ ratePpm: 23_450, blockedDays: 14 }],
    },
    // A changed rate holds from its day on.
    {
      posId: secondPos,
      from: '2026-12-05',
      batchCloseAt: '22:00',
      rates: [{ ratePpm: 31_000, blockedDays: 14 }],
    },
  ],
});

async function pay(posId: string, chargedMinor: number): Promise<string> {
  const at = now();
  const paymentReferenceNumber = makePaymentReference(at.getTime(), randomBytes);
  const bankOrderId = bankOrderIdOf(paymentReferenceNumber);
  const { bank } = await connectBankOf({ merchantId, posId });
  const card = { cardNumber: CARDS.approved, expiryMonth: '12', expiryYear: '2029' };
  const sale = { bankOrderId, amountMinor: chargedMinor, currency: 'TRY' as const, installment: 1 };
  const outcome = await bank.sale({ ...sale, card, cvv: '123' });
  if (outcome.kind !== 'approved') throw new Error(`The sale was ${outcome.kind}.`);
  const payment: Payment = {
    paymentReferenceNumber,
    merchantId,
    orderNumber: `MONTH-${paymentReferenceNumber}`,
    chargedMinor,
    currency: 'TRY',
    installment: 1,
    status: 'Successful',
    refundedMinor: 0,
    reservedMinor: 0,
    maskedCardNumber: '552879******0008',
    cardAssociation: 'MASTERCARD',
    bankOrderId,
    ...(posId !== merchantId && { posId }),
    bankReferenceNumber: outcome.hostReference,
    leaseEpoch: 1,
    threeDSecure: false,
    source: 'HostedPage',
    createdAt: at.toISOString(),
    paidAt: at.toISOString(),
    inquiries: 0,
  };
  if ((await commit([writePaymentClaim(payment)])).kind !== 'committed')
    throw new Error('It was not stored.');
  return paymentReferenceNumber;
}

type Sold = { reference: string; leftMinor: number; atMs: number };
/** As many movements as asked, over thirty days. */
async function liveAMonth(): Promise<void> {
  const sold: Sold[] = [];
  const startMs = now().getTime();
  for (let made = 0; made < MOVEMENTS; made += 1) {
    if (made % Math.ceil(MOVEMENTS / 120) === 0) {
      const nextMs = startMs + (made / MOVEMENTS) * 30 * DAY;
      if (nextMs > now().getTime()) await moveTo(new Date(nextMs).toISOString());
    }
    const one = sold.at(random.below(Math.max(1, sold.length)));
    const isBack = one !== undefined && one.leftMinor > 1 && random.chance(0.25);
    if (!isBack) {
      const amountMinor = 101 + random.below(300_000);
      const reference = await pay(random.chance(0.4) ? secondPos : merchantId, amountMinor);
      sold.push({ reference, leftMinor: amountMinor, atMs: now().getTime() });
      continue;
    }
    const backMinor = 1 + random.below(one.leftMinor - 1);
    const { status } = await refunds.partial(one.reference, backMinor / 100);
    if (status === 201) one.leftMinor -= backMinor;
  }
  await moveBy(3 * DAY + 8 * HOUR);
}

type Movement = { kind: string; id: string; at: string; grossAmount: number; commissionAmount: number };
type Book = {
  id: string;
  date: string;
  posId: string;
  state: string;
  grossAmount: number;
  commissionAmount: number;
  netAmount: number;
  movementCount: number;
};
async function allOf<Item>(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`;
    const { json } = await api<{ items: Item[]; nextCursor: string | null }>('GET', path + query);
    const { data } = json;
    items.push(...data.items);
    cursor = data.nextCursor;
  }
  return items;
}

/** What a bank's ledger says, by its own day: after 22:00 in Istanbul it is the next one. */
function byBankDay(ledger: readonly LedgerOperation[], posId: string): Map<string, number> {
  const days = new Map<string, number>();
  for (const { operation, outcome, amount, at } of ledger) {
    if (outcome !== 'approved' || !['sale', 'refund', 'void'].includes(operation)) continue;
    const day = new Date(Date.parse(at) + 5 * HOUR).toISOString().slice(0, 10);
    const key = `${day} ${posId}`;
    days.set(key, (days.get(key) ?? 0) + (operation === 'sale' ? 1 : -1) * minorOf(amount));
  }
  return days;
}

it('books, banks, statistics, lists and events agree, and twenty commissions are right', {
  timeout: 900_000,
}, async () => {
  await liveAMonth();
  const books = await allOf<Book>('/api/settlement');
  expect(books.every(({ state }) => state === 'Closed')).toBe(true);
  const atBanks = [
    ...byBankDay(service.bank.ledger(), merchantId),
    ...byBankDay(second.bank.ledger(), secondPos),
  ];
  expect(
    books.map(({ date, posId, grossAmount }) => [`${date} ${posId}`, minorOf(grossAmount)]).toSorted(),
  ).toEqual(atBanks.toSorted());

  const movements: (Movement & { book: Book })[] = [];
  for (const book of books) {
    const own = await allOf<Movement>(`/api/settlement/${book.id}/movements`);
    movements.push(...own.map((one) => ({ ...one, book })));
    expect([own.length, sumOf(own.map(({ grossAmount }) => grossAmount))]).toEqual([
      book.movementCount,
      minorOf(book.grossAmount),
    ]);
    expect(sumOf(own.map(({ commissionAmount }) => commissionAmount))).toBe(minorOf(book.commissionAmount));
    expect(minorOf(book.netAmount)).toBe(minorOf(book.grossAmount) - minorOf(book.commissionAmount));
  }
  expect(movements.length).toBeGreaterThan(MOVEMENTS * 0.9);

  const sold = movements.filter(({ kind }) => kind === 'Sale');
  for (const { grossAmount, commissionAmount, book } of sold.slice(0, 20)) {
    const percent = book.posId === merchantId ? 1.79 : book.date < '2026-12-05' ? 2.345 : 3.1;
    expect(minorOf(commissionAmount)).toBe(Math.round((minorOf(grossAmount) * percent * 1000) / 100_000));
  }

  type Statistics = { byCurrency: { paidAmount: number; refundedAmount: number }[] };
  const period = 'startDate=2026-11-20&endDate=2027-01-31';
  const statisticsOf = async (noun: string) =>
    (await api<Statistics>('GET', `/api/${noun}/statistics?${period}`)).json.data.byCurrency[0];
  const soldMinor = sumOf(sold.map(({ grossAmount }) => grossAmount));
  const backMinor = -sumOf(
    movements.filter(({ kind }) => kind !== 'Sale').map(({ grossAmount }) => grossAmount),
  );
  expect(minorOf((await statisticsOf('payment'))?.paidAmount ?? 0)).toBe(soldMinor);
  expect(minorOf((await statisticsOf('Refund'))?.refundedAmount ?? 0)).toBe(backMinor);
  const payments = await allOf<{ chargedAmount: number }>('/api/payment?by=paidAt');
  expect(sumOf(payments.map(({ chargedAmount }) => chargedAmount))).toBe(soldMinor);

  type Told = { type: string; data: { object: Book } };
  const told = await allOf<Told>('/api/event?type=settlement.closed');
  expect(told.map(({ data }) => [data.object.id, data.object.grossAmount]).toSorted()).toEqual(
    books.map(({ id, grossAmount }) => [id, grossAmount]).toSorted(),
  );
});
