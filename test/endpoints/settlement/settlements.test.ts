// The day's book: what moved at the bank of each virtual POS, its commission by the agreement, and when the bank
// pays. Every figure here is computed by hand.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { handler as reconcile } from '#reconcile.ts';
import { loadMovements, recordMovement } from '#store/settlement/movement.ts';
import { entityKey } from '#store/table/keys.ts';
import { getItem, table, tableName } from '#store/table/table.ts';
import { importList } from '../../../lib/operator/bins/bin-lists.ts';
import { agreementOf } from '../../../lib/operator/pos/agreement.ts';
import { tellBank } from '../../../lib/operator/pos/change-of-bank.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { CARDS, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ reconciles: true, events: true });
const { service, merchant, api, now, moveBy, logs } = harness;
const { merchantId } = merchant;
const refunds = refundDriver(harness);
const nextDayAt = calendar(service);

const OWN_BANK = '0064';
await tellBank(merchantId, merchantId, OWN_BANK);
await importList(
  new Map([
    [CARDS.approved.slice(0, 6), { bankCode: OWN_BANK, type: 'credit' as const }],
    [CARDS.insufficientFunds.slice(0, 6), { bankCode: '0067', type: 'credit' as const }],
  ]),
  now(),
);
const file = join(tmpdir(), `agreement-${process.pid}.csv`);
writeFileSync(
  file,
  'cards;type;installment;ratePercent;blockedDays\nOnUs;credit;1;1,79;1\nDomestic;;1;2,29;1\nForeign;;;3,2;2\n',
);
await agreementOf(merchantId, { file }, now());

type Book = {
  id: string;
  date: string;
  state: string;
  currency: string;
  movementCount: number;
  unpricedCount: number;
  grossAmount: number;
  surchargeAmount: number;
  commissionAmount: number | null;
  netAmount: number | null;
  byKind: { kind: string; count: number; grossAmount: number }[];
  payouts: { valueDate: string | null; netAmount: number }[];
  differedAt: string | null;
};
type Movement = { kind: string; grossAmount: number; commissionAmount: number | null; netAmount: number };
type Page<Item> = { items: Item[]; nextCursor: string | null };

const books = async (query: string): Promise<Book[]> =>
  (await api<Page<Book>>('GET', `/api/settlement?${query}`)).json.data.items;
const movements = async (id: string, query = ''): Promise<Page<Movement>> =>
  (await api<Page<Movement>>('GET', `/api/settlement/${id}/movements?${query}`)).json.data;
const closeNow = () => reconcile(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis: () => 800_000 });
/** Of the last night that found any. */
const rewritten = () =>
  logs.filter((line) => line.includes('a closed day’s book was not what the rows say')).length;
/** The stream is read after calls. */
async function captured(): Promise<void> {
  await api('GET', '/api/me');
  await moveBy(SECOND);
}
const eventsOf = async (id: string) => {
  await moveBy(0);
  const path = `/api/event?objectId=${id}`;
  return (await api<Page<{ type: string }>>('GET', path)).json.data.items.map(({ type }) => type);
};

describe('a day with a sale, a surcharge, a void, a refund and a part', () => {
  it('is the sum of its movements, each with its commission to the kuruş', async () => {
    await nextDayAt('10:00');
    const date = '2026-11-21';
    const sold = await refunds.pay({ amountMinor: 14_990 });
    await refunds.pay({ amountMinor: 10_300, orderMinor: 10_000 });
    await refunds.cancel(await refunds.pay({ amountMinor: 5_000 }));
    await refunds.partial(sold, 49.9);
    await captured();
    const [open, ...others] = await books(`date=${date}`);
    expect(others).toEqual([]);
    expect(open).toMatchObject({
      state: 'Open',
      movementCount: 5,
      unpricedCount: 0,
      grossAmount: 203,
      surchargeAmount: 3,
      // 149.90: 2.68; 103.00: 1.84; 50.00: 0.90 and back; 49.90: 0.89 back.
      commissionAmount: 3.63,
      netAmount: 199.37,
      // A Saturday: the money comes on Monday.
      payouts: [{ valueDate: '2026-11-23', netAmount: 199.37 }],
    });
    const { items } = await movements(String(open?.id));
    const figures = items.map(({ kind, grossAmount, commissionAmount, netAmount }) =>
      [kind, grossAmount, commissionAmount, netAmount].join(' '),
    );
    expect(figures.toSorted()).toEqual([
      'Refund -49.9 -0.89 -49.01',
      'Sale 103 1.84 101.16',
      'Sale 149.9 2.68 147.22',
      'Sale 50 0.9 49.1',
      'Void -50 -0.9 -49.1',
    ]);
  });

  it('is closed in the night after the bank’s close, and told', async () => {
    await nextDayAt('04:00');
    const [closed] = await books('date=2026-11-21');
    expect(closed).toMatchObject({ state: 'Closed', grossAmount: 203, commissionAmount: 3.63 });
    expect(await eventsOf(String(closed?.id))).toEqual(['settlement.closed']);
  });
});

it('a refund of a later day takes its commission back by the rate of the sale', async () => {
  await nextDayAt('10:00');
  const sold = await refunds.pay({ amountMinor: 30_000 });
  await nextDayAt('09:00');
  writeFileSync(file, 'ratePercent,blockedDays\n5,0\n');
  await agreementOf(merchantId, { file }, now());
  await refunds.partial(sold, 100);
  await refunds.pay({ amountMinor: 1_000 });
  await captured();
  const [today] = await books('limit=1');
  // 100.00 of the sale at 1.79 %, 10.00 by the new rate of 5 %.
  expect(today).toMatchObject({ grossAmount: -90, commissionAmount: -1.29, netAmount: -88.71 });
  expect((await books(`date=${today?.date}&currency=USD`)).length).toBe(0);
  const [sale] = await books(`endDate=${today?.date}&limit=2`).then((all) => all.slice(1));
  expect(sale).toMatchObject({ grossAmount: 300, commissionAmount: 5.37, state: 'Closed' });
});

it('each currency has a book of its own, and a card that no list knows has no commission', async () => {
  await nextDayAt('10:00');
  await refunds.pay({ amountMinor: 2_000, currency: 'USD' });
  writeFileSync(file, 'cards,ratePercent,blockedDays\nOnUs,1,1\n,2,1\n');
  await agreementOf(merchantId, { file }, now());
  await refunds.pay({ amountMinor: 2_000, cardNumber: CARDS.approvedVisa });
  await captured();
  const all = await books('limit=2');
  expect(
    all
      .map(({ currency, grossAmount, unpricedCount, netAmount }) => [
        currency,
        grossAmount,
        unpricedCount,
        netAmount,
      ])
      .toSorted(),
  ).toEqual([
    ['TRY', 20, 1, null],
    ['USD', 20, 0, 19.8],
  ]);
});

describe('a day that is not what the rows say', () => {
  const rowOf = async (book: Book | undefined) => {
    const [row] = await loadMovements({ merchantId, id: String(book?.id) });
    if (row === undefined) throw new Error('The day has no movement.');
    return row;
  };

  it('is put right in the night, and rings if it was closed', async () => {
    await nextDayAt('10:00');
    await refunds.pay({ amountMinor: 7_000 });
    await refunds.pay({ amountMinor: 8_000 });
    await captured();
    // As if the stream were late.
    const [open] = await books('limit=1');
    await recordMovement({ ...(await rowOf(open)), removedAt: now().toISOString() });
    expect((await books('limit=1'))[0]?.movementCount).toBe(1);
    await nextDayAt('04:00');
    const [before] = await books('limit=1');
    expect(before).toMatchObject({ state: 'Closed', grossAmount: 150, movementCount: 2 });
    expect(rewritten()).toBe(0);
    const row = await rowOf(before);
    // One is lost, and the other has another amount.
    await recordMovement({ ...row, removedAt: now().toISOString() });
    await recordMovement({ ...(await rowOf(before)), grossMinor: 1 });
    await recordMovement({ ...row, id: 'PAY-20261120-AAAAAAAAAAAA', at: row.dayFrom });
    await nextDayAt('03:30');
    await closeNow();
    const [after] = await books(`date=${before?.date}`);
    expect(after).toMatchObject({ grossAmount: 150, movementCount: 2, differedAt: null });
    expect(rewritten()).toBeGreaterThan(0);
  });

  it('and a sale that became known after the close is told as a difference', async () => {
    await nextDayAt('10:00');
    const reference = await refunds.pay({ amountMinor: 9_000 });
    await nextDayAt('04:00');
    const [before] = await books('limit=1');
    expect(before?.state).toBe('Closed');
    const late = await refunds.pay({ amountMinor: 500 });
    // As a sale of the day before whose answer was lost: the bank made it then.
    const row = await getItem(entityKey(merchantId, 'PAYMENT', late));
    const first = await getItem(entityKey(merchantId, 'PAYMENT', reference));
    await table.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...row, createdAt: first?.['createdAt'], version: 2 },
      }),
    );
    await nextDayAt('04:00');
    const [after] = await books(`date=${before?.date}`);
    expect(after).toMatchObject({ grossAmount: 95, movementCount: 2 });
    expect(after?.differedAt).not.toBeNull();
    expect(await eventsOf(String(before?.id))).toEqual(['settlement.differs', 'settlement.closed']);
  });
});

it('another merchant sees nothing, and no id of another is found', async () => {
  const [book] = await books('limit=1');
  const { apiKey: key } = await service.addMerchant({});
  const own = await api<Page<Book>>('GET', '/api/settlement', { key });
  expect(own.json.data.items).toEqual([]);
  for (const id of [String(book?.id), 'nothing', `${book?.date}.TRY.x`])
    expectRejection(await api('GET', `/api/settlement/${id}/movements`, { key }), {
      code: 'SETTLEMENT_NOT_FOUND',
    });
});

it('movements come page by page, and as a table in both languages', async () => {
  const [book] = await books('date=2026-11-21');
  const id = String(book?.id);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Movement> = await movements(id, `limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.items.length).toBeLessThanOrEqual(2);
    seen.push(...page.items.map(({ kind, grossAmount }) => `${kind} ${grossAmount}`));
    cursor = page.nextCursor;
  }
  expect(seen.toSorted()).toEqual(['Refund -49.9', 'Sale 103', 'Sale 149.9', 'Sale 50', 'Void -50']);
  const tableIn = async (language: string) =>
    (
      await api('GET', `/api/settlement/${id}/movements`, {
        headers: { accept: 'text/csv', 'accept-language': language },
      })
    ).text;
  const turkish = await tableIn('tr');
  expect(turkish).toContain('Banka iptali;');
  expect(turkish).toContain('-50,00;1,79;-0,90;-49,10;2026-11-23');
  expect(await tableIn('en')).toContain('-50.00,1.79,-0.90,-49.10,2026-11-23');
});

describe('the command', () => {
  const write = (text: string) => writeFileSync(file, text);
  it.each([
    ['cards,ratePercent,blockedDays\nMine,1,1\n', /line 2, cards/],
    ['ratePercent,blockedDays\n1.79,1\n2,1\n', /line 3: such sales have a rate above/],
    ['ratePercent,blockedDays\n1.79123,1\n', /line 2, ratePercent/],
    ['ratePercent,blockedDays\n1.79,-1\n', /line 2, blockedDays/],
    ['ratePercent,blockedDays,installment\n1.79,1,37\n', /line 2, installment/],
    ['rate\n1\n', /The first line names/],
    ['ratePercent,blockedDays\n', /1 to 200 rates/],
  ])('refuses the file %j', async (text, message) => {
    write(text);
    await expect(agreementOf(merchantId, { file }, now())).rejects.toThrow(message);
  });

  it('refuses a day that is over, and another close of the bank’s day for today', async () => {
    write('ratePercent,blockedDays\n1,1\n');
    await expect(agreementOf(merchantId, { file, from: '2026-11-21' }, now())).rejects.toThrow(/over keeps/);
    await expect(agreementOf(merchantId, { file, batchCloseAt: '24:00' }, now())).rejects.toThrow(/tomorrow/);
    await expect(agreementOf(merchantId, { file, batchCloseAt: '25:00' }, now())).rejects.toThrow(/00:01/);
    await expect(agreementOf(merchantId, { from: '2030-01-01' }, now())).rejects.toThrow(/--table/);
  });

  it('shows the agreements of the POS, the last first', async () => {
    write('ratePercent,blockedDays\n1,1\n');
    await agreementOf(merchantId, { file, from: '2030-01-01', batchCloseAt: '24:00' }, now());
    const { agreements, holidaysKnownTo } = await agreementOf(merchantId, {}, now());
    expect(agreements[0]).toMatchObject({
      from: '2030-01-01',
      batchCloseAt: '24:00',
      rates: [{ cards: 'any', type: 'any', installment: 'any', ratePercent: 1, blockedDays: 1 }],
    });
    expect(agreements.length).toBeGreaterThan(2);
    expect(holidaysKnownTo).toBe(2027);
  });
});
