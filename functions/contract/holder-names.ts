// Names beside the ids of keys and people.

/** The names of keys that have one, and of people, by their ids. */
export type HolderNames = ReadonlyMap<string, string>;

/** Null: nobody, or a key without a name. */
export const nameOf = (names: HolderNames, id: string | undefined): string | null =>
  names.get(id ?? '') ?? null;
