// Probes a bank that does not answer, for the sweep: one harmless inquiry with the settings of a merchant of
// the bank. The first answer closes the breaker (payments.md 4.2).
import { log } from '#telemetry/log.ts';
import { connectBankOf } from './bank-connection.ts';
import { reserveProbe } from './bank-gate.ts';

/**
 * Does nothing if no probe is due, or another sweep makes it. Never throws: if the merchant or its settings
 * are gone, the next caller that is kept out lends its own.
 */
export async function probeBank(address: string): Promise<void> {
  const asker = await reserveProbe(address);
  if (asker === undefined) return;
  try {
    const { access, probe } = await connectBankOf(asker);
    if (access.address !== address) throw new Error('The merchant has another bank now.');
    await probe();
  } catch (error) {
    log('error', 'bank not probed', { bank: address, merchantId: asker.merchantId }, error);
  }
}
