// Thousands of recurring payments can fall due in the same minute. A merchant may spread their charges over a
// window; the due dates do not move (recurring-payments.md R25).

/**
 * The offset of this id's charges inside the window: at least 0, less than `windowMs`, always the same.
 * FNV-1a is sufficient, because the offset is not secret and ids end in random digits.
 */
export function spreadMs(id: string, windowMs: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  }
  return Math.floor(((hash >>> 0) / 2 ** 32) * windowMs);
}
