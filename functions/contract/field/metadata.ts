// Metadata, which a merchant stores with an object for itself (api.md 4.11): names and texts, without card
// data.

import { containsSecurityCode } from '#domain/card/card-text.ts';
import type { FieldCode, FieldHint } from '#domain/field-problem.ts';
import { isJsonObject } from '#domain/json-number.ts';
import type { TextMap } from '#domain/shape.ts';
import { unicodePattern } from '#domain/text/unicode-pattern.ts';
import { type FieldContext, field, isEmptyList, notObject, problem, text } from './field.ts';

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
  return field({ kind: 'metadata' }, (input, context): TextMap => {
    if (isEmptyList(input)) return {};
    if (!isJsonObject(input)) return notObject(context);
    const entries = Object.entries(input).filter(([, one]) => one !== null);
    if (entries.length > MOST) return problem(context, 'TOO_LONG', { expected: FEW_NAMES });
    return Object.fromEntries(entries.map(([key, one]) => readEntry({ name, value }, [key, one], context)));
  });
};

type TextProblem = { code: FieldCode; hint?: FieldHint };
type Texts = Record<'name' | 'value', ReturnType<typeof text>>;

/** A name is repeated in a problem only if it is a valid one. */
function readEntry({ name, value }: Texts, [key, input]: [string, unknown], context: FieldContext) {
  // An object loses an entry of this name, because JavaScript reserves it.
  if (key === '__proto__') return problem(context, 'INVALID_FORMAT');
  const named = name.safeParse(key);
  const read = value.safeParse(input);
  if (named.success && read.success) {
    if (isSecurityCode(named.data, read.data)) problem(context, 'CARD_DATA', {}, named.data);
    return [named.data, read.data] as const;
  }
  const wrong = named.success ? read : named;
  for (const issue of wrong.error?.issues ?? []) {
    const path = named.success ? [named.data] : [];
    const params = (issue.code === 'custom' ? issue.params : {}) as TextProblem;
    const hint = named.success ? params.hint : { expected: SHORT_NAMES, ...params.hint };
    context.issues.push({ ...issue, code: 'custom', params: { ...params, hint }, input: undefined, path });
  }
  return ['', ''] as const;
}

const endOfWord = unicodePattern('(\\p{Ll})(?=\\p{Lu})', 'gu');
/** `cardCvv: '123'` is a security code behind its name, as `card cvv 123` is in one text (api.md 4.8). */
const isSecurityCode = (name: string, value: string) =>
  containsSecurityCode(`${name.replace(endOfWord(), '$1 ').replaceAll(/[_-]/g, ' ')} ${value}`);
