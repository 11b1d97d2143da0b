// Connects a merchant's bank from its decrypted settings. Only this file and connect-three-d.ts choose the
// protocol.
import type { MerchantFault } from '#domain/payment/merchant-fault.ts';
import { object, oneOf } from '#domain/shape.ts';
import type { Acquirer } from './acquirer.ts';
import type { BankGate } from './gate.ts';
import { measured } from './measured.ts';
import { readCode } from './nestpay/answer-codes.ts';
import { connectNestPay } from './nestpay/nestpay.ts';
import { type NestPaySettings, nestPaySettings } from './nestpay/nestpay-settings.ts';

/** A plain JSON object, encrypted by KMS with the context `{ purpose: "acquirer", merchantId }`. */
export type AcquirerSettings = { kind: 'nestpay' } & NestPaySettings;

export const readAcquirerSettings = (opened: unknown): AcquirerSettings =>
  object({ kind: oneOf(['nestpay']), ...nestPaySettings() }).read(opened, 'acquirer settings');

/** Host and port of the bank. All merchants with the same address share one circuit breaker. */
export const bankAddressOf = ({ apiUrl }: AcquirerSettings): string => new URL(apiUrl).host;

export const connectAcquirer = (
  settings: AcquirerSettings,
  gate: BankGate | undefined,
  merchantId: string,
): Acquirer => measured(connectUnmeasured(settings, gate), merchantId);

/** For operator commands, whose output must not contain metrics, and for probes, which answer no caller. */
export const connectUnmeasured = (settings: AcquirerSettings, gate?: BankGate): Acquirer =>
  connectNestPay(settings, undefined, gate);

/** The fault of a merchant's settings that a code of its bank names; undefined if it names none. */
export const merchantFaultOf = (code: string): MerchantFault | undefined => readCode(code).merchantFault;
