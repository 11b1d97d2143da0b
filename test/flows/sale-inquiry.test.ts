// What a bank's history means for a sale whose answer was lost: money is never taken for unpaid, nor the
// other way round, and what decides nothing is asked again.
import { describe, expect, it } from 'vitest';
import type { HistoryOperation, Inquiry } from '#acquirer/acquirer.ts';
import { inquireAgainAt, readSaleInquiry } from '#flows/sale-inquiry.ts';

const SENT_MS = Date.parse('2026-11-20T09:00:00Z');
const LANDING_MS = 300_000;
const MINUTE_MS = 60_000;
const sale = { amountMinor: 10_000, sentAtMs: SENT_MS };

const row = (more: Partial<HistoryOperation>): HistoryOperation => ({
  operation: 'sale',
  status: 'approved',
  amountMinor: 10_000,
  batchOpen: true,
  code: '00',
  hostReference: '632400000001',
  authorizationCode: 'P00001',
  ...more,
});
const declined = row({
  status: 'declined',
  code: '51',
  decline: { errorCode: 'NOT_SUFFICIENT_FUNDS', retry: 'Soft' },
});
const read = (inquiry: Inquiry, afterMs = LANDING_MS) =>
  readSaleInquiry(sale, inquiry, { landingTimeMs: LANDING_MS, nowMs: SENT_MS + afterMs });
const found = (...operations: HistoryOperation[]) => read({ kind: 'found', operations });
const APPROVED = { kind: 'approved', hostReference: '632400000001', authorizationCode: 'P00001' };

describe('a sale the bank does not know', () => {
  it.each([0, MINUTE_MS, LANDING_MS - 1])('may still be under way %d ms after it left', (afterMs) =>
    expect(read({ kind: 'notFound' }, afterMs).kind).toBe('unknown'),
  );
  it('has never come in once the longest landing time is over', () =>
    expect(read({ kind: 'notFound' }).kind).toBe('notSent'));
});

describe('a history', () => {
  it('with an approved sale of our amount says paid, wherever the sale stands in it', () => {
    expect(found(row({}))).toEqual(APPROVED);
    expect(found(declined, row({}))).toEqual(APPROVED);
    expect(found(row({ operation: 'refund', amountMinor: 5_000 }), declined, row({}))).toEqual(APPROVED);
  });

  it('whose newest sale was declined says why', () =>
    expect(found(declined)).toMatchObject({
      kind: 'declined',
      code: '51',
      errorCode: 'NOT_SUFFICIENT_FUNDS',
    }));

  it('whose sale was taken back at the bank without us says unpaid', () =>
    expect(found(row({ status: 'voided' }))).toMatchObject({
      kind: 'declined',
      errorCode: 'GENERAL_DECLINE',
    }));

  it.each([
    ['an approved sale of another amount', [row({ amountMinor: 9_999 })]],
    ['a sale that the bank is undoing', [row({ status: 'reversing' })]],
    ['a refund and no sale', [row({ operation: 'refund' })]],
    ['nothing', []],
    ['a refusal that nobody can read', [row({ status: 'declined', code: '??' })]],
  ])('with %s decides nothing', (_, operations) => expect(found(...operations).kind).toBe('unknown'));
});

it.each<Inquiry>([
  { kind: 'unknown', reason: 'no answer' },
  { kind: 'notSent', reason: 'no connection' },
])('an inquiry that itself went wrong says nothing of the sale: %j', (inquiry) =>
  expect(read(inquiry, 24 * 60 * MINUTE_MS).kind).toBe('unknown'),
);

describe('the next inquiry', () => {
  const again = (inquiries: number, afterMs: number) => {
    const asked = { landingTimeMs: LANDING_MS, nowMs: SENT_MS + afterMs };
    const atMs = inquireAgainAt(sale, inquiries, asked);
    return atMs === undefined ? undefined : (atMs - SENT_MS) / MINUTE_MS;
  };
  it('comes as soon as "not found" may be believed', () => expect(again(1, 2 * MINUTE_MS)).toBe(5));
  it('comes sooner where its turn is sooner', () => expect(again(0, MINUTE_MS)).toBe(2));
  it('takes its turn afterwards', () => expect(again(2, 5 * MINUTE_MS)).toBe(10));
  it('comes no more when all have been made', () => expect(again(9, 2 * MINUTE_MS)).toBeUndefined());
});
