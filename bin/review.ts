// Reviews payments, charges and refunds that wait for a manual resolution: lists them, requests another bank
// inquiry, stores resolutions. The sweep then finalizes them within five minutes.
import { containsCardNumber } from '#domain/card/card-text.ts';
import { defined } from '#domain/defined.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { toDecimal } from '#domain/money.ts';
import { readCommand, runNamed, SERVICE_OPTIONS, SERVICE_USAGE } from '../lib/operator/command-line.ts';
import type { REVIEW_COMMANDS } from '../lib/operator/commands.ts';
import { chooseService, isDeployed, sweepLocally, UsageError } from '../lib/operator/service-choice.ts';

const USAGE = `Usage: npm run review -- COMMAND [options]

  list      what waits for a resolution, and where bank and books differ, oldest first
  ask       --merchant ID TARGET                          requests another bank inquiry
  ask       --all [--merchant ID]                         the same for everything whose outcome is not known,
            also what is to be asked about later: after a bank's outage, or its mended fault. Waits until the
            sweep has asked, and says what ended and what is left.
  approved  --merchant ID TARGET --bank-reference NUMBER --by NAME [--note TEXT]
            The bank executed it: the money was taken, or refunded.
  declined  --merchant ID TARGET --by NAME [--bank-code CODE] [--note TEXT]
            The bank did not execute it and will not: no money moved.
  close     --merchant ID --payment REFERENCE --by NAME --note TEXT
            Closes a difference between bank and books that was cleared up. It changes no payment.
  adopt     --merchant ID --payment REFERENCE --bank-reference NUMBER --by NAME --note TEXT
            Records a refund that the bank made without us as a completed one, which lowers what can be
            refunded. A difference must name it. The merchant sees the note as the reason.
  free      --merchant ID --card ID --by NAME --note TEXT
            Frees a stored card that wrong security codes have locked. With 3-D Secure the buyer does this by
            typing the card in again; free it only after the cardholder was spoken to.
  check     Reads every row of the table, and lists those about money that contradict themselves. A row that
            holds again leaves the review.

TARGET:   --payment REFERENCE   a payment, also that of a charge        --refund ID   a refund
${SERVICE_USAGE}`;

const { values, optionNames, command } = readCommand(USAGE, {
  ...SERVICE_OPTIONS,
  merchant: { type: 'string' },
  payment: { type: 'string' },
  refund: { type: 'string' },
  card: { type: 'string' },
  all: { type: 'boolean' },
  'bank-reference': { type: 'string' },
  'bank-code': { type: 'string' },
  by: { type: 'string' },
  note: { type: 'string' },
});

type Name = 'merchant' | 'bank-reference' | 'bank-code' | 'by' | 'note';
const MAX_LENGTH = 200;
/**
 * The longest wait for a sweep, and the pause between two looks. A sweep begins each minute and needs time
 * for its inquiries. A deployed table may have thousands of rows, so it is read less often.
 */
const sweepWait = () => ({ waitMs: 180_000, pauseMs: isDeployed(values) ? 10_000 : 1_000 });

function optional(name: Name): string | undefined {
  const text = values[name];
  // The text is stored with the payment permanently.
  if (text !== undefined && (text === '' || text.length > MAX_LENGTH || containsCardNumber(text))) {
    throw new UsageError(`--${name} is a text of at most ${MAX_LENGTH} characters without a card number.`);
  }
  return text;
}

function required(name: Name): string {
  const text = optional(name);
  if (text === undefined) throw new UsageError(`--${name} is needed.`);
  return text;
}

function readTarget() {
  const { payment: paymentReferenceNumber, refund: refundId } = values;
  const merchantId = required('merchant');
  if (paymentReferenceNumber && !refundId) return { merchantId, paymentReferenceNumber };
  if (refundId && !paymentReferenceNumber) return { merchantId, refundId };
  throw new UsageError('A target is needed: --payment REFERENCE or --refund ID.');
}

/**
 * Reads and validates the options before a service is called. The returned function adds the service's time.
 */
function readManualResolution(kind: 'approved' | 'declined'): (at: string) => ManualResolution {
  const note = optional('note');
  const evidence = { by: required('by'), ...defined({ note }) };
  if (kind === 'approved') {
    const bankReferenceNumber = required('bank-reference');
    return (at) => ({ kind, bankReferenceNumber, ...evidence, at });
  }
  const bankResponseCode = optional('bank-code');
  return (at) => ({ kind, ...defined({ bankResponseCode }), ...evidence, at });
}

/** Chooses the service, records the command, and returns the service's time. */
async function begin(): Promise<Date> {
  const now = await chooseService(values);
  const { recordCommand } = await import('../lib/operator/operator-log.ts');
  await recordCommand(`review ${command}`, { values, optionNames }, now);
  return now;
}

async function list(): Promise<unknown> {
  await begin();
  // Imported after the service is chosen: AWS clients read their endpoints when they are created.
  const { listBrokenReviews, listOpenReviews } = await import('../lib/operator/review.ts');
  const { listDifferencesToReview } = await import('../lib/operator/review/differences.ts');
  const reviews = (await listOpenReviews()).map(({ amountMinor, ...one }) => ({
    ...one,
    amount: toDecimal(amountMinor),
  }));
  const inDecimals = (sums: { takenMinor: number; givenBackMinor: number } | undefined) =>
    sums && { taken: toDecimal(sums.takenMinor), givenBack: toDecimal(sums.givenBackMinor) };
  const differences = (await listDifferencesToReview()).map(({ kind, ours, bank, refunds, ...one }) => ({
    difference: kind,
    ...one,
    ours: inDecimals(ours),
    bank: inDecimals(bank),
    // What `adopt` can record.
    ...(refunds && {
      refunds: refunds.map(({ amountMinor, ...refund }) => ({ ...refund, amount: toDecimal(amountMinor) })),
    }),
  }));
  return [...reviews, ...(await listBrokenReviews()), ...differences];
}

async function close(): Promise<unknown> {
  const { merchantId, paymentReferenceNumber } = readTarget();
  if (paymentReferenceNumber === undefined) throw new UsageError('--payment REFERENCE is needed.');
  const closing = { merchantId, paymentReferenceNumber, by: required('by'), reason: required('note') };
  const now = await begin();
  const { closeDifference } = await import('../lib/operator/review/differences.ts');
  await closeDifference({ ...closing, at: now.toISOString() });
  return { ...closing, closed: true };
}

async function adopt(): Promise<unknown> {
  const { merchantId, paymentReferenceNumber } = readTarget();
  if (paymentReferenceNumber === undefined) throw new UsageError('--payment REFERENCE is needed.');
  const evidence = { bankReferenceNumber: required('bank-reference'), by: required('by') };
  const adopting = { merchantId, paymentReferenceNumber, ...evidence, reason: required('note') };
  const now = await begin();
  const { adoptRefund } = await import('../lib/operator/review/adoption.ts');
  const { refund, refundableMinor } = await adoptRefund(adopting, now);
  const { refundId, amountMinor, currency } = refund;
  const amounts = { amount: toDecimal(amountMinor), currency, refundableAmount: toDecimal(refundableMinor) };
  return { ...adopting, refundId, ...amounts, adopted: true };
}

async function free(): Promise<unknown> {
  const { card: cardId } = values;
  if (cardId === undefined) throw new UsageError('--card ID is needed.');
  const freeing = { merchantId: required('merchant'), cardId, by: required('by'), reason: required('note') };
  const now = await begin();
  const { freeCard } = await import('../lib/operator/review/locked-card.ts');
  await freeCard({ ...freeing, now });
  return { ...freeing, freed: true };
}

async function submit(resolutionAt?: (at: string) => ManualResolution): Promise<unknown> {
  const target = readTarget();
  const now = await begin();
  const { submitReview } = await import('../lib/operator/review.ts');
  const resolution = resolutionAt?.(now.toISOString());
  await submitReview(target, now, resolution);
  await sweepLocally(values);
  return {
    ...target,
    ...(resolution && { verdict: resolution }),
    next: 'The sweep asks the bank within five minutes.',
  };
}

async function askForAll(): Promise<unknown> {
  const { payment, refund } = values;
  if (payment ?? refund) throw new UsageError('--all takes no --payment and no --refund.');
  const merchantId = optional('merchant');
  const now = await begin();
  const { askAll } = await import('../lib/operator/review/ask-all.ts');
  const { asked, changed } = await askAll(now, merchantId);
  await sweepLocally(values);
  const { awaitOutcome } = await import('../lib/operator/review/asked-outcome.ts');
  return { asked: asked.length, changed, ...(await awaitOutcome(asked, now, sweepWait())) };
}

async function check(): Promise<unknown> {
  await begin();
  const { checkRows } = await import('../lib/operator/review/broken-rows.ts');
  return await checkRows();
}

const COMMANDS: Record<(typeof REVIEW_COMMANDS)[number], () => Promise<unknown>> = {
  list,
  ask: () => (values.all ? askForAll() : submit()),
  approved: () => submit(readManualResolution('approved')),
  declined: () => submit(readManualResolution('declined')),
  close,
  adopt,
  free,
  check,
};

await runNamed(USAGE, command, COMMANDS);
