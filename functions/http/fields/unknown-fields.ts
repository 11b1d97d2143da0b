// Refuses unknown names (api.md 2.6 and 4.10). If an unknown filter were ignored, a list would return the
// data of other persons; if an unknown limit were ignored, nothing would be limited.

import type { Accepts } from '#contract/field/accepts.ts';
import { isUnsetText } from '#contract/field/unset.ts';
import { IN_LIRA, type OtherWords, WORDS_OF_MINOR_UNITS } from '#contract/words/other-words.ts';
import { cardFieldNamed, foldedName, namesCardData } from '#domain/card/card-names.ts';
import { defined } from '#domain/defined.ts';
import { type FieldHint, type FieldProblem, MOST_PROBLEMS } from '#domain/field-problem.ts';
import { isJsonObject, spelledNumber } from '#domain/json-number.ts';
import type { Language } from '#domain/language.ts';
import { Rejection } from '#domain/rejection.ts';
import { caseless } from '#domain/text/turkish-fold.ts';
import { unicodePattern } from '#domain/text/unicode-pattern.ts';

type KnownFields = Readonly<Record<string, { accepts: Accepts }>>;
type UnknownField = {
  path: string;
  name: string;
  known: readonly string[];
  words?: OtherWords;
  value?: unknown;
};

const fieldsOf = (accepts: Accepts | undefined): KnownFields =>
  accepts?.kind === 'object' ? accepts.fields : {};

const wordsOf = (accepts: Accepts | undefined) =>
  accepts?.kind === 'object' ? defined({ words: accepts.words }) : {};

/** Known names as the documents write them, by their spelling without case (api.md 2.6 and 4.10). */
export const byCaselessName = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [caseless(name), name]));

type Sent = Record<string, readonly string[] | undefined>;

/**
 * The values of the parameters that are given and not empty; `sentAs`: the other name of those that were sent
 * under it. A parameter with two values is a set of them, which no field accepts. Throws UNKNOWN_PARAMETER.
 */
export function readParameters(
  accepts: Accepts | undefined,
  query: Sent,
): { values: Record<string, unknown>; sentAs: Record<string, string> } {
  const parameters = Object.entries(fieldsOf(accepts)).map(([name, field]) => ({
    name,
    names: [name, field.accepts.otherName ?? name],
  }));
  const known = [...new Set(parameters.flatMap(({ names }) => names))];
  const sentValues = new Map<string, string[]>();
  const ours = byCaselessName(known);
  for (const [written, values = []] of Object.entries(query)) {
    const name = ours.get(caseless(written)) ?? written;
    sentValues.set(name, [...(sentValues.get(name) ?? []), ...values]);
  }
  const unknown = [...sentValues.keys()].filter((name) => name !== '' && !known.includes(name));
  if (unknown.length > 0) {
    throw unknownNames(
      'UNKNOWN_PARAMETER',
      unknown.map((name) => ({ path: '', name, known, ...wordsOf(accepts) })),
    );
  }
  const read = parameters.map(({ name, names: [own = '', other = ''] }) => {
    const values = (sentValues.get(own) ?? []).filter((value) => value !== '');
    const others = (sentValues.get(other) ?? []).filter((value) => value !== '' && !values.includes(value));
    return { name, all: [...values, ...others], sentAs: values.length > 0 ? own : other };
  });
  const sent = read.filter(({ all }) => all.length > 0);
  return {
    values: Object.fromEntries(sent.map(({ name, all }) => [name, all.length === 1 ? all[0] : new Set(all)])),
    sentAs: Object.fromEntries(sent.map(({ name, sentAs }) => [name, sentAs])),
  };
}

/**
 * `names`: the names of the resource's answer (api.md 4.12). A PUT takes them with any value, because it
 * takes what a GET returned; a POST with the value of a field that was never set.
 */
type Echo = { names: readonly string[]; method: string };

/** Throws UNKNOWN_FIELD for every field that neither the contract nor the resource's answer has. */
export function requireKnownFields(
  accepts: Accepts | undefined,
  body: Record<string, unknown>,
  { names, method }: Echo,
): void {
  const isAnswered = ({ path, name }: UnknownField) =>
    path === '' && (names.includes(name) || name === 'id') && (method === 'PUT' || isUnset(body[name]));
  const found = unknownIn(accepts ?? { kind: 'object', fields: {} }, body, '');
  const unknown = found.filter((one) => !isAnswered(one));
  if (unknown.length > 0) throw unknownNames('UNKNOWN_FIELD', unknown, mayBeMinor(body['amount'], unknown));
}

function unknownIn(accepts: Accepts, value: unknown, path: string): UnknownField[] {
  if (accepts.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((item, at) => unknownIn(accepts.item, item, `${path}[${at}]`));
  }
  if (accepts.kind !== 'object' || !isJsonObject(value)) return [];
  const fields = fieldsOf(accepts);
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) return unknownIn(field.accepts, inner, `${prefixOf(path)}${name}`);
    return [{ path, name, known: Object.keys(fields), ...wordsOf(accepts), value: inner }];
  });
}

const prefixOf = (path: string) => (path === '' ? '' : `${path}.`);

/** True for the value that a serializer writes for a field that was never set. */
export function isUnset(value: unknown): boolean {
  const number = spelledNumber(value);
  if (number !== undefined) return Number(number) === 0;
  if (typeof value === 'string') return value === '' || isUnsetText(value);
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

/**
 * Only names of this form, with at most two digits, are repeated in the answer: a name, like a value, could
 * contain a card number or a security code.
 */
const plainName = unicodePattern('^[\\p{Script=Latin}\\d$@_.[\\] -]{1,40}$');
const isPlain = (name: string) => plainName().test(name) && name.replace(/\D/g, '').length <= 2;

/** In place of the advice to keep data of one's own in metadata, where a card number must never be. */
const CARD_ADVICE = {
  tr:
    'Bu çağrı kart verisi almaz: kart numarası hizmetin bir sayfasında girilir' +
    ' (`POST /api/payment/hostedpage`, `POST /api/customer/{id}/addcardlink`). CVV hiçbir zaman saklanmaz.',
  en:
    'This call takes no card data: the number is typed in on a page of this service' +
    ' (`POST /api/payment/hostedpage`, `POST /api/customer/{id}/addcardlink`).' +
    ' The CVV is never stored.',
};

/** The advice of a call that takes card data itself. */
const CARD_FIELDS_ADVICE = {
  tr:
    'Bu çağrıda kart verisi gövdenin kendi alanlarındadır: `cardNumber`, `expiryMonth`, `expiryYear`, kart' +
    ' sahibi için `ownerName`. CVV gönderilmez; hiçbir zaman saklanmaz.',
  en:
    'This call takes card data in fields of the body itself: `cardNumber`, `expiryMonth`, `expiryYear`, and' +
    ' `ownerName` for the holder. The CVV is not sent; it is never stored.',
};

const LAST_FOUR_ADVICE = {
  tr: 'Bir kartın ödemelerini `lastFour`, son dört rakamı bulur. Kart numarası adrese yazılmaz.',
  en: '`lastFour`, the last four digits, finds the payments of a card. A card number is never written into an address.',
};

function cardAdvice(known: readonly string[]) {
  if (known.includes('expiryYear')) return CARD_FIELDS_ADVICE;
  return known.includes('lastFour') ? LAST_FOUR_ADVICE : CARD_ADVICE;
}

const spelledAlike = (one: string, other: string) => foldedName(one) === foldedName(other);

/** The known name of another spelling: in case or by `_`, without `is` or `has`, or of a card's field. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const other = cardFieldNamed(name);
  return (
    known.find((one) => spelledAlike(one, name)) ??
    known.find((one) => spelledAlike(one.replace(/^(?:is|has)(?=[A-Z])/, ''), name)) ??
    known.find((one) => one === other)
  );
}

/**
 * What another provider's word means here: the field, call or header that has its purpose (a call is no plain
 * name), or nothing, and why.
 */
function hereFor({ name, known, words }: UnknownField): Pick<FieldHint, 'ours' | 'wayOut' | 'without'> {
  const folded = foldedName(name);
  const has = (theirs: string) => theirs.split(' ').includes(folded);
  const found = Object.entries(words?.ours ?? {}).find(
    ([ours, [theirs]]) => has(theirs) && (known.includes(ours) || /\W/.test(ours)),
  );
  if (found) {
    const [ours, [, wayOut]] = found;
    return { ours, ...defined({ wayOut }) };
  }
  const [, why, reason] = words?.none?.flat().find(([theirs]) => has(theirs)) ?? [];
  return why && reason ? { without: { why, reason } } : {};
}

/** Says ours for each word of another provider, and which to remove. */
function adviceOn(problems: readonly FieldProblem[]): Record<Language, string> | undefined {
  const told = problems.slice(0, MOST_PROBLEMS);
  const pairs = told.flatMap(({ field, hint }) => (hint?.ours ? [[field, hint.ours] as const] : []));
  const removed = told.flatMap(({ field, hint }) => (hint?.without ? [`\`${field}\``] : [])).join(', ');
  if (pairs.length === 0 && removed === '') return undefined;
  const here = pairs.map(([theirs, ours]) => `\`${theirs}\` → \`${ours}\``).join(', ');
  return {
    tr: [
      ...(here ? [`Bu hizmetteki karşılığı: ${here}. Farkı \`errors\` söyler.`] : []),
      ...(removed ? [`Çıkarın: ${removed}. Nedenini \`errors\` söyler.`] : []),
    ].join(' '),
    en: [
      ...(here ? [`What this service has instead: ${here}. \`errors\` says what differs.`] : []),
      ...(removed ? [`Remove: ${removed}. \`errors\` says why.`] : []),
    ].join(' '),
  };
}

/** With the names corrected, 14990 would be accepted as 14,990.00. */
const mayBeMinor = (amount: unknown, unknown: readonly UnknownField[]): boolean =>
  (isJsonObject(amount) || /^\d+$/.test(spelledNumber(amount) ?? '')) &&
  unknown.some(({ name }) => WORDS_OF_MINOR_UNITS.has(foldedName(name)));

function unknownNames(
  code: 'UNKNOWN_FIELD' | 'UNKNOWN_PARAMETER',
  unknown: readonly UnknownField[],
  isMaybeMinor = false,
): Rejection {
  const hidden = unknown.filter(({ name }) => !isPlain(name));
  const knownNames = unknown[0]?.known ?? [];
  // The names of an object are told once, those of the first in `knownNames`.
  const told = new Set(knownNames.length > 0 ? [String(knownNames)] : []);
  const problems = unknown.map((unknownOne): FieldProblem => {
    const { path, name, known, value } = unknownOne;
    const field = isPlain(name) ? name : `?${hidden.indexOf(unknownOne) + 1}`;
    const meant = meantBy(name, known);
    const other = meant === undefined ? hereFor(unknownOne) : {};
    const isCardData = namesCardData(name, value);
    const isTold = told.has(String(known));
    told.add(String(known));
    return {
      field: `${prefixOf(path)}${field}`,
      code: 'UNKNOWN',
      hint: {
        ...(!isTold && { values: known }),
        ...defined({ meant }),
        ...other,
        ...(isCardData && { isCardData }),
      },
    };
  });
  const rejection = new Rejection(code, { problems, knownNames });
  const about = unknown.find(({ name, value }) => namesCardData(name, value))?.known;
  const advice = about ? cardAdvice(about) : adviceOn(problems);
  if (!advice) return rejection;
  const inLira = (language: Language) => (isMaybeMinor ? `${IN_LIRA[language]} ` : '');
  return rejection.advising({ tr: `${inLira('tr')}${advice.tr}`, en: `${inLira('en')}${advice.en}` });
}
