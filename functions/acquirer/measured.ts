// Measures every call to a bank at the port, whatever the protocol: its latency, and whether the bank
// answered.
import { measure } from '#telemetry/metric.ts';
import type { Acquirer } from './acquirer.ts';

export const BANK_CALLS = ['sale', 'capture', 'void', 'refund', 'inquiry'] as const;
type BankCallName = (typeof BANK_CALLS)[number];

export function measured(bank: Acquirer, merchantId: string): Acquirer {
  const timed = timedFor(merchantId);
  return {
    ...bank,
    sale: (order) => timed('sale', () => bank.sale(order)),
    capture: (order) => timed('capture', () => bank.capture(order)),
    voidSale: (order) => timed('void', () => bank.voidSale(order)),
    refund: (order) => timed('refund', () => bank.refund(order)),
    inquire: (bankOrderId) => timed('inquiry', () => bank.inquire(bankOrderId)),
  };
}

/** A call that throws is not measured: an exception is a fault of this code, not an answer of the bank. */
const timedFor =
  (merchantId: string) =>
  async <Outcome extends { kind: string }>(
    operation: BankCallName,
    call: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    const startedMs = performance.now();
    const outcome = await call();
    measure(
      {
        BankLatency: Math.round(performance.now() - startedMs),
        BankUnknown: outcome.kind === 'unknown' ? 1 : 0,
        BankUnreachable: outcome.kind === 'notSent' ? 1 : 0,
      },
      { operation, outcome: outcome.kind, merchantId },
    );
    return outcome;
  };
