// Completes a card page: its card is stored, and an unpaid period is charged with it. A charge that the bank
// declines opens the page again, so that the buyer can give another card at once. That is a convenience only:
// after a crash the page stays completed, and schedule or sweep make the charge.
import { maskCardNumber } from '#domain/card/card.ts';
import type { CardPageDecline } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import { type CardPageItem, writeCardPage } from '#store/card/card-page.ts';
import { addressDigest, writeCardPageDecline } from '#store/payment/decline.ts';
import { loadPendingCardOfPage, writePendingCardOfPageEnd } from '#store/payment/pending-card.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import type { IssuerMessage } from '../issuer-answer.ts';
import { type BuyerPresent, chargeWithBuyer } from '../recurring-payment/charge-with-buyer.ts';
import { type GivenCard, keepCard } from './card-keeping.ts';
import {
  type CardSubmission,
  failVerification,
  labelsOf,
  type ProvenCard,
  readCardReturn,
  submitted,
} from './card-verification.ts';

/** Stores the card as it was typed, without a verification by the issuer. No bank was asked for money yet. */
export async function keepTypedCard(submission: CardSubmission): Promise<void> {
  const { page, card, cvv, pending, payerAddress, now } = submission;
  const newCard = { page, pending, isProven: false, isWaiting: false, changes: submitted(submission), now };
  const traces = {
    bankOrderId: pending.card.id,
    maskedCardNumber: maskCardNumber(card.cardNumber),
    ...defined({ payerDigest: addressDigest(page.merchantId, payerAddress) }),
  };
  const present = { instrument: { card, cvv }, ...defined({ payerAddress }) };
  await finish(newCard, present, traces);
}

/** Accepts the bank's answer. Returns the echo of an authentic one, also of the second of two messages. */
export async function acceptCardReturn(
  message: IssuerMessage<CardPageItem>,
): Promise<{ echo?: string | undefined }> {
  const { page, payerAddress, now } = message;
  const read = await readCardReturn(message);
  if (read.kind === 'failed') await failVerification(page, now);
  if (read.kind === 'proven') {
    await completeVerification({ ...read, page, ...defined({ payerAddress }), now });
  }
  return { echo: read.echo };
}

type Proven = ProvenCard & { page: CardPageItem; payerAddress?: string; now: Date };

/**
 * Stores a card after its verification by the issuer. Of its two messages only the first changes anything.
 */
async function completeVerification(proven: Proven): Promise<void> {
  const { page, isFull, proof, evidence, payerAddress, now } = proven;
  const { verification, tokenDigest } = page;
  const pending = await loadPendingCardOfPage(tokenDigest);
  if (verification === undefined) return;
  if (pending === undefined || Date.parse(pending.expiresAt) <= now.getTime()) {
    return await failVerification(page, now);
  }
  const newCard = { page, pending, isProven: isFull, isWaiting: true, changes: {}, now };
  const present = {
    instrument: { threeD: proof },
    proven: { ...verification, evidence },
    ...defined({ payerAddress }),
  };
  await finish(newCard, present, verification);
}

type Traces = Parameters<typeof writeCardPageDecline>[1];

async function finish(newCard: GivenCard, present: BuyerPresent, traces: Traces): Promise<void> {
  const { page, now } = newCard;
  const kept = await keepCard(newCard);
  if (kept.kind === 'overtaken') return;
  if (kept.kind !== 'kept') {
    log('warn', 'card of a card page not stored', { ...labelsOf(page), reason: kept.kind });
    const ended = newCard.isWaiting ? [writePendingCardOfPageEnd(page.tokenDigest)] : [];
    return await reopen(newCard, page, 'CARD_NUMBER_LIMIT_REACHED', ended);
  }
  measure({ CardPagesCompleted: 1 }, labelsOf(page));
  if (kept.charged === undefined) return;
  try {
    const charged = await chargeWithBuyer(kept.charged, present, now);
    if (charged.kind !== 'declined') return;
    const declines = writeCardPageDecline(page, traces, { isByBank: true }, now);
    await reopen(newCard, kept.page, charged.errorCode, declines);
  } catch (error) {
    log('error', 'charge with the new card not finished: the sweep will do it', labelsOf(page), error);
  }
}

async function reopen(
  { changes }: GivenCard,
  page: CardPageItem,
  lastDecline: CardPageDecline,
  others: readonly Write[],
): Promise<void> {
  const changed = { ...changes, state: 'Open' as const, lastDecline };
  const writes = [writeCardPage(page, changed), ...others];
  const { kind } = await commitWithRetry(() => commit(writes));
  if (kind === 'committed') measure({ PagesDeclined: 1 }, { ...labelsOf(page), errorCode: lastDecline });
}
