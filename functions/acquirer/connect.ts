// Connects a merchant's bank from its decrypted settings. Only this file knows which protocols exist.
import { object, oneOf } from '#domain/shape.ts';
import type { Acquirer } from './acquirer.ts';
import { measured } from './measured.ts';
import { connectNestPay } from './nestpay/nestpay.ts';
import { type NestPaySettings, nestPaySettings } from './nestpay/nestpay-settings.ts';

/** A plain JSON object, encrypted by KMS with the context `{ purpose: "acquirer", merchantId }`. */
export type AcquirerSettings = { kind: 'nestpay' } & NestPaySettings;

export const readAcquirerSettings = (opened: unknown): AcquirerSettings =>
  object({ kind: oneOf(['nestpay']), ...nestPaySettings() }).read(opened, 'acquirer settings');

export function connectAcquirer(settings: AcquirerSettings): Acquirer {
  return measured(connectNestPay(settings));
}
