// Deletes stored cards that expired or were last used long ago (PCI DSS 3.2.1). The first confirmed run
// announces the deletion in the card's responses, and a run after the notice period deletes the card. An
// operator runs it, because it reads all cards of all merchants, which no function may do.
import { isTagOf, monthAt } from '#domain/card/card-expiry.ts';
import { isCardLive, lastUseOf } from '#domain/card/stored-card.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type Month, shiftMonth } from '#domain/time/month.ts';
import type { StoredCardItem } from '#store/card/card.ts';
import { writeCardDeletion } from '#store/card/card-deletion.ts';
import { writePlannedDeletion } from '#store/card/card-mark.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { commit } from '#store/table/commit.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';
import { requireMerchant } from '../stored.ts';
import { everyCard } from './every-card.ts';

export type PurgePlan = {
  /** Undefined: all merchants. */
  merchantId: string | undefined;
  /** Includes cards that expired at least this many months ago. */
  expiredMonths: number;
  /** Includes cards that were not used for at least this many months. Undefined: only expired cards. */
  unusedMonths: number | undefined;
  /** Days between the announcement and the deletion. */
  noticeDays: number;
  now: Date;
  /** False: the cards are only listed; nothing is announced or deleted. */
  isConfirmed: boolean;
};
type Why = 'expired' | 'unused';
type PurgedCard = Pick<StoredCardItem, 'merchantId' | 'id' | 'maskedCardNumber'> & {
  why: Why;
  deletionPlannedAt: string | null;
};
/** `waiting`: an earlier run announced the deletion, and its date has not come. */
type Purge = {
  found: PurgedCard[];
  announced: number;
  waiting: number;
  deleted: number;
  keptInUse: number;
};

export async function purgeCards(plan: PurgePlan): Promise<Purge> {
  const { merchantId: only, now } = plan;
  if (only !== undefined) await requireMerchant(only);
  const purge: Purge = { found: [], announced: 0, waiting: 0, deleted: 0, keptInUse: 0 };
  for await (const cards of everyCard()) {
    for (const card of cards) {
      const { merchantId, id, maskedCardNumber, usedBy } = card;
      if ((only !== undefined && merchantId !== only) || !isCardLive(card, now)) continue;
      const why = await whyPurged(card, plan);
      if (why === undefined) continue;
      if (usedBy === undefined) {
        const deletionPlannedAt = await purgeCard(card, plan, purge);
        purge.found.push({ merchantId, id, maskedCardNumber, why, deletionPlannedAt });
      } else purge.keptInUse += 1;
    }
  }
  return purge;
}

/**
 * Announces the deletion of a card, or deletes it if its date has come and it is unchanged. Returns the
 * announced date.
 */
async function purgeCard(card: StoredCardItem, plan: PurgePlan, purge: Purge): Promise<string | null> {
  const { now, noticeDays, isConfirmed } = plan;
  const { merchantId, id, version, deletionPlannedAt: planned } = card;
  const isWaiting = planned !== undefined && Date.parse(planned) > now.getTime();
  if (isWaiting) purge.waiting += 1;
  if (isWaiting || !isConfirmed) return planned ?? null;
  if (planned !== undefined) {
    const deletion = await commit(writeCardDeletion(merchantId, id, now, version));
    if (deletion.kind === 'committed') purge.deleted += 1;
    return planned;
  }
  const date = new Date(now.getTime() + noticeDays * DAY_MS).toISOString();
  const isAnnounced = (await commit([writePlannedDeletion(card, date)])).kind === 'committed';
  if (isAnnounced) purge.announced += 1;
  return isAnnounced ? date : null;
}

const merchants = new Map<string, Promise<{ timeZone: string; digestKey: string } | undefined>>();

/**
 * Undefined if the card stays. Cards of a merchant that no longer exists stay, because they cannot be judged.
 */
async function whyPurged(card: StoredCardItem, plan: PurgePlan): Promise<Why | undefined> {
  const known = merchants.get(card.merchantId) ?? readMerchant(card.merchantId);
  merchants.set(card.merchantId, known);
  const merchant = await known;
  if (merchant === undefined) return undefined;
  const { timeZone, digestKey } = merchant;
  const month = monthAt(plan.now, timeZone);
  const isExpired = monthsBetween(card.expirySince, shiftMonth(month, -plan.expiredMonths)).some((one) =>
    isTagOf(card.expiryTag, one, { cardId: card.id, digestKey }),
  );
  if (isExpired) return 'expired';
  if (plan.unusedMonths === undefined) return undefined;
  const lastUse = monthAt(new Date(lastUseOf(card)), timeZone);
  // One month more, because a use within thirty days of the last one is not recorded (see `isUseDue`).
  return shiftMonth(lastUse, plan.unusedMonths + 1) < month ? 'unused' : undefined;
}

async function readMerchant(merchantId: string) {
  const merchant = await loadMerchant(merchantId);
  return merchant && { timeZone: merchant.timeZone, digestKey: await merchantKeyOf(merchantId) };
}

function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = shiftMonth(month, 1)) months.push(month);
  return months;
}
