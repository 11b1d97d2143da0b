// The bank of the rehearsal: the local service's simulated bank on its own port, where deployed functions
// call it over HTTP.
import { randomBytes } from 'node:crypto';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { type Bank, createBank } from '../local/bank/bank.ts';
import { listen } from '../local/http-server.ts';

type OpenBank = { bank: Bank; pos: AcquirerSettings; close(): Promise<void> };

/** Opens the bank on any free port, with one virtual POS. */
export async function openBank(): Promise<OpenBank> {
  const server = await listen(0);
  const bank = createBank({ clock: { nowMs: () => Date.now() } });
  server.mount({ prefix: '/fim', service: bank.service });
  const address = `http://localhost:${server.port}/fim`;
  const account = {
    clientId: '1000000001',
    userName: 'api',
    password: randomBytes(12).toString('base64url'),
    storeKey: randomBytes(12).toString('base64url'),
  };
  bank.registerMerchant({ ...account, cvvRequired: false });
  const pos = {
    kind: 'nestpay' as const,
    ...account,
    apiUrl: `${address}/api`,
    gateUrl: `${address}/est3Dgate`,
  };
  return { bank, pos, close: server.close };
}
