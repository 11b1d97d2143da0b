// Renames fields of a 3-D Secure form the way a browser can: the hash covers the values in the order of their
// names, so it stays valid as long as the order stays.

/** Sorts names as the hash does. */
const inHashOrder = (names: readonly string[]) =>
  names.toSorted((a, b) =>
    a.toUpperCase() < b.toUpperCase() ? -1 : a.toUpperCase() > b.toUpperCase() ? 1 : 0,
  );

const UNHASHED = new Set(['hash', 'HASH', 'encoding']);

/** Returns the fields with other names. Throws if that changes their order, and so the hash. */
export function renamed(
  fields: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const hashed = inHashOrder(Object.keys(fields).filter((name) => !UNHASHED.has(name)));
  const after = hashed.map((name) => names[name] ?? name);
  if (after.join() !== inHashOrder(after).join()) throw new Error(`The order changed: ${after.join(' ')}`);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}

/** Returns a name directly after this one: the exclamation mark sorts before every letter and digit. */
export const nextTo = (name: string) => `${name}!`;

/**
 * Returns names that make other fields the decisive ones: `dsId`, which is 1 for Visa, becomes `mdStatus`,
 * and the CVV, which the bank returned as `d`, becomes `md`. All fields up to the order id move behind them.
 */
export function disguise(fields: Readonly<Record<string, string>>): Record<string, string> {
  const hashed = inHashOrder(Object.keys(fields).filter((name) => !UNHASHED.has(name)));
  const between = hashed.slice(hashed.indexOf('dsId') + 1, hashed.indexOf('oid'));
  const moved = between.map((name, at) => [name, `n${String(at).padStart(2, '0')}`]);
  return { d: 'md', dsId: 'mdStatus', ...Object.fromEntries(moved) };
}
