// Every call to a bank is timed and counted at the port, whatever protocol lies behind it: what a caller
// waits for, and how often it waits in vain.
import { measure } from '#telemetry/metric.ts';
import type { Acquirer } from './acquirer.ts';

export const BANK_CALLS = ['sale', 'void', 'refund', 'inquiry'] as const;
type BankCall = (typeof BANK_CALLS)[number];

export function measured(bank: Acquirer): Acquirer {
  return {
    ...bank,
    sale: (order) => timed('sale', () => bank.sale(order)),
    voidSale: (order) => timed('void', () => bank.voidSale(order)),
    refund: (order) => timed('refund', () => bank.refund(order)),
    inquire: (bankOrderId) => timed('inquiry', () => bank.inquire(bankOrderId)),
  };
}

/** Nothing is measured of a call that throws: that is a fault of ours, and no answer of a bank. */
async function timed<Outcome extends { kind: string }>(
  operation: BankCall,
  ask: () => Promise<Outcome>,
): Promise<Outcome> {
  const startedMs = performance.now();
  const outcome = await ask();
  measure(
    {
      BankLatency: Math.round(performance.now() - startedMs),
      BankUnknown: outcome.kind === 'unknown' ? 1 : 0,
      BankUnreachable: outcome.kind === 'notSent' ? 1 : 0,
    },
    { operation, outcome: outcome.kind },
  );
  return outcome;
}
