// Reads the outcome of a sale from the bank's history, or from a manual resolution if the history does not
// decide. Hosted pages and recurring payments use the same rules.
import type { Approved, Declined, HistoryOperation, Inquiry, Unknown } from '#acquirer/acquirer.ts';
import { firstSaleOf, isSoldAs } from '#acquirer/first-sale.ts';
import { askedReview, type Review } from '#domain/bank/waiting.ts';
import { defined } from '#domain/defined.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { mustReviewAt, nextInquiryAt, refusedInquiryAt } from '#domain/payment/payment.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { PlannedInquiry } from '#store/payment/inquiry.ts';
import { outcomeOfResolution } from './manual-resolution.ts';

type SentSale = Parameters<typeof firstSaleOf>[0] & {
  /** When its attempt was claimed. */
  claimedAtMs: number;
  /** When the table's holder took over: a sale that is older than both was made before. */
  takenOverMs?: number | undefined;
  /** The earliest instant at which it may have been sent. */
  sentAtMs: number;
  resolution?: ManualResolution | undefined;
  /** It only reserves the amount, and counts also if that was taken since. */
  mayBeCaptured?: boolean;
};
/** `arrivesWithinMs`: how long after `sentAtMs` the sale may still arrive at the bank. */
type InquiryTime = { arrivesWithinMs: number; nowMs: number };

/** The result of an inquiry. `notSent`: the sale was not found when it could not arrive any more. */
export type FoundSale =
  | Approved
  | Declined
  | Undecided
  | { kind: 'notSent'; reason: string; mayArrive: true };
/** `mustReview`: no later inquiry can decide, so a person must look at once. */
export type Undecided = Unknown & { mustReview?: true };

/** The clocks of a bank and ours may differ by this. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** The bank's answer, else the manual resolution, else unknown. */
export function readSaleInquiry(sale: SentSale, inquiry: Inquiry, asked: InquiryTime): FoundSale {
  const outcome = readHistory(sale, inquiry, asked);
  const isDecidedByBank = outcome.kind === 'approved' || outcome.kind === 'declined';
  return isDecidedByBank || sale.resolution === undefined ? outcome : outcomeOfResolution(sale.resolution);
}

/**
 * An approved sale of our amount decides, wherever it stands in the history: taken, or of a payment with manual
 * capture reserved, or captured since. "Not found" counts only when the sale can no longer arrive.
 */
function readHistory(sale: SentSale, inquiry: Inquiry, asked: InquiryTime): FoundSale {
  const { arrivesWithinMs, nowMs } = asked;
  if (inquiry.kind === 'notFound') {
    return nowMs >= sale.sentAtMs + arrivesWithinMs
      ? { kind: 'notSent', reason: 'the bank never received it', mayArrive: true }
      : { kind: 'unknown', reason: 'may still be under way' };
  }
  if (inquiry.kind !== 'found') return { kind: 'unknown', reason: inquiry.reason };
  const sales = inquiry.operations.filter(({ operation }) => operation === 'sale');
  const isOlder = ({ status, at = '' }: HistoryOperation) =>
    status !== 'declined' && Date.parse(at) < firstSalesUntilMs(sale);
  const captured = sales.find((one) => isCaptured(sale, one));
  if (sales.some(isOlder)) return readFirstSale(sale, inquiry, captured);
  const approved = sales.find(
    (one) => one.status === 'approved' && one.amountMinor === sale.amountMinor && isSoldAs(sale, one),
  );
  if (approved) {
    return { kind: 'approved', ...approvedBy(approved) };
  }
  if (captured) return { kind: 'approved', ...approvedBy(captured), ...captureIn(captured) };
  const [newest] = sales;
  if (newest?.status === 'declined' && newest.decline) {
    return { kind: 'declined', code: newest.code, ...newest.decline };
  }
  // The sale was taken and voided at the bank without us: the buyer has paid nothing.
  if (newest?.status === 'voided') {
    return { kind: 'declined', code: newest.code, errorCode: 'GENERAL_DECLINE', declineCategory: 'Soft' };
  }
  return { kind: 'unknown', reason: 'the history decides nothing' };
}

/** Without a takeover the table knows all attempts: a bank whose sale seems older has a slow clock. */
const firstSalesUntilMs = ({ claimedAtMs, takenOverMs = Number.NEGATIVE_INFINITY }: SentSale) =>
  Math.min(claimedAtMs - CLOCKS_DIFFER_MS, takenOverMs + CLOCKS_DIFFER_MS);

/** The attempt was made before, in a time that the table does not know any more (payments.md 2.5). */
function readFirstSale(sale: SentSale, inquiry: Inquiry, captured?: HistoryOperation): FoundSale {
  const taken = captured && { isPreAuth: false, amountMinor: captured.amountMinor };
  const first = firstSaleOf({ ...sale, ...taken }, inquiry);
  if (first === undefined) {
    return { kind: 'unknown', reason: 'the bank has another sale of this order id', mustReview: true };
  }
  const firstSale = defined({ at: first.at });
  return { kind: 'approved', ...approvedBy(first), ...captureIn(captured), firstSale };
}

/** True of a pre-authorisation that was captured in the bank's portal, or in a time that the table has lost. */
const isCaptured = (sale: SentSale, { status, reserved, amountMinor }: HistoryOperation) =>
  sale.mayBeCaptured === true &&
  status === 'approved' &&
  reserved === undefined &&
  amountMinor <= sale.amountMinor;
const captureIn = (captured: HistoryOperation | undefined) =>
  captured && { capturedMinor: captured.amountMinor };

const approvedBy = ({ hostReference = '', authorizationCode, reserved }: HistoryOperation) => ({
  hostReference,
  ...(authorizationCode && { authorizationCode }),
  ...(reserved && { heldDays: reserved.heldDays }),
});

/** Inquiries made so far, and the time of the next one; undefined if a person must look. */
export type NextInquiry = { inquiries: number; atMs: number | undefined };

/**
 * Plans the next inquiry, at the latest for the time when "not found" counts, because a buyer may be waiting.
 * An inquiry that was not sent, that a bank that is down did not answer (`isBankDown`), or that the bank
 * refused because of the merchant's settings, is not counted. `whenBankAnswers`: the row stays due as it is,
 * and the first sweep that gets an answer from the bank recovers it.
 */
export function inquireAgain(
  before: Pick<SentSale, 'sentAtMs'> & {
    inquiries: number;
    /** Since when the outcome is inquired, if that is later than the sale. */
    sinceMs?: number | undefined;
    isBankDown: boolean;
    isRefused: boolean;
    review: Review | undefined;
  },
  { arrivesWithinMs, nowMs }: InquiryTime,
): NextInquiry | 'whenBankAnswers' {
  const { sentAtMs, sinceMs = sentAtMs, isBankDown, isRefused, review } = before;
  const inquiries = before.inquiries + 1;
  if (isRefused) return { inquiries: before.inquiries, atMs: refusedInquiryAt(nowMs) };
  if (isBankDown) {
    const mustBegin = review === undefined && mustReviewAt(sinceMs, nowMs);
    return mustBegin ? { inquiries, atMs: undefined } : 'whenBankAnswers';
  }
  const nextMs = nextInquiryAt(inquiries, nowMs);
  const landedMs = sentAtMs + arrivesWithinMs;
  const atMs = nextMs !== undefined && landedMs > nowMs ? Math.min(nextMs, landedMs) : nextMs;
  return { inquiries, atMs };
}

/** The next inquiry as it is stored. A review goes on until the bank decides, with an inquiry a day later. */
export const plannedInquiry = (
  { inquiries, atMs }: NextInquiry,
  review: Review | undefined,
  now: Date,
): PlannedInquiry =>
  atMs === undefined || review !== undefined
    ? { inquiries, review: askedReview(review, now) }
    : { inquiries, inquiryAt: new Date(atMs).toISOString() };
