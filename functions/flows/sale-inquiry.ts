// Reads the outcome of a sale from the bank's history, or from a manual resolution if the history does not
// decide. Hosted pages and recurring payments use the same rules.
import type { Inquiry, SaleOutcome } from '#acquirer/acquirer.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { isGivenUpAt, nextInquiryAt } from '#domain/payment/payment.ts';
import { outcomeOfResolution } from './manual-resolution.ts';

type SentSale = {
  amountMinor: number;
  /** The earliest instant at which it may have been sent. */
  sentAtMs: number;
  resolution?: ManualResolution | undefined;
};
type Asked = { landingTimeMs: number; nowMs: number };

/** The bank's answer, else the manual resolution, else unknown. */
export function readSaleInquiry(sale: SentSale, inquiry: Inquiry, asked: Asked): SaleOutcome {
  const outcome = readHistory(sale, inquiry, asked);
  const isItsWord = outcome.kind === 'approved' || outcome.kind === 'declined';
  return isItsWord || sale.resolution === undefined ? outcome : outcomeOfResolution(sale.resolution);
}

/**
 * An approved sale of our amount decides, wherever it stands in the history. "Not found" counts only after
 * the bank's longest landing time: until then the sale may still arrive.
 */
function readHistory(sale: SentSale, inquiry: Inquiry, { landingTimeMs, nowMs }: Asked): SaleOutcome {
  if (inquiry.kind === 'notFound') {
    return nowMs >= sale.sentAtMs + landingTimeMs
      ? { kind: 'notSent', reason: 'the bank never received it' }
      : { kind: 'unknown', reason: 'may still be under way' };
  }
  if (inquiry.kind !== 'found') return { kind: 'unknown', reason: inquiry.reason };
  const sales = inquiry.operations.filter(({ operation }) => operation === 'sale');
  const approved = sales.find(
    ({ status, amountMinor }) => status === 'approved' && amountMinor === sale.amountMinor,
  );
  if (approved) {
    const { hostReference = '', authorizationCode } = approved;
    return { kind: 'approved', hostReference, ...(authorizationCode && { authorizationCode }) };
  }
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

/**
 * When to inquire again, in milliseconds; undefined if a person must look. `whenBankAnswers`: the row stays
 * due as it is, and the sweep that finds the bank answering takes it.
 */
export type NextInquiry = number | 'whenBankAnswers' | undefined;

/**
 * The next inquiry after `inquiries` of them. It is at the latest when "not found" counts, because a buyer
 * may be waiting. An inquiry that a dead bank did not answer is not counted: the outage delays none.
 */
export function inquireAgain(
  {
    sentAtMs,
    inquiries,
    isBankDown,
  }: Pick<SentSale, 'sentAtMs'> & { inquiries: number; isBankDown: boolean },
  { landingTimeMs, nowMs }: Asked,
): NextInquiry {
  if (isBankDown) return isGivenUpAt(sentAtMs, nowMs) ? undefined : 'whenBankAnswers';
  const nextMs = nextInquiryAt(inquiries, nowMs);
  const landedMs = sentAtMs + landingTimeMs;
  return nextMs !== undefined && landedMs > nowMs ? Math.min(nextMs, landedMs) : nextMs;
}
