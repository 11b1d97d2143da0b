// The card scheme by the first digits of the number (prefixes are assigned under ISO/IEC 7812). A longer
// prefix takes precedence over a shorter one, because schemes lend each other small ranges inside large ones.

/**
 * Ranges as `from-to`, both ends included and of equal length, or single prefixes.
 * TROY owns 9792. TROY cards that also work abroad are inside Discover's 65; a number in 65 that is not
 * listed here is a Discover card. Some ranges inside 4 and 5 belong to schemes of other countries (Elo,
 * Naranja, Maestro), whose cards are neither VISA nor MASTERCARD.
 */
const PREFIXES = {
  VISA: '4',
  MASTERCARD: '51-55 2221-2720',
  AMEX: '34 37',
  TROY: `9792
    650052 650082-650083 650092 650161 650170 650173 650175 650268 650271 650273-650274 650456-650457
    650836 650846-650850 650923 650987 650990 654997 657366 657998 658758 658767-658768
    65083700-65083704 65085800-65085804 65085900-65085901 65086000 65086100-65086105 65086200-65086203
    65875000-65875003 65875009 65875101-65875104 65875200 65875501 65875601 65875900
    65876000-65876002 65876100-65876103 65876110 65876115-65876116 65876200-65876201 65876500
    65876504-65876505 65876600-65876602 65877100-65877101 65877600-65877602 65877700 65877801-65877802
    65878200-65878202 65878300-65878311 65878400-65878405 65878500-65878505 65878600-65878601 65879800
    65880800 65880900`,
  OTHER: '401178-401179 402918 431274 438935 451416 457393 457631-457632 493698 527572',
} as const;

export type CardAssociation = keyof typeof PREFIXES;
export const CARD_ASSOCIATIONS = ['VISA', 'MASTERCARD', 'AMEX', 'TROY', 'OTHER'] as const;

/** Brands that buyers know and that pages do not accept, so that a page can name them. */
const REFUSED_PREFIXES = {
  Discover: '6011 644-649 65',
  Maestro: '5018 5020 5038 5893 6304 6759 6761-6763',
  UnionPay: '62 81',
  JCB: '3528-3589',
  'Diners Club': '300-305 3095 36 38-39',
  Mir: '2200-2204',
} as const;
export type RefusedBrand = keyof typeof REFUSED_PREFIXES;

/**
 * A table as one text for the script in the browser: `VISA 4;AMEX 34 7;...`; a name has no space there.
 * Of each number stands the end from the first digit that differs from the number before it. The longer
 * numbers come last.
 */
const tableText = (table: Record<string, string>) =>
  Object.entries(table)
    .map(([brand, ranges]) => {
      let last = '';
      const endOf = (number: string) => {
        let same = 0;
        while (last.length === number.length && last[same] === number[same]) same += 1;
        last = number;
        return number.slice(Math.min(same, number.length - 1));
      };
      const sorted = ranges.split(/\s+/).sort((one, other) => lengthOf(one) - lengthOf(other));
      const ends = sorted.map((range) => range.split('-').map(endOf).join('-'));
      return [brand.replace(' ', '_'), ...ends].join(' ');
    })
    .join(';');

const lengthOf = (range: string) => range.split('-')[0]?.length ?? 0;

export const prefixText = () => tableText(PREFIXES);
export const refusedPrefixText = () => tableText(REFUSED_PREFIXES);

type Prefix<Brand extends string> = { brand: Brand; length: number; from: number; to: number };

let longestFirst: readonly Prefix<CardAssociation>[] | undefined;
let refusedFirst: readonly Prefix<RefusedBrand>[] | undefined;

/** Parsed on first use, because most functions that handle cards never need a card's scheme. */
export function longestPrefixesFirst(): readonly Prefix<CardAssociation>[] {
  longestFirst ??= readTable(PREFIXES);
  return longestFirst;
}

export function refusedPrefixesFirst(): readonly Prefix<RefusedBrand>[] {
  refusedFirst ??= readTable(REFUSED_PREFIXES);
  return refusedFirst;
}

function readTable<Brand extends string>(table: Record<Brand, string>): Prefix<Brand>[] {
  return (Object.keys(table) as Brand[])
    .flatMap((brand) => table[brand].split(/\s+/).map((range) => readRange(brand, range)))
    .sort((one, other) => other.length - one.length);
}

function readRange<Brand extends string>(brand: Brand, range: string): Prefix<Brand> {
  const [from = '', to = from] = range.split('-');
  return { brand, length: from.length, from: Number(from), to: Number(to) };
}

/** The scheme of a card number, or of its first digits if they are sufficient. */
export function cardAssociation(cardNumber: string): CardAssociation {
  const match = longestPrefixesFirst().find(({ length, from, to }) => {
    const prefix = Number(cardNumber.slice(0, length));
    return cardNumber.length >= length && prefix >= from && prefix <= to;
  });
  return match?.brand ?? 'OTHER';
}
