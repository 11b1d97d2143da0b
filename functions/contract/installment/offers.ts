// The installments that an order is offered, and why others are not, in queries and responses
// (installments.md 1).
import type * as z from 'zod/mini';
import { FULL_BIN_DIGITS, isBin } from '#domain/card/bin.ts';
import { CATEGORIES } from '#domain/installment/caps.ts';
import {
  ANY_COUNT,
  type InstallmentOffer,
  type MissingCount,
  type OfferedOrder,
  type OffersOfFamily,
  splitAmount,
} from '#domain/installment/offer.ts';
import type { Language } from '#domain/language.ts';
import { toDecimal } from '#domain/money.ts';
import { BIN_WORDS, type BinAnswer, showBin } from '../bin.ts';
import {
  amount,
  currency,
  field,
  fields,
  id,
  notText,
  oneOf,
  optional,
  problem,
  transformed,
  withDefault,
} from '../field/field.ts';
import { showRule } from './cap-rule.ts';

const BIN_ONLY = { tr: `yalnızca ${BIN_WORDS.tr}`, en: `only ${BIN_WORDS.en}` };

const bin = () =>
  field({ kind: 'bin' }, (value, context) => {
    if (typeof value !== 'string') return notText(context);
    if (isBin(value)) return value;
    return value.length > FULL_BIN_DIGITS
      ? problem(context, 'TOO_LONG', { expected: BIN_ONLY })
      : problem(context, 'INVALID_FORMAT', { expected: BIN_WORDS });
  });

const ONE_CARD = {
  tr: 'kart `cardStorageId` ile soruluyor; yalnızca birini gönderin',
  en: 'the card is asked about by `cardStorageId`; send one of them',
};

/** One card is named by its first digits or, if it is stored, by its id. */
export const offersQuery = () =>
  transformed(
    fields({
      amount: amount(),
      currency: withDefault(currency(), 'TRY'),
      bin: optional(bin()),
      cardStorageId: optional(id()),
      category: optional(oneOf(CATEGORIES)),
    }),
    (query, context) =>
      query.bin !== undefined && query.cardStorageId !== undefined
        ? problem(context, 'NOT_APPLICABLE', { purpose: ONE_CARD }, 'bin')
        : query,
  );
type OffersQuery = z.infer<ReturnType<typeof offersQuery>>;

/** The order that a query asks about. */
export const orderOf = ({ amount, currency, category }: OffersQuery): OfferedOrder => ({
  amountMinor: amount,
  currency,
  installments: ANY_COUNT,
  ...(category && { category }),
});

type OffersQuestion = { query: OffersQuery; card: BinAnswer | undefined; language: Language };

export function showOffers(families: readonly OffersOfFamily[], { query, card, language }: OffersQuestion) {
  return {
    amount: toDecimal(query.amount),
    currency: query.currency,
    category: query.category ?? null,
    card: card ? showBin(card) : null,
    families: families.map(({ family, offers, missing }) => ({
      family: family ?? null,
      offers: offers.map(showOffer),
      missing: missing.map((one) => showMissing(one, language)),
    })),
  };
}

const showOffer = ({ count, chargedMinor, surchargeMinor, bearer }: InstallmentOffer) => ({
  installment: count,
  /** The exact smallest month; if the months are not equal, the first ones are 0.01 more. */
  monthlyAmount: toDecimal(splitAmount(chargedMinor, count).at(-1) ?? chargedMinor),
  chargedAmount: toDecimal(chargedMinor),
  surchargeAmount: toDecimal(surchargeMinor),
  surchargeBearer: bearer ?? null,
});

const WHY: Record<MissingCount['why'], Record<Language, string>> = {
  currency: { tr: 'Taksit yalnızca TRY ile yapılabilir.', en: 'Installments are possible for TRY only.' },
  unknownCard: {
    tr: 'Kart, Türk bankalarının bilinen kredi kartlarından değil: tek çekim yapılabilir.',
    en: 'The card is not a known credit card of a Turkish bank: it can be paid at once.',
  },
  debit: {
    tr: 'Banka kartına taksit yapılamaz: tek çekim veya kredi kartı kullanılabilir.',
    en: 'A debit card cannot be split: it can be paid at once, or with a credit card.',
  },
  family: {
    tr: 'Sanal POS bu kart ailesine taksit yapamaz.',
    en: 'The virtual POS does not split this card family.',
  },
  table: {
    tr: 'Taksit tablonuzda bu aile için bugün geçerli böyle bir satır yok.',
    en: 'Your table has no such count for this family that is valid today.',
  },
  cap: { tr: 'Yasal taksit sınırını aşıyor.', en: 'It is more than the law allows.' },
  minimum: {
    tr: 'Tutar, tablonuzdaki en küçük tutarın altında.',
    en: 'The amount is below the minimum of your table.',
  },
  amount: {
    tr: 'Aylık tutar 0,01’in altında kalır veya toplam ödeme sınırını aşar.',
    en: 'A month would be below 0.01, or the total above the limit of a payment.',
  },
};

const showMissing = ({ count, why, limit, rule, minimumMinor }: MissingCount, language: Language) => ({
  installment: count,
  reason: why,
  message: WHY[why][language],
  maxInstallment: limit ?? null,
  rule: rule === undefined ? null : showRule(rule),
  minimumAmount: minimumMinor === undefined ? null : toDecimal(minimumMinor),
});
