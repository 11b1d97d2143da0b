// What a bank's history says about one sale of ours whose answer was lost, and what a person found where it
// says nothing. Hosted pages and recurring payments read it alike.
import type { Inquiry, SaleOutcome } from '#acquirer/acquirer.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { nextInquiryAt } from '#domain/payment/payment.ts';
import { outcomeOfResolution } from './manual-resolution.ts';

type SentSale = {
  amountMinor: number;
  /** The instant from which it may have been on its way. */
  sentAtMs: number;
  verdict?: ManualResolution | undefined;
};
type Asked = { landingTimeMs: number; nowMs: number };

/** The bank's own word on the sale, or that of a person who looked there; neither: not known. */
export function readSaleInquiry(sale: SentSale, inquiry: Inquiry, asked: Asked): SaleOutcome {
  const outcome = readHistory(sale, inquiry, asked);
  const isItsWord = outcome.kind === 'approved' || outcome.kind === 'declined';
  return isItsWord || sale.verdict === undefined ? outcome : outcomeOfResolution(sale.verdict);
}

/**
 * An approved sale of our amount is the truth wherever it stands in the history. "Not found" is believed only
 * after the bank's longest landing time: until then the sale may still be under way.
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
  if (newest?.status === 'declined' && newest.refusal) {
    return { kind: 'declined', code: newest.code, ...newest.refusal };
  }
  // Taken and given back at the bank without us: the buyer has paid nothing.
  if (newest?.status === 'voided') {
    return { kind: 'declined', code: newest.code, errorCode: 'GENERAL_DECLINE', retry: 'Soft' };
  }
  return { kind: 'unknown', reason: 'the history decides nothing' };
}

/**
 * When to ask again after `inquiries` inquiries, in milliseconds; undefined when a person must look. As
 * soon as "not found" may be believed, because somebody is waiting.
 */
export function inquireAgainAt(
  { sentAtMs }: Pick<SentSale, 'sentAtMs'>,
  inquiries: number,
  { landingTimeMs, nowMs }: Asked,
): number | undefined {
  const nextMs = nextInquiryAt(inquiries, nowMs);
  const landedMs = sentAtMs + landingTimeMs;
  return nextMs !== undefined && landedMs > nowMs ? Math.min(nextMs, landedMs) : nextMs;
}
