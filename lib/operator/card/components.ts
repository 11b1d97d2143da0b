// Splits a secret so that any k of n components give it back and fewer tell nothing: Shamir's scheme over
// GF(256), byte by byte. If all components were needed, the loss of one would be the loss of every card, and
// copies of them bring back what one thief can reach.
import { randomBytes } from 'node:crypto';

export type Component = { x: number; data: Buffer };

/** Powers of 3, a generator of the field of AES, and their logarithms. */
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value ^= (value << 1) ^ (value & 0x80 ? 0x11b : 0);
}

export const multiply = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0);
const divide = (a: number, b: number): number =>
  a === 0 ? 0 : (EXP[(LOG[a] ?? 0) + 255 - (LOG[b] ?? 0)] ?? 0);

/** `random`: for the known answers of the tests. */
export function split(
  secret: Buffer,
  { of, threshold }: { of: number; threshold: number },
  random: (bytes: number) => Buffer = randomBytes,
): Component[] {
  if (!(threshold >= 2 && threshold <= of && of <= 255))
    throw new Error('Not 2 <= threshold <= components <= 255.');
  // The polynomial of each byte: the byte itself at 0, and random coefficients.
  const coefficients = [secret, ...Array.from({ length: threshold - 1 }, () => random(secret.length))];
  return Array.from({ length: of }, (_, at) => {
    const x = at + 1;
    const data = secret.map((_, byte) =>
      coefficients.reduceRight((sum, coefficient) => multiply(sum, x) ^ (coefficient[byte] ?? 0), 0),
    );
    return { x, data: Buffer.from(data) };
  });
}

/** The value of the polynomials at 0. With fewer components than the threshold it is any other value. */
export function join(components: readonly Component[]): Buffer {
  const weights = components.map(({ x }) =>
    components.reduce(
      (product, other) => (other.x === x ? product : multiply(product, divide(other.x, other.x ^ x))),
      1,
    ),
  );
  const length = components[0]?.data.length ?? 0;
  return Buffer.from(
    Array.from({ length }, (_, byte) =>
      components.reduce((sum, { data }, at) => sum ^ multiply(data[byte] ?? 0, weights[at] ?? 0), 0),
    ),
  );
}
