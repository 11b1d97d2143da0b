// `npm run review`: payments, charges and refunds that wait for a manual resolution. The sweep then finalizes
// them within five minutes.
import { defined } from '#domain/defined.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { toDecimal } from '#domain/money.ts';
import { isDeployed, sweepLocally, UsageError } from '../operator/service-choice.ts';
import { type CommandCall, command, type Program } from './command.ts';

/**
 * The longest wait for a sweep, and the pause between two looks. A sweep begins each minute and needs time
 * for its inquiries. A deployed table may have thousands of rows, so it is read less often.
 */
const sweepWait = ({ service }: CommandCall) => ({
  waitMs: 180_000,
  pauseMs: isDeployed(service) ? 10_000 : 1_000,
});

type TargetOptions = { merchant: string; payment?: string | undefined; refund?: string | undefined };

const targetOf = ({ merchant: merchantId, payment, refund = '' }: TargetOptions) =>
  payment ? { merchantId, paymentReferenceNumber: payment } : { merchantId, refundId: refund };

async function submit(target: TargetOptions, { now, service }: CommandCall, resolution?: ManualResolution) {
  const subject = targetOf(target);
  const { submitReview } = await import('../operator/review.ts');
  await submitReview(subject, now, resolution);
  await sweepLocally(service);
  return {
    ...subject,
    ...(resolution && { verdict: resolution }),
    next: 'The sweep asks the bank within five minutes.',
  };
}

async function askForAll(merchantId: string | undefined, call: CommandCall) {
  const { askAll } = await import('../operator/review/ask-all.ts');
  const { asked, changed } = await askAll(call.now, merchantId);
  await sweepLocally(call.service);
  const { awaitOutcome } = await import('../operator/review/asked-outcome.ts');
  return { asked: asked.length, changed, ...(await awaitOutcome(asked, call.now, sweepWait(call))) };
}

async function listAll(): Promise<object[]> {
  // Imported only when a command runs: AWS clients read their endpoints when they are created.
  const { listBrokenReviews, listOpenReviews } = await import('../operator/review.ts');
  const { listDifferencesToReview, listSalesToReview } = await import('../operator/review/differences.ts');
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
  const sales = (await listSalesToReview()).map(({ amountMinor, posId: virtualPos, ...one }) => ({
    difference: 'Unnamed',
    ...one,
    virtualPos,
    amount: toDecimal(amountMinor),
  }));
  return [...reviews, ...(await listBrokenReviews()), ...differences, ...sales];
}

const WAITING = ['payment', 'attempt', 'refund'] as const;

export const REVIEW: Program = {
  name: 'review',
  does: 'Lists the cases that wait for a manual resolution, asks the bank again, records the resolution.',
  isOfService: true,
  commands: {
    list: command({
      does: 'What waits for a resolution, and where bank and books differ, oldest first.',
      reads: ['any row'],
      writes: [],
      recorded: 'always',
      run: listAll,
    }),
    show: command({
      does:
        'The story of an order, as GET /api/order tells it: pages, attempts, refunds, recurring payments, ' +
        'events, and what is unknown with the time of the next inquiry. `order` is its name in the log.',
      needs: ['merchant'],
      oneOf: ['order', 'payment', 'page'],
      reads: [
        'merchant',
        'hosted-page',
        'payment',
        'refund',
        'api-key',
        'person',
        'event',
        'delivery',
        'recurring-payment',
      ],
      writes: [],
      recorded: 'always',
      run: async ({ merchant, ...target }, { now }) =>
        (await import('../operator/review/story.ts')).showOrder(merchant, target, now),
    }),
    ask: command({
      does:
        'Requests another bank inquiry about a payment, also that of a charge, or a refund, within five ' +
        'minutes. With --all about everything unknown, of one merchant or of all: waits, and says what is ' +
        "left. That includes what is to be asked about later: use it after a bank's outage, or its mended fault.",
      takes: ['all', 'merchant', 'payment', 'refund'],
      reads: ['merchant', ...WAITING],
      writes: WAITING,
      recorded: 'always',
      run: async ({ all, merchant, payment, refund }, call) => {
        if (all) {
          if (payment ?? refund) throw new UsageError('--all takes no --payment and no --refund.');
          return await askForAll(merchant, call);
        }
        if (!merchant) throw new UsageError('--merchant is needed.');
        if (!payment === !refund)
          throw new UsageError('A target is needed: --payment REFERENCE or --refund ID.');
        return await submit({ merchant, payment, refund }, call);
      },
    }),
    approved: command({
      does: 'The bank executed it: the money was taken, or refunded.',
      needs: ['merchant', 'bank-reference', 'by'],
      oneOf: ['payment', 'refund'],
      takes: ['note'],
      reads: WAITING,
      writes: WAITING,
      recorded: 'always',
      run: async ({ 'bank-reference': bankReferenceNumber, by, note, ...target }, call) => {
        const evidence = { by, ...defined({ note }), at: call.now.toISOString() };
        return await submit(target, call, { kind: 'approved', bankReferenceNumber, ...evidence });
      },
    }),
    declined: command({
      does: 'The bank did not execute it and will not: no money moved.',
      needs: ['merchant', 'by'],
      oneOf: ['payment', 'refund'],
      takes: ['bank-code', 'note'],
      reads: WAITING,
      writes: WAITING,
      recorded: 'always',
      run: async ({ 'bank-code': bankResponseCode, by, note, ...target }, call) => {
        const evidence = { by, ...defined({ note }), at: call.now.toISOString() };
        return await submit(target, call, {
          kind: 'declined',
          ...defined({ bankResponseCode }),
          ...evidence,
        });
      },
    }),
    close: command({
      does: 'Closes a difference between bank and books that was cleared up. It changes no payment.',
      needs: ['merchant', 'by', 'note'],
      oneOf: ['payment', 'bank-order'],
      reads: ['difference', 'unnamed-sale'],
      writes: ['difference', 'unnamed-sale'],
      recorded: 'always',
      run: async (given, { now }) => {
        const { merchant: merchantId, payment, 'bank-order': bankOrderId = '', by, note: reason } = given;
        const { closeDifference, closeSale } = await import('../operator/review/differences.ts');
        const closing = { merchantId, by, reason };
        const at = now.toISOString();
        if (payment) await closeDifference({ ...closing, paymentReferenceNumber: payment, at });
        else await closeSale({ ...closing, bankOrderId, at });
        return {
          ...closing,
          ...(payment ? { paymentReferenceNumber: payment } : { bankOrderId }),
          closed: true,
        };
      },
    }),
    adopt: command({
      does:
        'Records a refund that the bank made without us as a completed one, which lowers what can be ' +
        'refunded. A difference must name it. The merchant sees the note as the reason.',
      needs: ['merchant', 'payment', 'bank-reference', 'by', 'note'],
      reads: ['difference', 'payment', 'refund'],
      writes: ['difference', 'payment', 'refund', 'refund-counts'],
      recorded: 'always',
      run: async ({ merchant: merchantId, payment, 'bank-reference': number, by, note: reason }, { now }) => {
        const evidence = { bankReferenceNumber: number, by, reason };
        const adopting = { merchantId, paymentReferenceNumber: payment, ...evidence };
        const { adoptRefund } = await import('../operator/review/adoption.ts');
        const { refund, refundableMinor } = await adoptRefund(adopting, now);
        const { refundId, amountMinor, currency } = refund;
        const left = { currency, refundableAmount: toDecimal(refundableMinor) };
        return { ...adopting, refundId, amount: toDecimal(amountMinor), ...left, adopted: true };
      },
    }),
    free: command({
      does:
        'Frees a stored card that wrong security codes have locked. With 3-D Secure the buyer does this ' +
        'by typing the card in again; free it only after the cardholder was spoken to.',
      needs: ['merchant', 'card', 'by', 'note'],
      reads: ['card'],
      writes: ['card'],
      recorded: 'always',
      run: async ({ merchant: merchantId, card: cardId, by, note: reason }, { now }) => {
        const freeing = { merchantId, cardId, by, reason };
        const { freeCard } = await import('../operator/review/locked-card.ts');
        await freeCard({ ...freeing, now });
        return { ...freeing, freed: true };
      },
    }),
    check: command({
      does:
        'Reads every row of the table, and lists those about money that contradict themselves. A row ' +
        'that holds again leaves the review.',
      reads: ['any row'],
      writes: WAITING,
      recorded: 'always',
      run: async () => (await import('../operator/review/broken-rows.ts')).checkRows(),
    }),
  },
};
