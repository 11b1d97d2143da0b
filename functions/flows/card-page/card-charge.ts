// A card page as of the charge of what was due when its card was stored. The attempt's own row says how it
// stands, whoever makes the charge, so nothing is to be repaired after a crash: of no instant between the
// stored card and the answer of the bank does a page say that the amount is paid.
import type { CardPageItem } from '#store/card/card-page.ts';
import { loadAttempt } from '#store/recurring-payment/attempt.ts';

/** The claim follows the stored card at once; an attempt without a claim later is made without the buyer. */
const CLAIM_MS = 10_000;

/** Returns the page itself if nothing was due. Writes nothing. */
export async function asOfCharge(page: CardPageItem, now: Date): Promise<CardPageItem> {
  const { merchantId, recurringPaymentId, state, dueAttempt, completedAt = '' } = page;
  if (state !== 'Completed' || dueAttempt === undefined || recurringPaymentId === undefined) return page;
  const row = await loadAttempt(merchantId, recurringPaymentId, dueAttempt);
  const result = row?.isHeld ? undefined : row?.attempt.result;
  switch (result?.status) {
    case 'Succeeded':
      return { ...page, charge: 'paid' };
    case 'Failed':
      return { ...page, state: 'Open', lastDecline: result.errorCode };
    case 'Processing':
      return { ...page, charge: 'underWay' };
    case undefined: {
      const isLeft = row !== undefined || now.getTime() - Date.parse(completedAt) >= CLAIM_MS;
      return isLeft
        ? { ...page, charge: 'left', lastDecline: 'BANK_UNAVAILABLE' }
        : { ...page, charge: 'underWay' };
    }
  }
}
