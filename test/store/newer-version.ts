// Rows as a newer version would write them, with additional attributes that this code does not use.

/** An object that is neither list, set nor bytes. */
export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns a value with an unknown attribute `newer` in the row and in each map within it but a merchant's own. */
export function ofNewerVersion(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofNewerVersion);
  if (!isMap(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'metadata' ? member : ofNewerVersion(member),
  ]);
  return { ...Object.fromEntries(members), newer: { by: 'a later version' } };
}
