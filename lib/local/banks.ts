// The simulated banks without the service: one for each protocol, with books and scripts of its own, behind one
// port, so that any program that speaks to a bank can be tried against them (local-service.md 2.1).
import { ACCOUNTS, type BankProtocol } from '../bank/account.ts';
import type { BankMerchant } from '../bank/books.ts';
import { createBank } from './bank/bank.ts';
import { banksPage, type OpenBank } from './banks-page.ts';
import { jsonCalls, outcomesIn, protocolIn, targetIn } from './control-calls.ts';
import { listen } from './http-server.ts';
import { createClock } from './time/clock.ts';

/** The same at each start, so that tests can have them in their settings. */
const KNOWN_ACCOUNTS: Readonly<Record<BankProtocol, BankMerchant>> = {
  nestpay: {
    clientId: '100200300',
    userName: 'api',
    password: 'TEST-password-1',
    storeKey: 'TEST-store-key-1',
    bankCode: '0064',
    agreedFamilies: ['CardFinans'],
  },
  akbank: {
    clientId: '20260101000000000000000000000001',
    userName: '20260101000000000000000000000002',
    password: '',
    storeKey: '0123456789abcdef'.repeat(8),
    bankCode: '0046',
    agreedFamilies: ['Paraf'],
  },
  garanti: {
    clientId: '30691298',
    userName: '7000679',
    password: 'TEST-password-2',
    refundPassword: 'TEST-password-3',
    storeKey: 'TEST-store-key-2',
    bankCode: '0062',
  },
};

type BanksOptions = { port: number; hosts?: readonly string[]; batchClose?: string };
type LocalBanks = { baseUrl: string; close(): Promise<void> };

/** `batchClose`: `22:00`, in Istanbul. Throws EADDRINUSE if the port is in use. */
export async function startBanks({ port, hosts, batchClose }: BanksOptions): Promise<LocalBanks> {
  const { mount, port: opened, close } = await listen(port, hosts);
  const baseUrl = `http://localhost:${opened}`;
  const clock = createClock({});
  const open = (protocol: BankProtocol): OpenBank => {
    const account = KNOWN_ACCOUNTS[protocol];
    const bank = createBank({ clock });
    bank.registerMerchant(account);
    if (batchClose !== undefined) bank.settings.batchClose = batchClose;
    return { protocol, bank, account, settings: ACCOUNTS[protocol].posOf(account, baseUrl) };
  };
  const banks = { nestpay: open('nestpay'), akbank: open('akbank'), garanti: open('garanti') };
  const isProtocol = (name: string): name is BankProtocol => Object.hasOwn(banks, name);

  mount({
    prefix: '',
    service: async (request) => {
      const [path = ''] = request.url.split('?');
      if (path === '/' && request.method === 'GET') return banksPage(request, Object.values(banks));
      const [, folder = ''] = path.split('/');
      return await banks[isProtocol(folder) ? folder : 'nestpay'].bank.service(request);
    },
  });
  mount({
    prefix: '/local',
    service: jsonCalls({
      'GET /bank/settings': () =>
        Object.fromEntries(Object.values(banks).map(({ protocol, settings }) => [protocol, settings])),
      'GET /bank/ledger': (input) => ({
        operations: banks[protocolIn(input)].bank.ledger(Number(input['after'] ?? 0)),
      }),
      'POST /bank/script': (input) => {
        const outcomes = outcomesIn(input);
        const { cardNumber } = input;
        banks[protocolIn(input)].bank.script(
          outcomes,
          cardNumber === undefined ? undefined : String(cardNumber),
        );
        return { outcomes };
      },
      'GET /clock': () => ({ now: clock.now().toISOString() }),
      'POST /clock': (input) => {
        clock.jumpTo(targetIn(input, clock.nowMs()));
        return { now: clock.now().toISOString() };
      },
    }),
  });
  return { baseUrl, close };
}
