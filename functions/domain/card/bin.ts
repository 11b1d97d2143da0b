// What the first digits of a card tell, by a list of ranges: the longest prefix decides, and what is not
// known, or differs between the cards of the same digits, stays unknown (cards.md 8).

export const CARD_TYPES = ['credit', 'debit'] as const;
export const LISTED_ASSOCIATIONS = ['VISA', 'MASTERCARD', 'TROY', 'AMEX', 'UNIONPAY', 'JCB'] as const;

/** An absent fact is not known. */
export type BinFacts = {
  /** The bank's four digits in Turkish payment systems: `0064`. Present only for cards of Turkish banks. */
  bankCode?: string;
  bankName?: string;
  type?: (typeof CARD_TYPES)[number];
  association?: (typeof LISTED_ASSOCIATIONS)[number];
  family?: string;
  commercial?: boolean;
};
const FACTS = ['bankCode', 'bankName', 'type', 'association', 'family', 'commercial'] as const;

/** Prefixes of six or eight digits that tell the same. */
export type BinRange = BinFacts & { prefixes: string[] };

export const WIDE_BIN_DIGITS = 6;
export const FULL_BIN_DIGITS = 8;

/** A prefix of six or eight digits. */
export const isBin = (text: string) => /^[0-9]{6}(?:[0-9]{2})?$/.test(text);

/** The facts in which all of them agree. */
export function agreedFacts([first = {}, ...others]: readonly BinFacts[]): BinFacts {
  const agreed = FACTS.filter((name) => others.every((one) => one[name] === first[name]));
  return Object.fromEntries(agreed.flatMap((name) => (name in first ? [[name, first[name]]] : [])));
}

/** The names of the facts in which two of them differ. */
export const differingFacts = (one: BinFacts, other: BinFacts) =>
  FACTS.filter((name) => one[name] !== other[name]);

/**
 * `ranges`: all of the same six digits. Undefined if none covers the digits. Of six digits, only what is the
 * same for every card that begins with them is known.
 */
export function factsOf(
  ranges: readonly BinRange[],
  bin: string,
): { prefix: string; facts: BinFacts } | undefined {
  const withPrefix = (prefix: string) => ranges.find(({ prefixes }) => prefixes.includes(prefix));
  const wide = bin.slice(0, WIDE_BIN_DIGITS);
  const [own, wider] = [withPrefix(bin), withPrefix(wide)];
  if (bin.length === FULL_BIN_DIGITS && own) return { prefix: bin, facts: own };
  if (wider === undefined) return undefined;
  return { prefix: wide, facts: bin === wide ? agreedFacts(ranges) : wider };
}

/** An imported list. The table has places for three, so that an import spares both of these. */
export type ImportedList = { listVersion: number; place: number; prefixes: number; importedAt: string };
export type BinList = {
  /** The version of the last import that began. */
  begun: number;
  /** The caller that began it: two may begin at once. */
  begunBy: string;
  current?: ImportedList;
  /** The list before, to which an operator can go back. */
  previous?: ImportedList;
};

export const BIN_PLACES = [0, 1, 2] as const;

/** A place that holds neither the current list nor the previous one. */
export function freePlace({ current, previous }: Partial<BinList>): number {
  return BIN_PLACES.find((place) => place !== current?.place && place !== previous?.place) ?? 0;
}
