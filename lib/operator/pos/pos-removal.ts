// Removes a virtual POS: its settings are erased, so the service can no longer call its bank. First its
// payments must have ended and be too old to refund, unless the operator gives up their refunds
// (virtual-pos.md 3.5).
import { REFUND_WINDOW_MS } from '#domain/refund/refundability.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { currentPosOf, firstPosOf, NO_SETTINGS, posInUse, type VirtualPos } from '#store/virtual-pos.ts';
import { firstOpenAt } from './open-at-pos.ts';
import { requirePos, requirePosOf, savePos } from './own-pos.ts';

/** A request that was never received is inquired about once more after a day (payments.md 5). */
const ASKED_FOR_MS = 3 * DAY_MS;

/**
 * `givesUp`: its payments can no longer be refunded. Throws if it is current, or its bank is still inquired.
 */
export async function removePos(
  merchantId: string,
  posId: string,
  { givesUp }: { givesUp: boolean },
  now: Date,
): Promise<void> {
  const own = await requirePosOf(merchantId);
  const { merchant, all } = own;
  const pos = requirePos(own, posId);
  if (currentPosOf(merchant) === posId) {
    throw new Error(`The virtual POS ${posId} is current: make another one current first.`);
  }
  if (posInUse(merchant).includes(posId)) {
    throw new Error(`The virtual POS ${posId} takes payments: leave it out of pos prefer first.`);
  }
  const lastAt = lastPaymentAt(pos);
  const end = (afterMs: number) => new Date(lastAt + afterMs).toISOString().slice(0, 10);
  if (now.getTime() < lastAt + ASKED_FOR_MS) {
    throw new Error(`The virtual POS ${posId} is asked about its last payments until ${end(ASKED_FOR_MS)}.`);
  }
  if (!givesUp && now.getTime() < lastAt + REFUND_WINDOW_MS + DAY_MS) {
    throw new Error(
      `The virtual POS ${posId} took payments that can be refunded until ${end(REFUND_WINDOW_MS)}. ` +
        'With --give-up-refunds they cannot be any more.',
    );
  }
  const open = await firstOpenAt(merchant, pos, now);
  if (open !== undefined) {
    throw new Error(
      `The virtual POS ${posId} is asked about ${open}: wait, or resolve it with npm run review.`,
    );
  }
  const { sealed: _, ...kept } = pos;
  const removed = { ...kept, removedAt: now.toISOString() };
  await savePos(own, {
    virtualPos: all.map((one) => (one.id === posId ? removed : one)),
    ...(posId === firstPosOf(merchant) && { sealedAcquirer: NO_SETTINGS }),
  });
}

/** In milliseconds. Functions may use the POS for a minute longer. */
const lastPaymentAt = ({ currentSince, retiredAt }: VirtualPos): number =>
  currentSince === undefined ? Number.NEGATIVE_INFINITY : Date.parse(retiredAt ?? currentSince);
