// Reads the outcome of a sale whose answer was lost from the bank's history. A paid sale is never read as
// unpaid or the reverse, and an inconclusive history leads to another inquiry.
import { describe, expect, it } from 'vitest';
import type { HistoryOperation, Inquiry } from '#acquirer/acquirer.ts';
import type { Review } from '#domain/bank/waiting.ts';
import { refusalOf } from '#flows/merchant-refusal.ts';
import { inquireAgain, readSaleInquiry } from '#flows/sale-inquiry.ts';

const SENT_MS = Date.parse('2026-11-20T09:00:00Z');
const MINUTE_MS = 60_000;
const LANDING_MS = 5 * MINUTE_MS;
const claimed = { amountMinor: 10_000, currency: 'TRY', claimedAtMs: SENT_MS, sentAtMs: SENT_MS } as const;
/** Claimed in the second epoch, an hour after it began. */
const sale = { ...claimed, takenOverMs: SENT_MS - 60 * MINUTE_MS };

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
  decline: { errorCode: 'NOT_SUFFICIENT_FUNDS', declineCategory: 'Soft' },
});
const read = (inquiry: Inquiry, afterMs = LANDING_MS) =>
  readSaleInquiry(sale, inquiry, { arrivesWithinMs: LANDING_MS, nowMs: SENT_MS + afterMs });
const found = (...operations: HistoryOperation[]) => read({ kind: 'found', operations });
const APPROVED = { kind: 'approved', hostReference: '632400000001', authorizationCode: 'P00001' };

describe('the inquiry about a sale that the bank does not know', () => {
  it.each([0, MINUTE_MS, LANDING_MS - 1])('the outcome is unknown %d ms after the sale was sent', (afterMs) =>
    expect(read({ kind: 'notFound' }, afterMs).kind).toBe('unknown'),
  );
  it('the sale counts as not sent once the landing time has passed', () =>
    expect(read({ kind: 'notFound' }).kind).toBe('notSent'));
});

describe('readSaleInquiry', () => {
  it('the sale is approved if any row of the history is an approved sale of our amount', () => {
    expect(found(row({}))).toEqual(APPROVED);
    expect(found(declined, row({}))).toEqual(APPROVED);
    expect(found(row({ operation: 'refund', amountMinor: 5_000 }), declined, row({}))).toEqual(APPROVED);
  });

  it('what the bank only keeps reserved is no sale, unless it shows sales alike', () => {
    expect(found(row({ reserved: { heldDays: 7 } })).kind).toBe('unknown');
    expect(found(row({ reserved: { heldDays: 15, maybeSale: true } }))).toMatchObject(APPROVED);
    expect(found(declined, row({ reserved: { heldDays: 7 } })).kind).not.toBe('approved');
  });

  describe('of an amount that is only reserved', () => {
    const held = { ...sale, isPreAuth: true, mayBeCaptured: true };
    const asked = { arrivesWithinMs: LANDING_MS, nowMs: SENT_MS + LANDING_MS };
    const readHeld = (more: Partial<HistoryOperation>, of = held) =>
      readSaleInquiry(of, { kind: 'found', operations: [row(more)] }, asked);
    it('it is approved, with the days for which it is kept', () =>
      expect(readHeld({ reserved: { heldDays: 7 } })).toEqual({ ...APPROVED, heldDays: 7 }));
    it('it is approved with what was taken of it since', () => {
      expect(readHeld({ amountMinor: 6_000 })).toEqual({ ...APPROVED, capturedMinor: 6_000 });
      const at = new Date(SENT_MS - 61 * MINUTE_MS).toISOString();
      const firstSale = { at };
      expect(readHeld({ at, amountMinor: 6_000 })).toEqual({ ...APPROVED, capturedMinor: 6_000, firstSale });
    });
    it('of a failed payment a person decides', () =>
      expect(readHeld({}, { ...held, mayBeCaptured: false }).kind).toBe('unknown'));
    it('more than was reserved is another sale', () =>
      expect(readHeld({ amountMinor: 10_001 }).kind).toBe('unknown'));
  });

  it('the sale is declined with the reason if the only sale was declined', () =>
    expect(found(declined)).toMatchObject({
      kind: 'declined',
      code: '51',
      errorCode: 'NOT_SUFFICIENT_FUNDS',
    }));

  const minutesBefore = (minutes: number) => ({
    at: new Date(SENT_MS - minutes * MINUTE_MS).toISOString(),
  });
  const before = minutesBefore(61);
  const refund = row({ operation: 'refund', amountMinor: 5_000 });
  it('a sale from before the claim is ours, with the time of the bank, if it still stands', () => {
    expect(found(row(before))).toEqual({ ...APPROVED, firstSale: before });
    expect(found(declined, row(before))).toEqual({ ...APPROVED, firstSale: before });
    expect(found(row(minutesBefore(56)))).toMatchObject({ firstSale: {} });
    expect(found(row(minutesBefore(54)))).toEqual(APPROVED);
    expect(found(row({ at: 'unreadable' }))).toEqual(APPROVED);
  });
  it.each<[string, HistoryOperation[]]>([
    ['voided', [row({ ...before, status: 'voided' })]],
    ['refunded in part', [refund, row(before)]],
    ['made with another amount', [row({ ...before, amountMinor: 9_999 })]],
    ['being reversed', [row({ ...before, status: 'reversing' })]],
  ])('a sale from before the claim that was %s needs a person at once', (_, history) =>
    expect(found(...history)).toMatchObject({ kind: 'unknown', mustReview: true }),
  );
  it('a foreign sale from before the claim is ours only if the plan fixes its currency', () => {
    const history: Inquiry = { kind: 'found', operations: [row(before)] };
    const asked = { arrivesWithinMs: LANDING_MS, nowMs: SENT_MS + LANDING_MS };
    const foreign = { ...sale, currency: 'USD' } as const;
    expect(readSaleInquiry(foreign, history, asked)).toMatchObject({ kind: 'unknown', mustReview: true });
    const ofPlan = readSaleInquiry({ ...foreign, hasFixedCurrency: true }, history, asked);
    expect(ofPlan).toMatchObject({ kind: 'approved', firstSale: before });
    const resolution = { kind: 'approved', bankReferenceNumber: 'RRN', by: 'ayse', at: '' } as never;
    expect(readSaleInquiry({ ...foreign, resolution }, history, asked)).toMatchObject({ kind: 'approved' });
  });

  it('a bank whose clock is slow stops nobody: without a takeover no sale is older than its claim', () => {
    const history: Inquiry = { kind: 'found', operations: [row(minutesBefore(10))] };
    const asked = { arrivesWithinMs: LANDING_MS, nowMs: SENT_MS + LANDING_MS };
    for (const currency of ['TRY', 'USD', 'EUR'] as const) {
      expect(readSaleInquiry({ ...claimed, currency }, history, asked)).toEqual(APPROVED);
      const inEpoch = { ...claimed, currency, takenOverMs: SENT_MS - 16 * MINUTE_MS };
      expect(readSaleInquiry(inEpoch, history, asked)).toEqual(APPROVED);
    }
    const justTaken = { ...claimed, takenOverMs: SENT_MS - MINUTE_MS };
    expect(readSaleInquiry(justTaken, { ...history, operations: [row(minutesBefore(4))] }, asked)).toEqual(
      APPROVED,
    );
    expect(readSaleInquiry(justTaken, history, asked)).toMatchObject({ firstSale: {} });
  });

  it('the sale is declined if it was voided at the bank without us', () =>
    expect(found(row({ status: 'voided' }))).toMatchObject({
      kind: 'declined',
      errorCode: 'GENERAL_DECLINE',
    }));

  it.each([
    ['an approved sale of another amount', [row({ amountMinor: 9_999 })]],
    ['a sale that the bank is reversing', [row({ status: 'reversing' })]],
    ['a refund and no sale', [row({ operation: 'refund' })]],
    ['no operation', []],
    ['a decline with an unknown code', [row({ status: 'declined', code: '??' })]],
  ])('the outcome is unknown for a history with %s', (_, operations) =>
    expect(found(...operations).kind).toBe('unknown'),
  );
});

it.each<Inquiry>([
  { kind: 'unknown', reason: 'no answer' },
  { kind: 'notSent', reason: 'no connection' },
])('readSaleInquiry returns unknown if the inquiry itself failed: %j', (inquiry) =>
  expect(read(inquiry, 24 * 60 * MINUTE_MS).kind).toBe('unknown'),
);

describe('the next inquiry about a sale', () => {
  const asking = { isBankDown: false, isRefused: false, review: undefined as Review | undefined };
  type More = Partial<typeof asking> & { sinceMs?: number };
  const again = (inquiries: number, afterMs: number, more: More = {}) => {
    const asked = { arrivesWithinMs: LANDING_MS, nowMs: SENT_MS + afterMs };
    const next = inquireAgain({ ...sale, inquiries, ...asking, ...more }, asked);
    if (next === 'whenBankAnswers' || next.atMs === undefined) return next;
    return { inquiries: next.inquiries, minute: (next.atMs - SENT_MS) / MINUTE_MS };
  };
  it('the first inquiry is due when the landing time ends', () =>
    expect(again(0, 2 * MINUTE_MS)).toEqual({ inquiries: 1, minute: 5 }));
  it('a later inquiry is due after its regular interval', () =>
    expect(again(1, 5 * MINUTE_MS)).toEqual({ inquiries: 2, minute: 10 }));
  it('no inquiry is planned after the last one', () =>
    expect(again(8, 2 * MINUTE_MS)).toEqual({ inquiries: 9, atMs: undefined }));

  const isBankDown = true;
  it('an inquiry that a dead bank did not answer is not counted: it is due when the bank answers', () =>
    expect([again(0, 2 * MINUTE_MS, { isBankDown }), again(8, 30 * 60 * MINUTE_MS, { isBankDown })]).toEqual([
      'whenBankAnswers',
      'whenBankAnswers',
    ]));

  it('a sale that already waits for manual review is inquired when the bank answers', () =>
    expect(again(9, 32 * 60 * MINUTE_MS, { isBankDown, review: { since: '' } })).toBe('whenBankAnswers'));

  it('a sale waits for manual review if the bank is still dead after 31 hours', () =>
    expect(again(0, 31 * 60 * MINUTE_MS, { isBankDown })).toMatchObject({ atMs: undefined }));

  it('a recheck waits for manual review 31 hours after it began, not after the sale', () => {
    const sinceMs = SENT_MS + 25 * 60 * MINUTE_MS;
    expect(again(0, 32 * 60 * MINUTE_MS, { isBankDown, sinceMs })).toBe('whenBankAnswers');
    expect(again(0, 56 * 60 * MINUTE_MS, { isBankDown, sinceMs })).toMatchObject({ atMs: undefined });
  });

  it('an inquiry refused for the merchant’s settings is not counted, however old the sale', () =>
    expect([2, 3_000].map((minute) => again(8, minute * MINUTE_MS, { isRefused: true }))).toEqual([
      { inquiries: 8, minute: 12 },
      { inquiries: 8, minute: 3_010 },
    ]));
});

describe('a refusal of the settings', () => {
  const answered = (fault: 'Credentials' | 'Currency' | 'Format' | 'Amount'): Inquiry => ({
    kind: 'unknown',
    reason: 'no history',
    merchantRefusal: { code: 'CORE-2202', fault },
  });
  it('a refusal of the settings counts as one only for a fault of the merchant, not of this request', () =>
    expect((['Credentials', 'Currency', 'Format', 'Amount'] as const).map(answered).map(refusalOf)).toEqual([
      { code: 'CORE-2202', fault: 'Credentials' },
      { code: 'CORE-2202', fault: 'Currency' },
      undefined,
      undefined,
    ]));
  it('a missing answer and an unknown order are no refusal of the settings', () => {
    const inquiries: Inquiry[] = [{ kind: 'unknown', reason: 'no answer' }, { kind: 'notFound' }];
    expect(inquiries.map(refusalOf)).toEqual([undefined, undefined]);
  });
});
