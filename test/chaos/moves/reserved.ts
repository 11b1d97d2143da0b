// Moves with amounts that are only reserved: captured whole, in part and for too much, released, and several of
// these at once.
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';

const KURUS = 100;

export async function endReservation(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  const reference = random.pick(merchant.reserved);
  if (reference === undefined) return;
  const { amount } = (await caller.read(merchant, `/api/payment/${reference}`)) ?? {};
  const wholeMinor = Math.round(Number(amount) * KURUS);
  const send = (step: string, body: object) =>
    caller.write(merchant, 'POST', `/api/payment/${reference}/${step}`, body as Record<string, unknown>);
  const whole = () => send('capture', {});
  const part = () => send('capture', { amount: random.between(1, wholeMinor + 1) / KURUS });
  const release = () => send('release', {});
  const steps = random.weighted([
    [6, [whole]],
    [6, [part]],
    [3, [release]],
    [2, [whole, part]],
    [2, [part, release]],
  ]);
  await Promise.all(steps.map((step) => step()));
}
