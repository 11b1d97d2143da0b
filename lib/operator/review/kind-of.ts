// The kind of a row of the table, by its key.
import { KINDS } from '#store/kinds.ts';
import type { Key } from '#store/table/keys.ts';
import type { Kind } from '#store/table/kind.ts';
import type { RowName } from '#store/table/row-name.ts';

export const rowNames = Object.keys(KINDS) as RowName[];
export const kindNamed = (name: RowName): Kind => KINDS[name]();

/** `{...}` stands for any text. */
export const matches = (pattern: string, text: unknown): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '.+')}$`).test(String(text));

/** Returns the kind of a row, or undefined if no kind declares its key. */
export function kindOf({ pk, sk, purpose }: Key & { purpose?: unknown }): RowName | undefined {
  // Two kinds of pages have the same form of key; the attribute `purpose` distinguishes them.
  return rowNames.find(
    (name) =>
      (name !== 'card-page' || purpose !== undefined) &&
      kindNamed(name).keys.some((key) => matches(key.pk, pk) && matches(key.sk, sk)),
  );
}
