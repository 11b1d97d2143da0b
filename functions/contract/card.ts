// Stored cards on the wire (cards.md 1 and 2): number and expiry come in and never go out.
import * as z from 'zod/mini';
import {
  MAX_CARD_DIGITS,
  MIN_CARD_DIGITS,
  passesLuhn,
  readExpiryMonth,
  readExpiryYear,
  withoutSeparators,
} from '#domain/card/card.ts';
import { expiryStatus, monthAt } from '#domain/card/card-expiry.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import { Rejection } from '#domain/rejection.ts';
import { cardFreeText } from './field/card-free-text.ts';
import { clearable } from './field/clearable.ts';
import {
  type FieldContext,
  field,
  fields,
  flag,
  id,
  optional,
  problem,
  shaped,
  TYPES,
  text,
  transformed,
  withDefault,
} from './field/field.ts';
import { listQuery } from './field/list.ts';

const cardNumber = () =>
  field((value, context) => {
    if (typeof value !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    const digits = withoutSeparators(value);
    const expected = { tr: 'kartın üzerindeki numara', en: 'the number as it stands on the card' };
    if (digits === '') return problem(context, 'REQUIRED');
    if (!/^[0-9]+$/.test(digits)) return problem(context, 'INVALID_FORMAT', { expected });
    if (digits.length < MIN_CARD_DIGITS) return problem(context, 'TOO_SHORT', { min: MIN_CARD_DIGITS });
    if (digits.length > MAX_CARD_DIGITS) return problem(context, 'TOO_LONG', { max: MAX_CARD_DIGITS });
    return passesLuhn(digits) ? digits : problem(context, 'INVALID_FORMAT', { expected });
  });

const expiryMonth = () =>
  transformed(text(1, 16), (value, context) => {
    if (!/^[0-9]{1,2}$/.test(value)) {
      return problem(context, 'INVALID_FORMAT', { expected: { tr: '07 gibi', en: 'like 07' } });
    }
    return readExpiryMonth(value) ?? problem(context, 'OUT_OF_RANGE', { min: '01', max: '12' });
  });

const expiryYear = () =>
  transformed(text(1, 16), (value, context) => {
    const expected = { tr: '29 veya 2029 gibi', en: 'like 29 or 2029' };
    return readExpiryYear(value) ?? problem(context, 'INVALID_FORMAT', { expected });
  });

const [cardAlias, ownerName] = [() => cardFreeText(1, 64), () => cardFreeText(0, 100)];

/** The body of POST /api/card. */
export const createCardBody = () =>
  fields({
    cardAlias: cardAlias(),
    ownerName: optional(ownerName()),
    cardNumber: cardNumber(),
    expiryMonth: expiryMonth(),
    expiryYear: expiryYear(),
    saveCard: withDefault(flag(), true),
    forceCvv: withDefault(flag(), false),
    customerId: optional(id()),
  });
export type CreateCardBody = z.infer<ReturnType<typeof createCardBody>>;

/** Throws CARD_NUMBER_IMMUTABLE. */
function refuseCardNumber(input: unknown): unknown {
  const { cardNumber: sent } = (input ?? {}) as { cardNumber?: unknown };
  if (sent !== undefined && sent !== null) throw new Rejection('CARD_NUMBER_IMMUTABLE');
  return input;
}

/**
 * The body of PUT /api/card/{id}: what it leaves out stays as it is; an `ownerName` that is empty or null is
 * removed; the expiry comes whole or not at all.
 */
export const updateCardBody = () =>
  z.pipe(
    z.transform(refuseCardNumber),
    transformed(
      fields({
        cardAlias: optional(cardAlias()),
        ownerName: clearable(ownerName()),
        forceCvv: optional(flag()),
        expiryMonth: optional(expiryMonth()),
        expiryYear: optional(expiryYear()),
      }),
      ({ expiryMonth: month, expiryYear: year, ...rest }, context) => {
        if (month !== undefined && year !== undefined) {
          return { ...rest, expiry: { expiryMonth: month, expiryYear: year } };
        }
        if (month !== undefined) missingField(context, 'expiryYear');
        if (year !== undefined) missingField(context, 'expiryMonth');
        return { ...rest, expiry: undefined };
      },
    ),
  );
export type UpdateCardBody = z.infer<ReturnType<typeof updateCardBody>>;

const missingField = (context: FieldContext, name: string) => problem(context, 'REQUIRED', {}, name);

/** The query of GET /api/card/query: an alias, a BIN or both. */
export const cardQuery = () =>
  transformed(
    fields({
      alias: optional(text(1, 64)),
      bin: optional(shaped(/^[0-9]{6}$/, 64, { tr: 'kartın ilk altı rakamı', en: 'six digits' })),
      customerId: optional(id()),
      ...listQuery(),
    }),
    (query, context) => {
      if (query.alias !== undefined || query.bin !== undefined) return query;
      for (const name of ['alias', 'bin']) missingField(context, name);
      return z.NEVER;
    },
  );

/** Whom a card is shown to: its expiry's status takes the merchant's own key and calendar. */
type CardReader = { digestKey: string; timeZone: string };

export function showCard(card: StoredCard, { digestKey, timeZone }: CardReader, now: Date) {
  return {
    id: card.id,
    cardAlias: card.cardAlias,
    ownerName: card.ownerName ?? null,
    maskedCardNumber: card.maskedCardNumber,
    bin: card.bin,
    lastFour: card.lastFour,
    cardAssociation: card.cardAssociation,
    expiryStatus: expiryStatus(card, monthAt(now, timeZone), { cardId: card.id, digestKey }),
    forceCvv: card.forceCvv,
    isTemporary: card.expiresAt !== undefined,
    customerId: card.customerId ?? null,
    fingerprint: card.fingerprint,
    createdAt: card.createdAt,
    updatedAt: card.updatedAt,
  };
}
