// DELETE /api/card/{id}: deletes a card's ciphertext; objects that refer to the card keep the masked number
// (cards.md 4.4).
import { withoutSecurityCode } from '#contract/field/security-code.ts';
import { cardInUse, isCardLive, type StoredCard } from '#domain/card/stored-card.ts';
import { isUuid } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import { rejectionOf } from '#http/conflict.ts';
import { endpoint } from '#http/endpoint.ts';
import { CARD } from '#store/card/card.ts';
import { writeCardDeletion } from '#store/card/card-deletion.ts';

const DELETED = { tr: 'Kart silindi.', en: 'The card was deleted.' };

export const handler = endpoint(
  { scope: 'cards', without: withoutSecurityCode },
  async ({ caller, path, now, commit }) => {
    const id = path['id'] ?? '';
    if (!isUuid(id)) throw new Rejection('CARD_NOT_FOUND');
    const answer = { message: DELETED, data: { id, deleted: true } };
    const result = await commit(writeCardDeletion(caller.merchantId, id, now), answer);
    if (result.kind === 'conflict') throw rejectionOf(result, CARD, (found) => whyNotDeleted(found, now));
    return answer;
  },
);

function whyNotDeleted(found: StoredCard | undefined, now: Date): Rejection {
  if (found === undefined || !isCardLive(found, now)) return new Rejection('CARD_NOT_FOUND');
  return cardInUse(found);
}
