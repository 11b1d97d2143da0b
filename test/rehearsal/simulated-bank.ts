// The bank of the rehearsal: the local service's simulated bank on its own port, where deployed functions
// call it over HTTP.
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { newAccount, virtualPosOf } from '../../lib/bank/account.ts';
import { type Bank, createBank } from '../../lib/local/bank/bank.ts';
import { listen } from '../../lib/local/http-server.ts';

type OpenBank = { bank: Bank; pos: AcquirerSettings; close(): Promise<void> };

/** Opens the bank on any free port, with one virtual POS. */
export async function openBank(): Promise<OpenBank> {
  const server = await listen(0);
  const bank = createBank({ clock: { nowMs: () => Date.now() } });
  server.mount({ prefix: '/fim', service: bank.service });
  const account = newAccount();
  bank.registerMerchant(account);
  const pos = virtualPosOf(account, `http://localhost:${server.port}/fim`);
  return { bank, pos, close: server.close };
}
