// The keys of a shop at Garanti, and the digest that its answers are signed with.
import { securityData } from '#acquirer/garanti/hash.ts';

export const keys = {
  merchantId: '7000679',
  terminalId: '30691298',
  password: 'sale-password',
  refundPassword: 'refund-password',
  storeKey: '12345678',
  shopAddress: '192.0.2.1',
};
export const security = securityData(keys.password, keys.terminalId);
