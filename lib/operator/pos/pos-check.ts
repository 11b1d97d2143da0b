// Checks that a bank accepts the settings of a virtual POS, before payments go there. An inquiry about an
// order that does not exist moves no money, and a bank that refuses the settings also refuses the inquiry.
import { randomBytes } from 'node:crypto';
import { type AcquirerSettings, connectUnmeasured } from '#acquirer/connect.ts';
import { MERCHANT_FAULTS } from '#domain/payment/merchant-fault.ts';

/** Throws with the reason unless the bank answers the inquiry. */
export async function requireAnswer(settings: AcquirerSettings): Promise<void> {
  const orderId = `CHECK${randomBytes(12).toString('hex')}`;
  const answer = await connectUnmeasured(settings).inquire(orderId);
  if (answer.kind === 'found' || answer.kind === 'notFound') return;
  const refusal = answer.kind === 'unknown' ? answer.merchantRefusal : undefined;
  throw new Error(
    refusal === undefined
      ? `Nothing was changed: the bank did not answer (${answer.reason}). ` +
          'If it does not accept calls from here, repeat with --unchecked.'
      : `Nothing was changed: the bank refuses this virtual POS with ${refusal.code}: ` +
          `${MERCHANT_FAULTS[refusal.fault].meaning}.`,
  );
}
