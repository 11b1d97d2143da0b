// Opens the copies of all cards in a table that came from a lost account, and stores each card under the keys
// of this stage: number and newest expiry, fingerprint, tag of the expiry. Ids stay, so merchants and plans
// go on with them. It can be repeated: a card whose fingerprint is of the new key is done.
import type { KeyObject } from 'node:crypto';
import type { CardDetails } from '#domain/card/card.ts';
import { expiryTag } from '#domain/card/card-expiry.ts';
import { isCardLive } from '#domain/card/stored-card.ts';
import { object, text } from '#domain/shape.ts';
import { CARD, SEALED_CARD, type SealedCardItem, type StoredCardItem } from '#store/card/card.ts';
import { writePaidCardNumber } from '#store/card/card-numbers.ts';
import { loadRecurringPayment, writeCardReplacement } from '#store/recurring-payment/recurring-payment.ts';
import { change, commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { sealedCardKey } from '#store/table/keys.ts';
import { getItems } from '#store/table/table.ts';
import { cardFingerprint, sealCard } from '#vault/card.ts';
import { copyKeyOf, openCopy } from '#vault/card-copy.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';
import { everyCard } from './every-card.ts';

type Key = { privateKey: KeyObject; keyId: string };
type Left = Pick<StoredCardItem, 'merchantId' | 'id' | 'maskedCardNumber'> & { why: string };
type Recovery = { opened: number; stored: number; storedBefore: number; left: Left[] };

const NUMBER = object({ number: text, month: text, year: text });
const EXPIRY = object({ month: text, year: text });

/** So many wait for KMS and the table at a time. */
const AT_ONCE = 20;

/** Without `isConfirmed` the cards are opened and counted, and nothing is written. */
export async function recoverCards(key: Key, isConfirmed: boolean, now: Date): Promise<Recovery> {
  const recovery: Recovery = { opened: 0, stored: 0, storedBefore: 0, left: [] };
  for await (const cards of everyCard()) {
    const live = cards.filter((card) => isCardLive(card, now));
    for (let at = 0; at < live.length; at += AT_ONCE) {
      await recoverSome(live.slice(at, at + AT_ONCE), { ...key, isConfirmed, recovery });
    }
  }
  return recovery;
}

async function recoverSome(cards: readonly StoredCardItem[], work: Work): Promise<void> {
  const rows = await getItems(cards.map(({ merchantId, id }) => sealedCardKey(merchantId, id)));
  await Promise.all(
    cards.map(async (card, at) => {
      const { merchantId, id, maskedCardNumber } = card;
      try {
        await recoverCard(card, SEALED_CARD.find(rows[at]), work);
      } catch (error) {
        // One card must not keep the others from being opened. The reason has no part of a card.
        const why = error instanceof NotOpened ? error.message : `failed: ${(error as Error).name}`;
        work.recovery.left.push({ merchantId, id, maskedCardNumber, why });
      }
    }),
  );
}

class NotOpened extends Error {}

type Work = Key & { isConfirmed: boolean; recovery: Recovery };

async function recoverCard(card: StoredCardItem, row: SealedCardItem | undefined, work: Work) {
  const { merchantId, id: cardId } = card;
  if (row === undefined) throw new NotOpened('has no ciphertext');
  const details = openRow(row, { merchantId, cardId }, work);
  work.recovery.opened += 1;
  const fingerprint = await cardFingerprint(details.cardNumber, merchantId);
  if (fingerprint === card.fingerprint) work.recovery.storedBefore += 1;
  else if (work.isConfirmed) {
    await storeAgain(card, row, { ...details, fingerprint });
    work.recovery.stored += 1;
  }
}

type Ids = { merchantId: string; cardId: string };

function openRow(
  { sealed, sealedExpiry }: SealedCardItem,
  ids: Ids,
  { privateKey, keyId }: Key,
): CardDetails {
  const open = (stored: Uint8Array, more: Record<string, string> = {}) => {
    const copiedFor = copyKeyOf(stored);
    if (copiedFor !== keyId) {
      throw new NotOpened(copiedFor === undefined ? 'has no copy' : `has a copy for the key ${copiedFor}`);
    }
    try {
      return openCopy(stored, { purpose: 'card', ...ids, ...more }, privateKey);
    } catch {
      throw new NotOpened('has a copy that does not open');
    }
  };
  const { number, ...first } = NUMBER.read(open(sealed), 'copy');
  const { month, year } = sealedExpiry ? EXPIRY.read(open(sealedExpiry, { part: 'expiry' }), 'copy') : first;
  return { cardNumber: number, expiryMonth: month, expiryYear: year };
}

/** One transaction for a card and its plans, whose tries are counted by its fingerprint. */
async function storeAgain(card: StoredCardItem, row: SealedCardItem, { fingerprint, ...details }: Opened) {
  const { merchantId, id: cardId, usedBy = new Set() } = card;
  const [sealed, digestKey, ...plans] = await Promise.all([
    sealCard(details, { merchantId, cardId }),
    merchantKeyOf(merchantId),
    ...[...usedBy].map((id) => loadRecurringPayment(merchantId, id)),
  ]);
  const month = `${details.expiryYear}-${details.expiryMonth}`;
  const tagged = CARD.attributes({ fingerprint, expiryTag: expiryTag(month, { cardId, digestKey }) });
  const writes = [
    change('card', card, tagged),
    change('sealed-card', row, { sealed }, row.sealedExpiry ? ['sealedExpiry'] : []),
    // The former fingerprint, which matches no number any more, keeps its place behind the mask.
    writePaidCardNumber({ ...card, fingerprint }),
    ...plans.flatMap((plan) => (plan ? writeCardReplacement(plan, unchangedStep(plan), fingerprint) : [])),
  ];
  const result = await commitWithRetry(() => commit(writes));
  if (result.kind === 'conflict') throw new NotOpened('was changed meanwhile: repeat the command');
}

type Opened = CardDetails & { fingerprint: string };
type Plan = NonNullable<Awaited<ReturnType<typeof loadRecurringPayment>>>;
const unchangedStep = ({ record }: Plan) => ({
  record: { ...record, version: record.version + 1 },
  closedPeriods: [],
});
