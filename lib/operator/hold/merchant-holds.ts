// The holds of a merchant for operators: whether its bank refuses its settings, and since when. A change of
// the settings lifts the holds, and the sweep continues the held charges (recurring-payments.md R30).
import { merchantFaultOf } from '#acquirer/connect.ts';
import { MERCHANT_FAULTS } from '#domain/payment/merchant-fault.ts';
import { posOf } from '#domain/payment/payment.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { liftHold, loadMerchantHolds, makeLiftedHold } from '#store/merchant-hold.ts';
import { listHeldCharges } from '#store/recurring-payment/held-charges.ts';

type ShownHold = {
  virtualPos: string;
  currency: string;
  since: string;
  code: string;
  meaning: string;
  probes: number;
};

/** The standing holds, at most one for each currency. */
export async function standingHoldsOf(merchantId: string): Promise<ShownHold[]> {
  const holds = await loadMerchantHolds(merchantId);
  return holds
    .filter(({ state }) => state === 'Standing')
    .map((hold) => {
      const { scope: currency, since, code, probes } = hold;
      const fault = merchantFaultOf(code);
      const meaning = fault ? MERCHANT_FAULTS[fault].meaning : 'unknown';
      return { virtualPos: posOf(hold), currency, since, code, meaning, probes };
    });
}

/** Functions cache a bank's settings for this long; earlier charges could use the old ones. */
const UNTIL_READ_MS = MINUTE_MS;

/**
 * Lifts every hold of the merchant. The sweep releases the held charges after all functions have read the new
 * settings. Returns when it may begin; undefined if nothing was held.
 */
export async function liftHolds(merchantId: string, now: Date): Promise<string | undefined> {
  const at = new Date(now.getTime() + UNTIL_READ_MS);
  const holds = await loadMerchantHolds(merchantId);
  const standing = holds.filter(({ state }) => state === 'Standing');
  for (const hold of standing) {
    if (!(await liftHold(hold, 'Operator', at))) {
      throw new Error('The settings are stored; a hold of the merchant changed meanwhile: update again.');
    }
  }
  const { items: alone } = await listHeldCharges(merchantId, 'CHARGES', { limit: 1 });
  if (alone.length > 0) await makeLiftedHold({ merchantId, scope: 'CHARGES' }, now, at);
  return standing.length + alone.length > 0 ? at.toISOString() : undefined;
}
