// A shop's account at the simulated bank: what the bank writes into its books and what the shop is told of it
// are the same words, as in the letter a real bank sends.
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

/** The virtual POS of an account, as a merchant gives it to us. `bankUrl` has no slash at its end. */
export function virtualPosOf(account: BankMerchant, bankUrl: string): AcquirerSettings {
  const { clientId, userName, password, storeKey } = account;
  const addresses = { apiUrl: `${bankUrl}/api`, gateUrl: `${bankUrl}/est3Dgate` };
  return { kind: 'nestpay', ...addresses, clientId, userName, password, storeKey };
}
