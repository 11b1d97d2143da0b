// Validates a merchant's settings before they are written; otherwise errors would only appear when buyers
// pay. Error messages never contain secret values.

import { type AcquirerSettings, readAcquirerSettings } from '#acquirer/connect.ts';
import { OLDER_CARD_MANDATES } from '#domain/card/mandate.ts';
import { MOST_UPCOMING_DAYS } from '#domain/event/announcement.ts';
import { isInstallmentCount } from '#domain/installment/offer.ts';
import { LONGEST_CALL_MS } from '#domain/lease.ts';
import { readAmount } from '#domain/money.ts';
import { STORED_CARD_CVV, THREE_D_SETTINGS } from '#domain/payment/three-d-setting.ts';
import { MOST_ORDERS_AT_ONCE } from '#domain/reconciliation/span.ts';
import { REFUND_APPROVALS } from '#domain/refund/four-eyes.ts';
import { MOST_EXPIRY_DAYS, USUAL_EXPIRY_DAYS } from '#domain/refund/refund-expiry.ts';
import { SCOPES, type Scope } from '#domain/scope.ts';
import { natural, ShapeError } from '#domain/shape.ts';
import { isBatchClose } from '#domain/time/batch-close.ts';
import { ISTANBUL } from '#domain/time/business-day.ts';
import { isTimeZone } from '#domain/time/instant.ts';
import type { MerchantSettings } from '#store/merchant/merchant.ts';

/** The defaults of a new merchant. */
export const DEFAULT_SETTINGS: Required<Omit<MerchantSettings, 'name' | 'branding'>> = {
  timeZone: ISTANBUL,
  threeDSecure: 'newCards',
  storedCardCvv: 'always',
  acceptHalfSecure: false,
  cardRemoval: false,
  olderCardMandate: 'warn',
  pageBeacon: true,
  installments: [1],
  frameOrigins: [],
  spreadWindowMinutes: 0,
  upcomingChargeDays: 0,
  refundExpiryDays: USUAL_EXPIRY_DAYS,
  refundApproval: 'oneKey',
  fourEyesFromMinor: 0,
};

/** An invalid setting; the message is for the operator. */
export class SettingError extends Error {}

export const LIVE_NEEDS_POS = 'A live account needs a real bank: --pos FILE.';

/** What a virtual POS needs, by its bank's protocol. */
export const POS_FIELDS: Readonly<Record<string, readonly string[]>> = {
  nestpay: ['apiUrl', 'gateUrl', 'clientId', 'userName', 'password', 'storeKey'],
  akbank: ['apiUrl', 'gateUrl', 'merchantSafeId', 'terminalSafeId', 'secretKey'],
  garanti: [
    'apiUrl',
    'gateUrl',
    'merchantId',
    'terminalId',
    'password',
    'refundPassword',
    'storeKey',
    'shopAddress',
  ],
};

/** Parses a virtual POS. Card numbers are sent to its URLs, so they must be https or on this machine. */
export function readVirtualPos(text: string): AcquirerSettings {
  const settings = readObject(text);
  const required = POS_FIELDS[String(settings['kind'])];
  if (required === undefined) {
    throw new SettingError(`The virtual POS needs a kind: ${Object.keys(POS_FIELDS).join(' or ')}.`);
  }
  const missing = required.filter((name) => typeof settings[name] !== 'string' || settings[name] === '');
  if (missing.length > 0) throw new SettingError(`The virtual POS lacks: ${missing.join(', ')}.`);
  const insecure = (['apiUrl', 'gateUrl'] as const).filter((name) => !isSafeUrl(String(settings[name])));
  if (insecure.length > 0) {
    throw new SettingError(`The virtual POS needs an https address: ${insecure.join(', ')}.`);
  }
  // A call that outlasts this could still move money when the next holder of the lease has begun.
  if (Number(settings['callTimeoutMs'] ?? 0) >= LONGEST_CALL_MS) {
    throw new SettingError(`The virtual POS needs a callTimeoutMs below ${LONGEST_CALL_MS}.`);
  }
  const { batchCloseAt } = settings;
  if (batchCloseAt !== undefined && !isBatchClose(String(batchCloseAt))) {
    throw new SettingError('The virtual POS needs a batchCloseAt from 00:01 to 24:00, such as 22:00.');
  }
  const atOnce = Number(settings['inquiriesAtOnce'] ?? 1);
  if (!(atOnce >= 1 && atOnce <= MOST_ORDERS_AT_ONCE)) {
    throw new SettingError(`The virtual POS needs inquiriesAtOnce from 1 to ${MOST_ORDERS_AT_ONCE}.`);
  }
  try {
    return readAcquirerSettings(settings);
  } catch (error) {
    throw error instanceof ShapeError
      ? new SettingError(`The virtual POS does not fit: ${error.message}`)
      : error;
  }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Rejected below: the parser's message would repeat the text, and possibly a password.
  }
  throw new SettingError('The virtual POS must be a JSON object.');
}

export const isLoopback = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Normalised like a browser's origin, `https://shop.example`, because the frame's script compares both. */
function readFrameOrigin(value: unknown): string {
  const text = String(value);
  const origin = URL.canParse(text) ? new URL(text).origin : '';
  if (/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin)) return origin;
  throw new SettingError('A frame origin is an address such as https://shop.example.');
}

function readTimeZone(value: unknown): string {
  if (isTimeZone(String(value))) return String(value);
  throw new SettingError('The time zone must be a name of the IANA database, such as Europe/Istanbul.');
}

function readInstallments(value: unknown): number[] {
  const counts = [value].flat().map(Number);
  if (counts.every(isInstallmentCount)) return counts;
  throw new SettingError('Installment counts are whole numbers, 1 to 36.');
}

const wordOf =
  <const Word extends string>(words: readonly Word[], what: string) =>
  (value: unknown): Word => {
    const word = words.find((one) => one === value);
    if (word !== undefined) return word;
    throw new SettingError(`${what} one of: ${words.join(', ')}.`);
  };

const wholeUpTo = (most: number, otherwise: string) => (value: unknown) => {
  const text = String(value);
  if (/^\d{1,4}$/.test(text) && Number(text) <= most) return Number(text);
  throw new SettingError(otherwise);
};

type TextSettings = Omit<MerchantSettings, 'branding'>;
type Readers = { [Name in keyof Required<TextSettings>]: (value: unknown) => Required<TextSettings>[Name] };
const READERS: Readers = {
  name: String,
  timeZone: readTimeZone,
  threeDSecure: wordOf(THREE_D_SETTINGS, '3-D Secure is'),
  storedCardCvv: wordOf(STORED_CARD_CVV, 'The CVV of stored cards is'),
  acceptHalfSecure: (value) => value === true,
  cardRemoval: (value) => value === true,
  olderCardMandate: wordOf(OLDER_CARD_MANDATES, 'For older cards a mandate is'),
  pageBeacon: (value) => value === true,
  installments: readInstallments,
  frameOrigins: (value) => [value].flat().map(readFrameOrigin),
  // Less than a day: otherwise a charge could collide with the next one of a daily plan.
  spreadWindowMinutes: wholeUpTo(1439, 'Charges are spread over 0 to 1439 whole minutes.'),
  // At most a month: a longer notice is of no use for monthly charges.
  upcomingChargeDays: wholeUpTo(
    MOST_UPCOMING_DAYS,
    `Charges are announced 1 to ${MOST_UPCOMING_DAYS} whole days before; 0: never.`,
  ),
  refundExpiryDays: wholeUpTo(
    MOST_EXPIRY_DAYS,
    `Undecided refunds end after 1 to ${MOST_EXPIRY_DAYS} whole days; 0: never.`,
  ),
  refundApproval: wordOf(REFUND_APPROVALS, 'Refunds are approved by'),
  fourEyesFromMinor: (value) => natural.read(value, 'fourEyesFromMinor'),
};

/** The settings that are given, as texts or as JSON. */
export function readSettings(settings: { [Name in keyof Readers]?: unknown }): Partial<TextSettings> {
  const read = Object.entries(READERS).flatMap(([name, reader]) => {
    const value = settings[name as keyof Readers];
    return value === undefined ? [] : [[name, reader(value)] as const];
  });
  return Object.fromEntries(read);
}

/** An amount in TRY, `1000` or `999.50`; 0 means every refund. */
export function readFourEyesFrom(text: string): number {
  if (text === '0') return 0;
  const reading = readAmount(text);
  if (reading.kind === 'amount') return reading.amountMinor;
  throw new SettingError('Four eyes are needed from an amount in TRY on, like 1000 or 999.50; 0: always.');
}

/** `payments,read`; a repeated scope counts once. */
export function readScopes(text: string): Scope[] {
  const names = new Set(text.split(',').map((scope) => scope.trim()));
  const known = SCOPES.filter((scope) => names.has(scope));
  if (known.length === names.size) return known;
  throw new SettingError(`Scopes are some of: ${SCOPES.join(',')}.`);
}
