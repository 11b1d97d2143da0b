// Metadata, which a merchant stores with an object for itself (api.md 4.11): names and texts, without card
// data.
import { containsSecurityCode } from '#domain/card/card-text.ts';
import { isJsonObject } from '#domain/json-number.ts';
import type { TextMap } from '#domain/shape.ts';
import { type FieldContext, field, isEmptyList, notObject, problem, readField, text } from './field.ts';

export const METADATA_LIMITS = { entries: 20, name: 40, value: 500 } as const;
const { entries: MOST, name: LONGEST } = METADATA_LIMITS;
const FEW_NAMES = { tr: `en çok ${MOST} ad`, en: `at most ${MOST} names` };
const SHORT_NAMES = {
  tr: `adları 1 ile ${LONGEST} karakter arasında`,
  en: `names of 1 to ${LONGEST} characters`,
};

/** An entry that is null is left out. */
export const metadata = () => {
  const [name, value] = [text(1, METADATA_LIMITS.name), text(0, METADATA_LIMITS.value)];
  return field({ kind: 'metadata' }, (given, context): TextMap => {
    if (isEmptyList(given)) return {};
    if (!isJsonObject(given)) return notObject(context);
    const entries = Object.entries(given).filter(([, one]) => one !== null);
    if (entries.length > MOST) return problem(context, 'TOO_LONG', { expected: FEW_NAMES });
    return Object.fromEntries(entries.map(([key, one]) => readEntry({ name, value }, [key, one], context)));
  });
};

type Texts = Record<'name' | 'value', ReturnType<typeof text>>;

/** A name is repeated in a problem only if it is a valid one. The entry means nothing after a problem. */
function readEntry({ name, value }: Texts, [key, given]: [string, unknown], context: FieldContext) {
  const [named, read] = [readField(name, key), readField(value, given)];
  const entry = [named.value, read.value] as const;
  // An object loses an entry of this name, because JavaScript reserves it.
  if (key === '__proto__') problem(context, 'INVALID_FORMAT');
  else if (named.problems.length > 0) {
    for (const { code, hint } of named.problems) problem(context, code, { expected: SHORT_NAMES, ...hint });
  } else if (read.problems.length > 0) {
    for (const { code, hint } of read.problems) problem(context, code, hint, named.value);
  } else if (isSecurityCode(...entry)) problem(context, 'CARD_DATA', {}, named.value);
  return entry;
}

/** `cardCvv: '123'` is a security code behind its name, as `card cvv 123` is in one text (api.md 4.8). */
const isSecurityCode = (name: string, value: string) =>
  containsSecurityCode(`${name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replaceAll(/[_-]/g, ' ')} ${value}`);
