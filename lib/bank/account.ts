// A merchant's account at the simulated bank: the credentials that the bank stores and the virtual POS
// settings with the same values.
import { randomBytes } from 'node:crypto';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import type { BankMerchant } from './books.ts';

export function newAccount(): BankMerchant {
  return {
    clientId: randomBytes(4).readUInt32BE().toString().padStart(10, '1'),
    userName: 'api',
    password: randomBytes(12).toString('base64url'),
    storeKey: randomBytes(12).toString('base64url'),
  };
}

/** The virtual POS settings of an account. `bankUrl` has no trailing slash. */
export function virtualPosOf(account: BankMerchant, bankUrl: string): AcquirerSettings {
  const { clientId, userName, password, storeKey } = account;
  const addresses = { apiUrl: `${bankUrl}/api`, gateUrl: `${bankUrl}/est3Dgate` };
  return { kind: 'nestpay', ...addresses, clientId, userName, password, storeKey };
}
