// POST /api/card: stores a card: its ciphertext, and the fields that may be shown (cards.md 1).
import { randomBytes } from 'node:crypto';
import { type CreateCardBody, createCardBody } from '#contract/card.ts';
import { showCard } from '#contract/card-answer.ts';
import { CARD_NAMES } from '#contract/field/answer-names.ts';
import { withoutSecurityCode } from '#contract/field/security-code.ts';
import { monthAt, requireNotExpired } from '#domain/card/card-expiry.ts';
import { type StoredCard, storedCard, TEMPORARY_CARD_MS } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { makeUuid } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Caller } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';
import { newAnswerSecret } from '#http/idempotency/answer-seal.ts';
import { writeNewCard } from '#store/card/card.ts';
import { CARD_NUMBERS, findMaskLimit, type MaskLimit, writeCardNumber } from '#store/card/card-numbers.ts';
import { CARD_OWNERS } from '#store/card/customer-cards.ts';
import { loadCustomer } from '#store/customer.ts';
import { type CommitConflict, conflictOn } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { cardFingerprint, sealCard } from '#vault/card.ts';

const CREATED = { tr: 'Kart kaydedildi.', en: 'The card was stored.' };

const CONTRACT = {
  scope: 'cards:raw' as const,
  body: createCardBody,
  answer: CARD_NAMES,
  without: withoutSecurityCode,
  owners: CARD_OWNERS,
};

export const handler = endpoint(CONTRACT, async ({ caller, body, now, commit }) => {
  requireNotExpired(body, monthAt(now, caller.timeZone));
  const { merchantId } = caller;
  const cardId = makeUuid(now.getTime(), randomBytes);
  // The card is encrypted before anything is written, so that a crash leaves nothing behind.
  const [sealed, fingerprint] = await Promise.all([
    sealCard(body, { merchantId, cardId }),
    cardFingerprint(body.cardNumber, merchantId),
    body.customerId === undefined ? undefined : requireCustomer(merchantId, body.customerId),
  ]);
  const card = newCard(caller, body, { id: cardId, fingerprint }, now);
  const owner = { id: card.id, secret: card.answerSecret };
  const answer = { status: 201 as const, message: CREATED, data: showCard(card, caller, now), owner };
  // A concurrent request may store the same number for the same customer: both succeed.
  const store = async (limit?: MaskLimit) => {
    const writes = [writeCardNumber(card, limit), ...writeNewCard(card, sealed)];
    return await commitWithRetry(() => commit(writes, answer));
  };
  const first = await store();
  // The condition of the first write uses the smallest limit. Numbers that have paid raise the limit.
  const result = first.kind === 'conflict' ? await store(await limitAfter(first, merchantId)) : first;
  // Another request has stored a number behind the same mask meanwhile.
  if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
  return answer;
});

/**
 * The raised limit. Throws if the conflict is not about the numbers behind the mask, or if the mask is full.
 */
async function limitAfter(conflicted: CommitConflict, merchantId: string): Promise<MaskLimit> {
  const row = conflictOn(conflicted, CARD_NUMBERS)?.found;
  if (row === undefined) throw new Rejection('CONCURRENT_UPDATE');
  const limit = await findMaskLimit(merchantId, row);
  if (limit !== undefined) return limit;
  log('warn', 'too many card numbers behind one mask', { merchantId });
  measure({ CardNumbersRefused: 1 }, { merchantId });
  throw new Rejection('CARD_NUMBER_LIMIT_REACHED').at('cardNumber');
}

async function requireCustomer(merchantId: string, customerId: string): Promise<void> {
  const customer = await loadCustomer(merchantId, customerId);
  if (customer === undefined) throw new Rejection('CUSTOMER_NOT_FOUND').at('customerId');
}

type CreatedCard = Pick<StoredCard, 'id' | 'fingerprint'>;

function newCard(caller: Caller, body: CreateCardBody, identity: CreatedCard, now: Date): StoredCard {
  const { cardAlias, ownerName, customerId, metadata, forceCvv, saveCard } = body;
  const named = {
    ...identity,
    cardAlias,
    forceCvv,
    ...defined({ ownerName, customerId, metadata }),
  };
  const expiresAt = new Date(now.getTime() + TEMPORARY_CARD_MS).toISOString();
  const card = {
    ...storedCard(caller, body, named, now),
    answerSecret: newAnswerSecret(),
    createdBy: caller.keyId,
  };
  return { ...card, ...(!saveCard && { expiresAt }) };
}
