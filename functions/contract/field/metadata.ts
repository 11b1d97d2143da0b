// What a merchant keeps with an object for itself (api.md 4.11): names and texts, without card data.
import { isJsonObject } from '#domain/json-number.ts';
import type { TextMap } from '#domain/shape.ts';
import { type FieldContext, field, problem, TYPES, text } from './field.ts';

export const METADATA_LIMITS = { entries: 20, name: 40, value: 500 } as const;

/** An entry that is null is left out. */
export const metadata = () => {
  const [name, value] = [text(1, METADATA_LIMITS.name), text(0, METADATA_LIMITS.value)];
  return field({ kind: 'metadata' }, (given, context): TextMap => {
    if (!isJsonObject(given)) return problem(context, 'INVALID_TYPE', { expected: TYPES.object });
    const entries = Object.entries(given).filter(([, one]) => one !== null);
    if (entries.length > METADATA_LIMITS.entries) {
      return problem(context, 'TOO_LONG', { max: METADATA_LIMITS.entries });
    }
    return Object.fromEntries(entries.map(([key, one]) => readEntry({ name, value }, [key, one], context)));
  });
};

type Texts = Record<'name' | 'value', ReturnType<typeof text>>;

/** A name is repeated in a problem only if it is a valid one. */
function readEntry({ name, value }: Texts, [key, given]: [string, unknown], context: FieldContext) {
  // A map with this name would lose it, because it is no name of JavaScript's.
  if (key === '__proto__') return problem(context, 'INVALID_FORMAT');
  const named = name.safeParse(key);
  const read = value.safeParse(given);
  const wrong = named.success ? read : named;
  if (named.success && read.success) return [named.data, read.data] as const;
  for (const issue of wrong.error?.issues ?? []) {
    const path = named.success ? [named.data] : [];
    context.issues.push({ ...issue, input: undefined, path });
  }
  return ['', ''] as const;
}
