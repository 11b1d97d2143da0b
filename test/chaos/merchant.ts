// The merchants of a round, and the objects that their callers use. A caller picks any of them, so that
// several callers work on the same payment, card or recurring payment at once.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BankProtocol } from '../../lib/bank/account.ts';
import { openShop } from '../release/shop.ts';
import { PRESENT } from '../release/unpack.ts';
import type { BankLine } from './bank-lines.ts';
import type { MortalServer } from './mortal-server.ts';

export type Merchant = {
  name: string;
  merchantId: string;
  apiKey: string;
  customers: string[];
  cards: { id: string; customerId: string }[];
  /** Tokens of hosted pages of orders. */
  pages: string[];
  /** References of charges, and of payments whose buyer received a successful result. */
  payments: string[];
  /** References of payments whose buyer was told that the amount is only reserved. */
  reserved: string[];
  /** Refunds that wait for an approval. */
  pending: string[];
  plans: string[];
};

/** Two months for the amount of the order, three with a surcharge, at the default bank. */
const TABLE = [
  { family: 'CardFinans', installment: 2 },
  { family: 'CardFinans', installment: 3, ratePercent: 1.755, surchargeBearer: 'buyer' },
];

/**
 * 3-D Secure for every card; for no card, with installments; for new cards, with a window for charges. The banks of
 * each: its default one, and those to which cards of the families Paraf and Bonus go.
 */
const SETTINGS: readonly MerchantSettings[] = [
  { threeDSecure: 'always', banks: ['nestpay', 'akbank', 'garanti'] },
  { threeDSecure: 'never', rows: TABLE, banks: ['garanti', 'nestpay', 'akbank'] },
  {
    threeDSecure: 'newCards',
    storedCardCvv: 'whenAsked',
    spreadWindowMinutes: 9,
    banks: ['akbank', 'garanti', 'nestpay'],
  },
];
type MerchantSettings = {
  threeDSecure: string;
  storedCardCvv?: string;
  spreadWindowMinutes?: number;
  rows?: typeof TABLE;
  banks: readonly [BankProtocol, BankProtocol, BankProtocol];
};
/** Of CardFinans, Paraf and Bonus. */
const BANK_CODES = ['0111', '0012', '0062'];

/** Adds the second and third bank, each at the end of its line, and has all three take payments. */
async function addBanks(
  { baseUrl, control }: MortalServer,
  merchantId: string,
  banks: readonly BankProtocol[],
  lines: readonly BankLine[],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-chaos-pos-'));
  const pos = async (...args: string[]) => {
    const place = ['--merchant', merchantId, '--local', baseUrl];
    const command = [join(PRESENT, 'bin/merchant.ts'), 'pos', ...args, ...place];
    return JSON.parse((await promisify(execFile)(process.execPath, command)).stdout) as { posId: string };
  };
  try {
    const [own = '', ...codes] = BANK_CODES;
    await pos('bank', '--bank', own);
    const order = [merchantId];
    for (const [at, code] of codes.entries()) {
      const settings = await control('POST', '/bank/account', { bank: banks[at] });
      const apiUrl = new URL(String(settings['apiUrl']));
      apiUrl.port = String(lines[at]?.port);
      const file = join(folder, `${at}.json`);
      writeFileSync(file, JSON.stringify({ ...settings, apiUrl: apiUrl.href }));
      order.push((await pos('add', '--pos', file, '--bank', code)).posId);
    }
    await pos('prefer', '--virtual-pos', order.join());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function createMerchants(server: MortalServer, lines: readonly BankLine[]): Promise<Merchant[]> {
  const { baseUrl, control } = server;
  const merchants: Merchant[] = [];
  for (const [at, { rows, banks, ...settings }] of SETTINGS.entries()) {
    const name = `Kahve ${at + 1}`;
    const { merchantId, apiKey } = await control('POST', '/merchant', { name, bank: banks[0], ...settings });
    await addBanks(server, String(merchantId), banks.slice(1), lines);
    const objects = {
      customers: [],
      cards: [],
      pages: [],
      payments: [],
      reserved: [],
      pending: [],
      plans: [],
    };
    merchants.push({ name, merchantId: String(merchantId), apiKey: String(apiKey), ...objects });
    if (rows) await openShop(baseUrl, String(apiKey)).call('PUT', '/api/installment/table', { rows });
  }
  return merchants;
}
