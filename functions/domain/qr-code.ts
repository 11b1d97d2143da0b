// The QR code of a text (ISO/IEC 18004): bytes, error correction level M, versions 1 to 10, which have room for
// 213 bytes. The symbol is the one that the standard asks for: the mask with the lowest penalty.

/** For each version: codewords of data, of error correction in a block, and blocks; places of alignment. */
const VERSIONS: readonly (readonly [
  data: number,
  perBlock: number,
  blocks: number,
  places: readonly number[],
])[] = [
  [16, 10, 1, []],
  [28, 16, 1, [6, 18]],
  [44, 26, 1, [6, 22]],
  [64, 18, 2, [6, 26]],
  [86, 24, 2, [6, 30]],
  [108, 16, 4, [6, 34]],
  [124, 18, 4, [6, 22, 38]],
  [154, 22, 4, [6, 24, 42]],
  [182, 22, 5, [6, 26, 46]],
  [216, 26, 5, [6, 28, 50]],
];

/** Dark modules by row, without the quiet zone. */
export type QrCode = readonly (readonly boolean[])[];

/** @throws RangeError if the text has more than 213 bytes */
export function qrCode(text: string): QrCode {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([data], at) => bytes.length + (at < 9 ? 2 : 3) <= data) + 1;
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too many for a QR code.`);
  const codewords = codewordsOf(bytes, version);
  const symbols = MASKS.map((_, mask) => symbolOf(codewords, version, mask));
  const penalties = symbols.map(penaltyOf);
  return symbols[penalties.indexOf(Math.min(...penalties))] ?? [];
}

/** The codewords of data and error correction of all blocks, interleaved. */
function codewordsOf(bytes: Uint8Array, version: number): number[] {
  const [size, perBlock, count] = VERSIONS[version - 1] ?? [0, 0, 1];
  // Four bits for the kind, eight or sixteen for the length, and four that end the text: whole bytes in all.
  const length = version < 10 ? [bytes.length] : [bytes.length >> 8, bytes.length & 255];
  const nibbles = [4, ...[...length, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: nibbles.length / 2 }, (_, at) => {
    return (nibbles[2 * at] ?? 0) * 16 + (nibbles[2 * at + 1] ?? 0);
  });
  for (let pad = 0xec; data.length < size; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(size / count);
  const blocks = Array.from({ length: count }, (_, at) => {
    const isLong = at >= count - (size % count);
    return data.splice(0, short + Number(isLong));
  });
  const corrections = blocks.map((block) => remainder(block, perBlock));
  const mixed = (parts: readonly (readonly number[])[], most: number) =>
    Array.from({ length: most }, (_, at) => parts.flatMap((part) => part[at] ?? [])).flat();
  return [...mixed(blocks, short + 1), ...mixed(corrections, perBlock)];
}

/** In GF(256) with x⁸ + x⁴ + x³ + x² + 1. */
function product(one: number, other: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  }
  return result;
}

/** The codewords of error correction of a block (Reed and Solomon). */
export function remainder(block: readonly number[], degree: number): number[] {
  let divisor = [1];
  for (let at = 0, root = 1; at < degree; at += 1, root = product(root, 2)) {
    divisor = [...divisor, 0].map((value, place) => value ^ product(divisor[place - 1] ?? 0, root));
  }
  let rest = Array.from({ length: degree }, () => 0);
  for (const codeword of block) {
    const factor = codeword ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ product(divisor[at + 1] ?? 0, factor));
  }
  return rest;
}

/** Dark where 0. `x` and `y` count from the upper left corner. */
const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** `value` with the bits of its BCH code behind it. */
function withCode(value: number, generator: number, bits: number): number {
  let rest = value;
  for (let at = 0; at < bits; at += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator);
  return (value << bits) | rest;
}

function symbolOf(codewords: readonly number[], version: number, mask: number): QrCode {
  const size = 17 + 4 * version;
  const modules: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => undefined),
  );
  const set = (x: number, y: number, isDark: boolean) => {
    const row = modules[y];
    if (row && x >= 0 && x < size) row[x] = isDark;
  };
  /** Squares around a module: `light` are the distances of the light ones. */
  const squares = (atX: number, atY: number, radius: number, light: readonly number[]) => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        set(atX + x, atY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
      }
    }
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    squares(x, y, 4, [2, 4]);
  const [, , , places = []] = VERSIONS[version - 1] ?? [];
  const isFinder = (x: number, y: number) =>
    [x, y].every((at) => at === 6) || (x === 6 && y === size - 7) || (y === 6 && x === size - 7);
  for (const y of places) for (const x of places) if (!isFinder(x, y)) squares(x, y, 2, [1]);

  // Level M is 00.
  const format = withCode(mask, 0x537, 10) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const isDark = ((format >> at) & 1) === 1;
    if (at < 8) {
      set(8, at < 6 ? at : at + 1, isDark);
      set(size - 1 - at, 8, isDark);
    } else {
      set(at < 9 ? 7 : 14 - at, 8, isDark);
      set(8, size - 15 + at, isDark);
    }
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const code = withCode(version, 0x1f25, 12);
    for (let at = 0; at < 18; at += 1) {
      const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
      set(far, near, ((code >> at) & 1) === 1);
      set(near, far, ((code >> at) & 1) === 1);
    }
  }

  // In columns of two from the right, upwards and downwards in turn; the column of the timing is left out.
  let next = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp) {
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (modules[y]?.[x] !== undefined) continue;
        const bit = ((codewords[next >> 3] ?? 0) >> (7 - (next & 7))) & 1;
        set(x, y, (bit === 1) !== (MASKS[mask]?.(x, y) === 0));
        next += 1;
      }
    }
  }
  return modules.map((row) => row.map((isDark) => isDark === true));
}

/** Of long runs, of blocks of two by two, of what looks like a finder, and of an uneven share of dark modules. */
function penaltyOf(symbol: QrCode): number {
  const size = symbol.length;
  const lines = [symbol, symbol.map((_, x) => symbol.map((row) => row[x] === true))]
    .flat()
    .map((line) => line.map(Number).join(''));
  let penalty = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const corners = [symbol[y]?.[x], symbol[y]?.[x - 1], symbol[y - 1]?.[x], symbol[y - 1]?.[x - 1]];
      if (new Set(corners).size === 1) penalty += 3;
    }
  }
  const dark = symbol.flat().filter(Boolean).length / size ** 2;
  return penalty + 10 * Math.floor(Math.abs(dark * 20 - 10));
}

/** The light frame that a reader needs, in modules. */
const QUIET = 4;

/** An image of any size, black on white in every colour scheme. It contains numbers only. */
export function qrSvg(code: QrCode): string {
  const size = code.length + 2 * QUIET;
  const runs = code.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index + QUIET} ${y + QUIET}h${length}v1h-${length}z`,
    ),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${runs.join('')}"/></svg>`
  );
}
