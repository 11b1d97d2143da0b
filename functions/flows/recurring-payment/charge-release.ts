// Releases charges that were held, or waited for their card, at a limited rate: each gets a time of its own,
// and the schedule or the sweep makes it then. A charge that changed meanwhile stays as it is.
import { releaseCharge } from '#domain/recurring-payment/attempt-hold.ts';
import { loadMerchantHold, type MerchantHoldItem } from '#store/merchant-hold.ts';
import {
  listHeldCharges,
  listLimitedCharges,
  type WaitingCharges,
} from '#store/recurring-payment/held-charges.ts';
import { type RecurringPaymentItem, writeStep } from '#store/recurring-payment/recurring-payment.ts';
import { commit } from '#store/table/commit.ts';
import { log } from '#telemetry/log.ts';
import { holdGateOfNew } from './charge-gate.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

/** The time between two charges of one merchant: ten a second, however many are held. */
const GAP_MS = 100;
const AT_ONCE = 25;
/** Charges of the five minutes between two sweeps, at ten a second. */
const MOST_AT_ONCE = 3_000;

/** Returns how many charges were found, about 3,000 at most. */
export async function releaseHeldCharges(
  { merchantId, scope }: MerchantHoldItem,
  now: Date,
): Promise<number> {
  const pageFrom = (startKey: ChargesKey) => listHeldCharges(merchantId, scope, { limit: AT_ONCE, startKey });
  return await releaseAll(pageFrom, { merchantId, now });
}

/** The same for the charges that wait for the limits on this card. */
export const releaseChargesOfCard = (merchantId: string, fingerprint: string, now: Date): Promise<number> => {
  const pageFrom = (startKey: ChargesKey) =>
    listLimitedCharges(merchantId, fingerprint, { limit: AT_ONCE, startKey });
  return releaseAll(pageFrom, { merchantId, now });
};

type ChargesKey = WaitingCharges['next'];

/** Returns how many charges were found. */
async function releaseAll(
  pageFrom: (startKey: ChargesKey) => Promise<WaitingCharges>,
  { merchantId, now }: { merchantId: string; now: Date },
): Promise<number> {
  let found = 0;
  let startKey: ChargesKey;
  while (found < MOST_AT_ONCE) {
    const page = await pageFrom(startKey);
    const firstMs = now.getTime() + found * GAP_MS;
    const results = await Promise.allSettled(
      page.items.map((item, at) => releaseOne(item, firstMs + (at + 1) * GAP_MS, now)),
    );
    for (const result of results) {
      if (result.status === 'rejected')
        log('error', 'held charge not released', { merchantId }, result.reason);
    }
    found += page.items.length;
    if (page.next === undefined) break;
    startKey = page.next;
  }
  return found;
}

/**
 * Call this after a charge was held with its merchant: if the hold was lifted at the same moment, the release
 * may have missed the charge. This then releases it for `atMs`.
 */
export async function releaseIfLifted(
  item: RecurringPaymentItem,
  now: Date,
  atMs = now.getTime(),
): Promise<void> {
  const { merchantId, record } = item;
  if (record.held?.scope !== 'Merchant') return;
  const hold = await loadMerchantHold(merchantId, record.plan.currency);
  if ((await holdGateOfNew({ hold }, merchantId, now)).kind === 'open') await releaseOne(item, atMs, now);
}

async function releaseOne(item: RecurringPaymentItem, atMs: number, now: Date): Promise<void> {
  const step = releaseCharge(item.record, atMs);
  if (step === undefined) return;
  const { kind } = await commit(writeStep(item, step));
  if (kind === 'committed') await scheduleNextCharge({ ...item, record: step.record }, now, true);
}
