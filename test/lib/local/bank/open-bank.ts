// The simulated bank connected to the production adapter without a socket: the bank reads exactly the bytes
// that the adapter sends. Tests move the clock.
import { onTestFinished, vi } from 'vitest';
import { connectAkbank } from '#acquirer/akbank/akbank.ts';
import { connectThreeD } from '#acquirer/connect-three-d.ts';
import { connectGaranti } from '#acquirer/garanti/garanti.ts';
import { connectNestPay } from '#acquirer/nestpay/nestpay.ts';
import type { Transport } from '#acquirer/transport.ts';
import { ACCOUNTS } from '../../../../lib/bank/account.ts';
import type { BankMerchant } from '../../../../lib/bank/books.ts';
import { type Bank, createBank } from '../../../../lib/local/bank/bank.ts';
import type { BankRecord } from '../../../../lib/local/bank/ledger.ts';
import { openSnapshot } from '../../../../lib/local/snapshot.ts';

export const MERCHANT: BankMerchant = {
  clientId: '190100000',
  userName: 'api',
  password: 'p<&>ş',
  storeKey: 'k|e\\y',
};
/** Noon in Istanbul. */
const NOON = Date.parse('2026-11-20T09:00:00.000Z');

/** Every protocol that the simulated bank speaks. */
export const PROTOCOLS = ['nestpay', 'akbank', 'garanti'] as const;

export function openBank(
  merchant: Partial<BankMerchant> = {},
  protocol: (typeof PROTOCOLS)[number] = 'nestpay',
) {
  const clock = { now: NOON, nowMs: () => clock.now };
  const snapshot = openSnapshot<BankRecord>();
  const bank = createBank({ clock, snapshot });
  bank.registerMerchant({ ...MERCHANT, ...merchant });
  const connect = { nestpay: connectTo, akbank: connectAkbankTo, garanti: connectGarantiTo }[protocol];
  if (protocol !== 'nestpay') followClock(clock);
  const acquirer = connect(bank);
  const moveTo = (instant: string) => {
    clock.now = Date.parse(instant);
    if (vi.isFakeTimers()) vi.setSystemTime(clock.now);
  };
  return { bank, acquirer, clock, moveTo, snapshot };
}

/** A call to the bank's service. A dropped connection is `unknown`, as over a socket. */
const transportTo =
  (bank: Pick<Bank, 'service'>, url: string): Transport =>
  async (body, headers) => {
    const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const response = await bank.service({
      method: 'POST',
      url,
      headers: Object.fromEntries(lowerCased),
      body,
      address: '127.0.0.1',
    });
    if (response.destroy) return { kind: 'unknown', reason: 'ECONNRESET' };
    return {
      kind: 'answered',
      status: response.status,
      contentType: String(response.headers?.['Content-Type']),
      body: Buffer.from(response.body ?? ''),
    };
  };

/** The NestPay adapter on top of the bank's service. */
export function connectTo(bank: Pick<Bank, 'service'>, credentials: Partial<BankMerchant> = {}) {
  const settings = {
    ...MERCHANT,
    ...credentials,
    apiUrl: 'https://bank.example/api',
    gateUrl: 'https://bank.example/est3Dgate',
  };
  return {
    ...connectNestPay(settings, transportTo(bank, '/api')),
    ...connectThreeD({ kind: 'nestpay', ...settings }),
  };
}

/** The adapter has the time of the bank's clock. */
function followClock(clock: { nowMs(): number }) {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.nowMs() });
  onTestFinished(() => void vi.useRealTimers());
}

function connectAkbankTo(bank: Bank) {
  const account = ACCOUNTS.akbank.open();
  bank.registerMerchant(account);
  const settings = ACCOUNTS.akbank.posOf(account, 'https://bank.example');
  return {
    ...connectAkbank(
      settings,
      transportTo(bank, '/akbank/transaction/process'),
      undefined,
      transportTo(bank, '/akbank/portal/report/transaction'),
    ),
    ...connectThreeD(settings),
  };
}

function connectGarantiTo(bank: Bank) {
  const account = ACCOUNTS.garanti.open();
  bank.registerMerchant(account);
  const settings = ACCOUNTS.garanti.posOf(account, 'https://bank.example');
  return {
    ...connectGaranti(settings, transportTo(bank, '/garanti/VPServlet')),
    ...connectThreeD(settings),
  };
}

export const sale = (bankOrderId: string, amountMinor = 10_000, cardNumber = '5528790000000008') => ({
  bankOrderId,
  amountMinor,
  currency: 'TRY' as const,
  installment: 1,
  card: { cardNumber, expiryMonth: '12', expiryYear: '2030' },
});
export const refundOf = (bankOrderId: string, amountMinor: number) => ({
  bankOrderId,
  amountMinor,
  currency: 'TRY' as const,
});
