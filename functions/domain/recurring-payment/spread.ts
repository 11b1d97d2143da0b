// Thousands of recurring payments fall due at the same minute. A merchant may spread their alarms over a
// window; the due dates themselves never move.

/**
 * Where in the window this id's alarms ring: 0 or more, less than `windowMs`, and always the same. FNV-1a is
 * enough, since nothing secret hangs on it and ids end in random digits.
 */
export function spreadMs(id: string, windowMs: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  }
  return Math.floor(((hash >>> 0) / 2 ** 32) * windowMs);
}
