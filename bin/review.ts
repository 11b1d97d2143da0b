// Payments, charges and refunds that wait for a person, from the command line: which there are, asking their
// bank once more, saying what was found there. The sweep does the rest within five minutes.
import { holdsCardNumber } from '#domain/card/card.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { toDecimal } from '#domain/money.ts';
import { PLACE_OPTIONS, PLACE_USAGE, readCommand, runCommand } from '../lib/operator/command-line.ts';
import { askLocalService, chooseService, UsageError } from '../lib/operator/service-choice.ts';

const USAGE = `Usage: npm run review -- COMMAND [options]

  list      what waits, longest first
  ask       --merchant ID WHICH                           the bank is asked once more
  approved  --merchant ID WHICH --bank-reference NUMBER --by NAME [--note TEXT]
            The bank has done it: the money was taken, or given back.
  declined  --merchant ID WHICH --by NAME [--bank-code CODE] [--note TEXT]
            The bank has not done it and will not: no money moved.

WHICH:    --payment REFERENCE   a payment, also that of a charge        --refund ID   a refund
${PLACE_USAGE}`;

const { values, command } = readCommand(USAGE, {
  ...PLACE_OPTIONS,
  merchant: { type: 'string' },
  payment: { type: 'string' },
  refund: { type: 'string' },
  'bank-reference': { type: 'string' },
  'bank-code': { type: 'string' },
  by: { type: 'string' },
  note: { type: 'string' },
});

type Name = 'merchant' | 'bank-reference' | 'bank-code' | 'by' | 'note';
const LONGEST = 200;

function optional(name: Name): string | undefined {
  const text = values[name];
  // It is kept beside the payment for ever.
  if (text !== undefined && (text === '' || text.length > LONGEST || holdsCardNumber(text))) {
    throw new UsageError(`--${name} is a text of at most ${LONGEST} characters without a card number.`);
  }
  return text;
}

function required(name: Name): string {
  const text = optional(name);
  if (text === undefined) throw new UsageError(`--${name} is needed.`);
  return text;
}

function readMatter() {
  const { payment: paymentReferenceNumber, refund: refundId } = values;
  const merchantId = required('merchant');
  if (paymentReferenceNumber && !refundId) return { merchantId, paymentReferenceNumber };
  if (refundId && !paymentReferenceNumber) return { merchantId, refundId };
  throw new UsageError('Say which: --payment REFERENCE or --refund ID.');
}

/** Read before any service is asked for; made with the time of that service. */
function readVerdict(kind: 'approved' | 'declined'): (at: string) => ManualResolution {
  const note = optional('note');
  const looked = { by: required('by'), ...(note !== undefined && { note }) };
  if (kind === 'approved') {
    const bankReferenceNumber = required('bank-reference');
    return (at) => ({ kind, bankReferenceNumber, ...looked, at });
  }
  const bankResponseCode = optional('bank-code');
  return (at) => ({ kind, ...(bankResponseCode !== undefined && { bankResponseCode }), ...looked, at });
}

async function list(): Promise<unknown> {
  await chooseService(values);
  // Loaded only now: the clients read their endpoints when they are made.
  const { waitingForPerson } = await import('../lib/operator/review.ts');
  return (await waitingForPerson()).map(({ amountMinor, ...one }) => ({
    ...one,
    amount: toDecimal(amountMinor),
  }));
}

async function hand(verdictAt?: (at: string) => ManualResolution): Promise<unknown> {
  const matter = readMatter();
  const now = await chooseService(values);
  const { review } = await import('../lib/operator/review.ts');
  const verdict = verdictAt?.(now.toISOString());
  await review(matter, now, verdict);
  // There the sweep sleeps until a function has run; no function wrote this.
  if (values.outputs === undefined) await askLocalService(values, 'sweep', {});
  return { ...matter, ...(verdict && { verdict }), next: 'The sweep asks the bank within five minutes.' };
}

await runCommand(USAGE, async () => {
  switch (command) {
    case 'list':
      return await list();
    case 'ask':
      return await hand();
    case 'approved':
    case 'declined':
      return await hand(readVerdict(command));
    case undefined:
      throw new UsageError('Say what to do.');
    default:
      throw new UsageError(`There is no command ${command}.`);
  }
});
