// Connects a merchant's bank from its decrypted settings. Only this file knows which protocols exist.
import type { Acquirer } from './acquirer.ts';
import { measured } from './measured.ts';
import { connectNestPay } from './nestpay/nestpay.ts';
import type { NestPaySettings } from './nestpay/nestpay-settings.ts';

/** A plain JSON object, encrypted by KMS with the context `{ purpose: "acquirer", merchantId }`. */
export type AcquirerSettings = { kind: 'nestpay' } & NestPaySettings;

export function connectAcquirer(settings: AcquirerSettings): Acquirer {
  return measured(connectNestPay(settings));
}
