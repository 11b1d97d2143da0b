// A fingerprint is the size of a picture and one character for each cell of a grid over it. It shows that a
// colour, a word or a position has changed, and costs a quarter of a kilobyte where the picture costs thirty.
import type { Pixels } from './pixels.ts';

const COLUMNS = 12;
const ROWS = 20;
/**
 * A character has the mean of one channel in its cell, without the two highest bits: exact to a level of 255.
 * The channels take turns, so a change of colour that covers three cells is in each of them.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Two renderings of one page may differ by a level in each pixel. */
const TOLERANCE = 1;

export function fingerprintOf({ width, height, channels, bytes }: Pixels): string {
  const sums = new Float64Array(COLUMNS * ROWS);
  const counts = new Float64Array(COLUMNS * ROWS);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * ROWS) / height);
    for (let x = 0; x < width; x++) {
      const column = Math.floor((x * COLUMNS) / width);
      const cell = row * COLUMNS + column;
      sums[cell] = (sums[cell] ?? 0) + (bytes[(y * width + x) * channels + ((row + column) % 3)] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  const digits = Array.from(
    sums,
    (sum, cell) => DIGITS[Math.round(sum / (counts[cell] ?? 1)) % DIGITS.length],
  );
  return `${width}x${height} ${digits.join('')}`;
}

/** True if both are of pictures that look the same. */
export function isAlike(one: string, other: string): boolean {
  const [[size, cells = ''], [otherSize, otherCells = '']] = [one.split(' '), other.split(' ')];
  return (
    size === otherSize && [...cells].every((digit, at) => distance(digit, otherCells[at] ?? '') <= TOLERANCE)
  );
}

function distance(one: string, other: string): number {
  const steps = Math.abs(DIGITS.indexOf(one) - DIGITS.indexOf(other));
  return Math.min(steps, DIGITS.length - steps);
}
