// Asks a bank about a sale: of a page or a charge whose outcome is not known, or of a payment that failed
// because the bank did not know the sale.
import type { Acquirer, MerchantRefusal } from '#acquirer/acquirer.ts';
import { arrivesWithinMs } from '#domain/bank/landing.ts';
import { defined } from '#domain/defined.ts';
import { bankSaleOf, type Payment } from '#domain/payment/payment.ts';
import { connectBankOf } from './bank-connection.ts';
import { takenOverMs } from './epoch.ts';
import { refusalOf } from './merchant-refusal.ts';
import {
  type FoundSale,
  inquireAgain,
  type NextInquiry,
  readSaleInquiry,
  type Undecided,
} from './sale-inquiry.ts';

type UnknownSale = {
  payment: Payment;
  /** The earliest instant at which the sale may have been sent, and the kind of function that sent it. */
  sentAtMs: number;
  sender: Parameters<typeof arrivesWithinMs>[0];
  /** The inquiries so far. */
  inquiries: number;
  /** Since when the outcome is inquired, if that is later than the sale. */
  sinceMs?: number | undefined;
  /** The bank made the sale in a time that the table does not know. */
  isLost?: boolean;
};
type InquiredSale = { bank: Acquirer } & (
  | { outcome: Exclude<FoundSale, Undecided> }
  | { outcome: Undecided; again: NextInquiry | 'whenBankAnswers'; refusal: MerchantRefusal | undefined }
);

/** Asks about a sale that the bank has made in a time that the table does not know: it is to be recorded. */
export async function inquireLostSale(
  payment: Payment,
  sent: Pick<UnknownSale, 'sentAtMs' | 'sender'>,
  now: Date,
): Promise<FoundSale> {
  return (await inquireSale({ payment, ...sent, inquiries: 0, isLost: true }, now)).outcome;
}

/** Asks once, and returns when to ask again if the bank's answer decides nothing. */
export async function inquireSale(
  { payment, sentAtMs, sender, inquiries, sinceMs, isLost = false }: UnknownSale,
  now: Date,
): Promise<InquiredSale> {
  const { bank, access } = await connectBankOf(payment);
  const { createdAt, resolution, review, source, capture, status } = payment;
  const hasFixedCurrency = source === 'RecurringPayment';
  const claimedAtMs = isLost ? Number.POSITIVE_INFINITY : Date.parse(createdAt);
  // The money of a failed payment goes back: what was captured of it, a person decides.
  const mayBeCaptured = capture === 'manual' && status === 'Processing';
  const sold = { ...bankSaleOf(payment), hasFixedCurrency, claimedAtMs, mayBeCaptured };
  const sale = { ...sold, sentAtMs, resolution };
  const asked = { arrivesWithinMs: arrivesWithinMs(sender, bank.landingTimeMs), nowMs: now.getTime() };
  const inquiry = await bank.inquire(payment.bankOrderId);
  const outcome = readSaleInquiry({ ...sale, takenOverMs: await takenOverMs() }, inquiry, asked);
  if (outcome.kind === 'approved' && outcome.firstSale) {
    const card = await bank.cardOf(payment.bankOrderId);
    return { bank, outcome: { ...outcome, firstSale: { ...outcome.firstSale, ...defined({ card }) } } };
  }
  if (outcome.kind !== 'unknown') return { bank, outcome };
  if (outcome.mustReview) {
    return { bank, outcome, again: { inquiries: inquiries + 1, atMs: undefined }, refusal: undefined };
  }
  const refusal = refusalOf(inquiry);
  const isBankDown = inquiry.kind === 'notSent' || (await access.isShut());
  const asking = { inquiries, sinceMs, review, isBankDown, isRefused: refusal !== undefined };
  return { bank, outcome, again: inquireAgain({ ...sale, ...asking }, asked), refusal };
}
