// PUT /api/card/{id}: changes alias, owner's name, CVV rule or expiry; never the number (cards.md 4).
import { type UpdateCardBody, updateCardBody } from '#contract/card.ts';
import { setOfCard, showCard } from '#contract/card-answer.ts';
import { CARD_NAMES } from '#contract/field/answer-names.ts';
import { withoutSecurityCode } from '#contract/field/security-code.ts';
import { expiryTag, monthAt, requireNotExpired } from '#domain/card/card-expiry.ts';
import { cardInUse, isCardLive, type StoredCard } from '#domain/card/stored-card.ts';
import { isUuid } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import { onCardUpdated } from '#flows/recurring-payment/command.ts';
import type { Caller } from '#http/caller.ts';
import { rejectionOf } from '#http/conflict.ts';
import { endpoint } from '#http/endpoint.ts';
import { isUnchanged } from '#http/fields/record-fields.ts';
import { newAnswerSecret } from '#http/idempotency/answer-seal.ts';
import { CARD, loadCard, writeCardChange } from '#store/card/card.ts';
import { CARD_OWNERS } from '#store/card/customer-cards.ts';
import { sealCardExpiry } from '#vault/card.ts';

const UPDATED = { tr: 'Kart güncellendi.', en: 'The card was updated.' };

const CONTRACT = {
  scope: 'cards' as const,
  body: updateCardBody,
  answer: CARD_NAMES,
  without: withoutSecurityCode,
  owners: CARD_OWNERS,
};

/** The stored number is refused too: an answer that tells it from others would let a caller try them. */
function numberImmutable() {
  const { accepts } = updateCardBody();
  const knownNames = accepts.kind === 'object' ? Object.keys(accepts.fields) : [];
  return new Rejection('CARD_NUMBER_IMMUTABLE', { knownNames }).at('cardNumber');
}

export const handler = endpoint(
  CONTRACT,
  async ({ caller, path, body: sent, now, requireRecord, commit }) => {
    const { merchantId } = caller;
    const { cardNumber: sentNumber, ...body } = sent;
    const { expiry } = body;
    const id = path['id'] ?? '';
    if (expiry) requireNotExpired(expiry, monthAt(now, caller.timeZone));
    if (!isUuid(id)) throw new Rejection('CARD_NOT_FOUND');
    const [card, sealedExpiry] = await Promise.all([
      loadCard(merchantId, id, now),
      expiry && sealCardExpiry(expiry, { merchantId, cardId: id }),
    ]);
    if (card === undefined) throw new Rejection('CARD_NOT_FOUND');
    if (sentNumber !== undefined && sentNumber !== card.maskedCardNumber) throw numberImmutable();
    const before = showCard(card, caller, now);
    requireRecord(setOfCard(card));
    if (body.forceCvv && card.usedBy) throw cardInUse(card).at('forceCvv');
    const asSent = changedCard(card, body, caller, now);
    const isSame = expiry === undefined && isUnchanged(before, showCard(asSent, caller, now));
    if (isSame) return answerOf(card, caller, now);
    const changed = { ...asSent, changedBy: caller.keyId };
    const answer = answerOf(changed, caller, now);
    const isRenewed = changed.expiryTag !== card.expiryTag;
    const tried = expiry && (await onCardUpdated(card, isRenewed, now));
    const writes = [...writeCardChange(card, changed, sealedExpiry), ...(tried?.writes ?? [])];
    const result = await commit(writes, answer);
    if (result.kind === 'conflict')
      throw rejectionOf(result, CARD, (found) => whyNotChanged(found, body, now));
    await tried?.schedule();
    return answer;
  },
);

type CardChange = Omit<UpdateCardBody, 'cardNumber'>;

const answerOf = (card: StoredCard, caller: Caller, now: Date) => ({
  message: UPDATED,
  data: showCard(card, caller, now),
  owner: { id: card.id, secret: card.answerSecret },
});

function changedCard(read: StoredCard, body: CardChange, caller: Caller, now: Date): StoredCard {
  const { cardAlias = read.cardAlias, forceCvv = read.forceCvv, expiry } = body;
  const { ownerName: nameBefore, metadata: metadataBefore, blocked, deletionPlannedAt: _, ...rest } = read;
  const ownerName = body.ownerName === undefined ? nameBefore : body.ownerName;
  const metadata = body.metadata === undefined ? metadataBefore : body.metadata;
  const { answerSecret = newAnswerSecret() } = read;
  return {
    ...rest,
    answerSecret,
    cardAlias,
    forceCvv,
    ...(ownerName && { ownerName }),
    ...(metadata && { metadata }),
    ...(blocked && !expiry && { blocked }),
    ...(expiry && {
      expiryTag: expiryTag(`${expiry.expiryYear}-${expiry.expiryMonth}`, {
        cardId: read.id,
        digestKey: caller.digestKey,
      }),
      expirySince: monthAt(now, caller.timeZone),
    }),
    updatedAt: now.toISOString(),
  };
}

/** The reason of a conflict. Undefined for any other concurrent change, after which the caller may retry. */
function whyNotChanged(found: StoredCard | undefined, body: CardChange, now: Date): Rejection | undefined {
  if (found === undefined || !isCardLive(found, now)) return new Rejection('CARD_NOT_FOUND');
  if (found.usedBy && body.forceCvv) return cardInUse(found).at('forceCvv');
  return undefined;
}
