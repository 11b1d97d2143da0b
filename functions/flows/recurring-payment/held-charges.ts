// The charges that are held for the merchant's settings: one of them probes the bank, and all are released
// once the bank judges a card again (recurring-payments.md R27). The charges that wait for the limits on
// their card (R12) are released once it allows a try. The sweep calls this for each hold and marked card.
import { HOLD_SCOPES } from '#domain/recurring-payment/charge-hold.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { cardAllowedFromMs, loadCardTries, writeCardWaitEnd } from '#store/card/card-tries.ts';
import {
  endHold,
  isStandingAt,
  liftHold,
  loadMerchantHold,
  type MerchantHoldItem,
  postponeRelease,
} from '#store/merchant-hold.ts';
import { chargeContextKeysOf } from '#store/recurring-payment/charge-context.ts';
import { listHeldCharges } from '#store/recurring-payment/held-charges.ts';
import type { RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { commit } from '#store/table/commit.ts';
import { log } from '#telemetry/log.ts';
import { withSeparateCorrelation } from '#telemetry/request-context.ts';
import { connectBank } from '../bank-connection.ts';
import { type ChargeResult, chargeRecurringPayment } from './charge.ts';
import { releaseChargesOfCard, releaseHeldCharges } from './charge-release.ts';

/** Most charges that are tried as a probe: a charge may have ended, or have an expired card. */
const PROBE_CANDIDATES = 20;

/** Probes a hold that stands, and releases the charges of one that is lifted. */
export async function recoverHeldCharges(
  merchantId: string,
  text: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const scope = HOLD_SCOPES.find((one) => one === text);
  if (scope === undefined) throw new Error('There is no such hold.');
  const hold = await loadMerchantHold(merchantId, scope);
  const { posId } = await connectBank(merchantId);
  // The merchant has changed its bank: a refusal of the previous bank holds no charge any more.
  if (hold?.state === 'Standing' && !isStandingAt(hold, posId)) await liftHold(hold, 'Operator', now);
  else if (hold?.state === 'Standing') await probe(hold, now);
  const current = hold?.state === 'Standing' ? await loadMerchantHold(merchantId, scope) : hold;
  if (current?.state !== 'Lifted') return current?.state === 'Standing' ? 'waiting' : 'finalized';
  const released = await releaseHeldCharges(current, now);
  log('info', 'held charges released', { merchantId, found: released });
  // The index may be late in showing a charge that was held at the last moment, so the sweep looks again.
  if (released === 0) await endHold(current);
  else await postponeRelease(current, new Date(now.getTime() + MINUTE_MS));
  return 'finalized';
}

/** Sends one charge to the bank. Charges about which the bank was asked least often are tried first. */
async function probe(hold: MerchantHoldItem, now: Date): Promise<void> {
  const { merchantId, scope } = hold;
  const { items } = await listHeldCharges(merchantId, scope, { limit: PROBE_CANDIDATES });
  let hasFailed = false;
  for (const item of items) {
    const result = await withSeparateCorrelation(() => probeWith(item, now));
    if (result === 'failed') hasFailed = true;
    else if (result !== 'ignored' && result !== 'recorded') return;
  }
  // A charge that failed is still held: the hold stands, and the next sweep probes again.
  if (hasFailed) return;
  // No held charge is left to probe with: the next charge asks the bank itself.
  if (items.length < PROBE_CANDIDATES) await endHold(hold);
}

async function probeWith(item: RecurringPaymentItem, now: Date): Promise<ChargeResult | 'failed'> {
  const { merchantId, record } = item;
  try {
    return await chargeRecurringPayment({
      merchantId,
      recurringPaymentId: record.id,
      invocation: { kind: 'probe' },
      contextKeys: chargeContextKeysOf(item),
      now,
    });
  } catch (error) {
    log(
      'error',
      'probe with a held charge not finished',
      { merchantId, recurringPaymentId: record.id },
      error,
    );
    return 'failed';
  }
}

/**
 * Releases the charges that wait for this card if it allows a try again, for example because the bank has
 * approved one: that sale did nothing for them.
 */
export async function releaseLimitedCharges(
  merchantId: string,
  cardFingerprint: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const card = { merchantId, cardFingerprint };
  const tries = await loadCardTries(card);
  if (tries === undefined || cardAllowedFromMs(tries, now.getTime()) > now.getTime()) return 'waiting';
  const found = await releaseChargesOfCard(merchantId, cardFingerprint, now);
  const end = found === 0 ? writeCardWaitEnd(card, tries, now) : undefined;
  if (end) await commit([end]);
  if (found === 0) return 'waiting';
  log('info', 'charges released that waited for their card', { merchantId, found });
  return 'finalized';
}
