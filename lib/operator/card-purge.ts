// Deletes stored cards that expired long ago (PCI DSS 3.2.1). Run by an operator, because it reads all cards
// of all merchants, which no function may. A card of a live recurring payment is never deleted.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { isTagOf, monthAt } from '#domain/card/card-expiry.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import { isCardLive } from '#domain/card/stored-card.ts';
import { type Month, shiftMonth } from '#domain/time/month.ts';
import { CARD, writeCardDeletion } from '#store/card/card.ts';
import { loadMerchant } from '#store/merchant.ts';
import { commit } from '#store/table/commit.ts';
import { itemOf, table, tableName } from '#store/table/table.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';

type PurgePlan = {
  /** Cards that expired at least so many months ago. */
  expiredMonths: number;
  now: Date;
  /** Without it nothing is deleted: the cards are only listed. */
  isConfirmed: boolean;
};
type PurgedCard = Pick<StoredCard, 'merchantId' | 'id' | 'maskedCardNumber'>;
type Purge = { found: PurgedCard[]; deleted: number; keptInUse: number };

/** A page of the index is a megabyte: at most five a second leave the table its capacity. */
const PAUSE_MS = 200;

export async function purgeExpiredCards(plan: PurgePlan): Promise<Purge> {
  const purge: Purge = { found: [], deleted: 0, keptInUse: 0 };
  for await (const cards of allCards()) {
    for (const card of cards) {
      if (!isCardLive(card, plan.now) || !(await isLongExpired(card, plan))) continue;
      if (card.usedBy !== undefined) {
        purge.keptInUse += 1;
        continue;
      }
      const { merchantId, id, maskedCardNumber } = card;
      purge.found.push({ merchantId, id, maskedCardNumber });
      if (plan.isConfirmed && (await deleteCard(card, plan.now))) purge.deleted += 1;
    }
  }
  return purge;
}

/** The index by first digits has a row of every card and fewer others than the table. */
async function* allCards(): AsyncGenerator<StoredCard[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.send(
      new ScanCommand({
        TableName: tableName(),
        IndexName: 'second',
        FilterExpression: '#sk = :card',
        ExpressionAttributeNames: { '#sk': 'sk' },
        ExpressionAttributeValues: { ':card': 'CARD' },
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    yield Items.flatMap((item) => CARD.find(itemOf(item)) ?? []);
    start = LastEvaluatedKey;
    if (start) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  } while (start !== undefined);
}

const merchants = new Map<string, Promise<{ timeZone: string; digestKey: string } | undefined>>();

/** Of a merchant that does not exist any more nothing is judged. */
async function isLongExpired(card: StoredCard, { expiredMonths, now }: PurgePlan): Promise<boolean> {
  const known = merchants.get(card.merchantId) ?? readMerchant(card.merchantId);
  merchants.set(card.merchantId, known);
  const merchant = await known;
  if (merchant === undefined) return false;
  const { timeZone, digestKey } = merchant;
  const last = shiftMonth(monthAt(now, timeZone), -expiredMonths);
  return monthsBetween(card.expirySince, last).some((month) =>
    isTagOf(card.expiryTag, month, { cardId: card.id, digestKey }),
  );
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

/** False if the card was deleted or taken into use since it was read. */
async function deleteCard({ merchantId, id }: StoredCard, now: Date): Promise<boolean> {
  return (await commit(writeCardDeletion(merchantId, id, now))).kind === 'committed';
}
