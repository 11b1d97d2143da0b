// A bank that refuses requests for the settings of one merchant.
import type { Inquiry, MerchantRefusal, VoidOutcome } from '#acquirer/acquirer.ts';
import { stopsMerchant } from '#domain/payment/merchant-fault.ts';
import { type LogFields, log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import type { FinalSaleOutcome } from './payment-outcome.ts';

/** The advice while the bank refuses the merchant's settings (payments.md 10.5, 13.2). */
export const SETTINGS_REFUSED = {
  tr:
    'Banka, sanal POS ayarlarını kabul etmiyor; karttan para çekilmedi. Ayarlar düzeltilince aynı çağrıyı' +
    ' yineleyin.',
  en:
    'The bank refuses the settings of the virtual POS; the card was not charged. Repeat the call once they' +
    ' are corrected.',
};

/** The refusal, if the bank declined for the merchant's own settings and has judged neither card nor amount. */
export function refusedSettings(outcome: FinalSaleOutcome | VoidOutcome): MerchantRefusal | undefined {
  if (outcome.kind !== 'declined') return;
  const { code, merchantFault: fault } = outcome;
  return fault && stopsMerchant(fault) ? { code, fault } : undefined;
}

/** The refusal, if the bank refused an inquiry because of the merchant's own settings (payments.md 3.7). */
export function refusalOf(inquiry: Inquiry): MerchantRefusal | undefined {
  const refusal = inquiry.kind === 'unknown' ? inquiry.merchantRefusal : undefined;
  return refusal && stopsMerchant(refusal.fault) ? refusal : undefined;
}

/** Each refusal is measured, so that the alarm stays on although the merchant may sell nothing meanwhile. */
export function reportRefusal({ code, fault }: MerchantRefusal, labels: LogFields): void {
  const which = { ...labels, bankResponseCode: code, reason: fault };
  log('error', 'the bank refuses the settings of the merchant', which);
  measure({ MerchantFaults: 1 }, which);
}
