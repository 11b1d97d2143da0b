// A merchant's account at the simulated bank: the credentials that the bank stores and the virtual POS
// settings with the same values.
import { randomBytes } from 'node:crypto';
import type { SettingsOf } from '#acquirer/connect.ts';
import type { BankMerchant } from './books.ts';

/** The protocols that the simulated bank speaks. */
export const BANK_PROTOCOLS = ['nestpay', 'akbank', 'garanti'] as const;
export type BankProtocol = (typeof BANK_PROTOCOLS)[number];

export function newAccount(): BankMerchant {
  return {
    clientId: randomBytes(4).readUInt32BE().toString().padStart(10, '1'),
    userName: 'api',
    password: randomBytes(12).toString('base64url'),
    storeKey: randomBytes(12).toString('base64url'),
  };
}

/** The virtual POS settings of an account. `bankUrl` has no trailing slash. */
export function virtualPosOf(account: BankMerchant, bankUrl: string): SettingsOf<'nestpay'> {
  const { clientId, userName, password, storeKey } = account;
  const addresses = { apiUrl: `${bankUrl}/api`, gateUrl: `${bankUrl}/est3Dgate` };
  return { kind: 'nestpay', ...addresses, clientId, userName, password, storeKey };
}

const safeId = () => randomBytes(16).toString('hex').toUpperCase();

/**
 * An account that speaks Akbank's protocol, which has no password: its number is the terminal's id, its user
 * name the shop's id, its store key the secret key.
 */
const newAkbankAccount = (): BankMerchant => ({
  clientId: safeId(),
  userName: safeId(),
  password: '',
  storeKey: randomBytes(64).toString('hex'),
});

const akbankPosOf = (account: BankMerchant, bankUrl: string): SettingsOf<'akbank'> => ({
  kind: 'akbank',
  apiUrl: `${bankUrl}/akbank`,
  gateUrl: `${bankUrl}/akbank/securepay`,
  terminalSafeId: account.clientId,
  merchantSafeId: account.userName,
  secretKey: account.storeKey,
  batchCloseAt: '24:00',
});

/** An account that speaks Garanti's protocol: its number is the terminal's id, its user name the shop's. */
const newGarantiAccount = (): BankMerchant => ({
  clientId: randomBytes(4).readUInt32BE().toString().slice(0, 8).padStart(8, '1'),
  userName: '7000679',
  password: randomBytes(12).toString('base64url'),
  refundPassword: randomBytes(12).toString('base64url'),
  storeKey: randomBytes(12).toString('base64url'),
});

const garantiPosOf = (account: BankMerchant, bankUrl: string): SettingsOf<'garanti'> => ({
  kind: 'garanti',
  apiUrl: `${bankUrl}/garanti/VPServlet`,
  gateUrl: `${bankUrl}/garanti/gt3dengine`,
  merchantId: account.userName,
  terminalId: account.clientId,
  password: account.password,
  refundPassword: account.refundPassword ?? '',
  storeKey: account.storeKey,
  shopAddress: '127.0.0.1',
  testMode: true,
  batchCloseAt: '24:00',
});

/** How an account of each protocol is opened, and what its virtual POS is. */
export const ACCOUNTS = {
  nestpay: { open: newAccount, posOf: virtualPosOf },
  akbank: { open: newAkbankAccount, posOf: akbankPosOf },
  garanti: { open: newGarantiAccount, posOf: garantiPosOf },
} satisfies Record<BankProtocol, object>;
