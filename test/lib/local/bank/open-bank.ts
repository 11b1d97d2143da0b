// The simulated bank connected to the production adapter without a socket: the bank reads exactly the bytes
// that the adapter sends. Tests move the clock.
import { connectThreeD } from '#acquirer/connect-three-d.ts';
import { connectNestPay } from '#acquirer/nestpay/nestpay.ts';
import type { Transport } from '#acquirer/nestpay/transport.ts';
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

export function openBank(merchant: Partial<BankMerchant> = {}) {
  const clock = { now: NOON, nowMs: () => clock.now };
  const snapshot = openSnapshot<BankRecord>();
  const bank = createBank({ clock, snapshot });
  bank.registerMerchant({ ...MERCHANT, ...merchant });
  const acquirer = connectTo(bank);
  const moveTo = (instant: string) => {
    clock.now = Date.parse(instant);
  };
  return { bank, acquirer, clock, moveTo, snapshot };
}

/** The adapter on top of the bank's service. A dropped connection is `unknown`, as over a socket. */
export function connectTo(bank: Pick<Bank, 'service'>, credentials: Partial<BankMerchant> = {}) {
  const transport: Transport = async (body) => {
    const response = await bank.service({
      method: 'POST',
      url: '/api',
      headers: { 'content-type': 'text/xml; charset=ISO-8859-9' },
      body,
      address: '127.0.0.1',
    });
    if (response.destroy) return { kind: 'unknown', reason: 'ECONNRESET' };
    const contentType = String(response.headers?.['Content-Type']);
    return {
      kind: 'answered',
      status: response.status,
      contentType,
      body: Buffer.from(response.body ?? ''),
    };
  };
  const settings = {
    ...MERCHANT,
    ...credentials,
    apiUrl: 'https://bank.example/api',
    gateUrl: 'https://bank.example/est3Dgate',
  };
  return { ...connectNestPay(settings, transport), ...connectThreeD({ kind: 'nestpay', ...settings }) };
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
