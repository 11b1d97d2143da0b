// A bank that refuses inquiries for the settings of one merchant.
import type { Inquiry, MerchantRefusal } from '#acquirer/acquirer.ts';
import { stopsMerchant } from '#domain/payment/merchant-fault.ts';
import { type LogFields, log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

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
