// Connects a merchant's bank from its decrypted settings. Only this file and connect-three-d.ts choose the
// protocol.
import type { MerchantFault } from '#domain/payment/merchant-fault.ts';
import { object, oneOf } from '#domain/shape.ts';
import type { Acquirer } from './acquirer.ts';
import { connectAkbank } from './akbank/akbank.ts';
import { type AkbankSettings, akbankSettings } from './akbank/akbank-settings.ts';
import { readCode as readAkbankCode } from './akbank/answer-codes.ts';
import { readCode as readGarantiCode } from './garanti/answer-codes.ts';
import { connectGaranti } from './garanti/garanti.ts';
import { type GarantiSettings, garantiSettings } from './garanti/garanti-settings.ts';
import type { BankGate } from './gate.ts';
import { measured } from './measured.ts';
import { readCode as readNestPayCode } from './nestpay/answer-codes.ts';
import { connectNestPay } from './nestpay/nestpay.ts';
import { type NestPaySettings, nestPaySettings } from './nestpay/nestpay-settings.ts';

/** A plain JSON object, encrypted by KMS with the context `{ purpose: "acquirer", merchantId }`. */
export type AcquirerSettings =
  | ({ kind: 'nestpay' } & NestPaySettings)
  | ({ kind: 'akbank' } & AkbankSettings)
  | ({ kind: 'garanti' } & GarantiSettings);
/** The settings of one protocol. */
export type SettingsOf<Kind extends AcquirerSettings['kind']> = Extract<AcquirerSettings, { kind: Kind }>;

const PLACE = 'acquirer settings';
const kinds = object({ kind: oneOf(['nestpay', 'akbank', 'garanti']) });

export function readAcquirerSettings(opened: unknown): AcquirerSettings {
  const { kind } = kinds.read(opened, PLACE);
  switch (kind) {
    case 'nestpay':
      return { kind, ...object(nestPaySettings()).read(opened, PLACE) };
    case 'akbank':
      return { kind, ...object(akbankSettings()).read(opened, PLACE) };
    case 'garanti':
      return { kind, ...object(garantiSettings()).read(opened, PLACE) };
  }
}

/** The number of the shop at its bank, as operators and the bank's portal know it. */
export function shopNumberOf(settings: AcquirerSettings): string {
  switch (settings.kind) {
    case 'nestpay':
      return settings.clientId;
    case 'akbank':
      return settings.terminalSafeId;
    case 'garanti':
      return settings.terminalId;
  }
}

/** Host and port of the bank. All merchants with the same address share one circuit breaker. */
export const bankAddressOf = ({ apiUrl }: AcquirerSettings): string => new URL(apiUrl).host;

export const connectAcquirer = (
  settings: AcquirerSettings,
  gate: BankGate | undefined,
  merchantId: string,
): Acquirer => measured(connectUnmeasured(settings, gate), merchantId);

/** For operator commands, whose output must not contain metrics, and for probes, which answer no caller. */
export function connectUnmeasured(settings: AcquirerSettings, gate?: BankGate): Acquirer {
  switch (settings.kind) {
    case 'nestpay':
      return connectNestPay(settings, undefined, gate);
    case 'akbank':
      return connectAkbank(settings, undefined, gate);
    case 'garanti':
      return connectGaranti(settings, undefined, gate);
  }
}

/** The fault of a merchant's settings that a code of its bank names; undefined if it names none. */
export const merchantFaultOf = (code: string): MerchantFault | undefined =>
  [readNestPayCode, readAkbankCode, readGarantiCode]
    .map((read) => read(code).merchantFault)
    .find((fault) => fault !== undefined);
