// The QR code is read back by the structure of the standard (ISO/IEC 18004), which shares no code with the
// encoder: format, mask, codewords, blocks, and a check of each block's error correction by its roots.
import { describe, expect, it } from 'vitest';
import { type QrCode, qrCode, qrSvg, remainder } from '#domain/qr-code.ts';

/** The format words of level M by mask, as table C.1 of the standard prints them. */
const FORMATS = ['101010000010010', '101000100100101', '101111001111100', '101101101001011'].concat([
  '100010111111001',
  '100000011001110',
  '100111110010111',
  '100101010100000',
]);
/** Of table D.1. */
const VERSION_WORDS: Record<number, string> = {
  7: '000111110010010100',
  8: '001000010110111100',
  9: '001001101010011001',
  10: '001010010011010011',
};
/** Codewords in all and of error correction in a block, and the data of its blocks, of table 9 for level M. */
const BLOCKS: Record<number, [total: number, check: number, data: number[]]> = {
  1: [26, 10, [16]],
  2: [44, 16, [28]],
  3: [70, 26, [44]],
  4: [100, 18, [32, 32]],
  5: [134, 24, [43, 43]],
  6: [172, 16, [27, 27, 27, 27]],
  7: [196, 18, [31, 31, 31, 31]],
  8: [242, 22, [38, 38, 39, 39]],
  9: [292, 22, [36, 36, 36, 37, 37]],
  10: [346, 26, [43, 43, 43, 43, 44]],
};
const CENTRES: Record<number, number[]> = { 7: [22, 38], 8: [24, 42], 9: [26, 46], 10: [28, 50] };
const centresOf = (version: number) =>
  version === 1 ? [] : [6, ...(CENTRES[version] ?? [4 * version + 10])];

/** Modules that hold no codeword. */
function isFunction(x: number, y: number, version: number): boolean {
  const size = 17 + 4 * version;
  const [left, top, right, bottom] = [x < 9, y < 9, x >= size - 8, y >= size - 8];
  if ((left && top) || (right && top) || (left && bottom) || x === 6 || y === 6) return true;
  if (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) return true;
  return centresOf(version).some((atY) =>
    centresOf(version).some((atX) => {
      const isCorner = (atX === 6 && (atY === 6 || atY === size - 7)) || (atY === 6 && atX === size - 7);
      return !isCorner && Math.abs(x - atX) <= 2 && Math.abs(y - atY) <= 2;
    }),
  );
}

const isMasked = (mask: number, row: number, column: number): boolean =>
  [
    (row + column) % 2,
    row % 2,
    column % 3,
    (row + column) % 3,
    (Math.floor(row / 2) + Math.floor(column / 3)) % 2,
    ((row * column) % 2) + ((row * column) % 3),
    (((row * column) % 2) + ((row * column) % 3)) % 2,
    (((row + column) % 2) + ((row * column) % 3)) % 2,
  ][mask] === 0;

const exponents = Array.from({ length: 255 }, () => 1);
for (let at = 1; at < 255; at += 1) {
  const twice = (exponents[at - 1] ?? 0) * 2;
  exponents[at] = twice > 255 ? twice ^ 0x11d : twice;
}
const times = (one: number, other: number) =>
  one === 0 || other === 0 ? 0 : exponents[(exponents.indexOf(one) + exponents.indexOf(other)) % 255];

function read(code: QrCode): { text: string; version: number } {
  const size = code.length;
  const version = (size - 17) / 4;
  const bit = (x: number, y: number) => String(Number(code[y]?.[x]));
  const near = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((x) => bit(x, 8)),
    ...[7, 5, 4, 3, 2, 1, 0].map((y) => bit(8, y)),
  ];
  const far = [
    ...[1, 2, 3, 4, 5, 6, 7].map((at) => bit(8, size - at)),
    ...[8, 7, 6, 5, 4, 3, 2, 1].map((at) => bit(size - at, 8)),
  ];
  expect(far.join('')).toBe(near.join(''));
  const mask = FORMATS.indexOf(near.join(''));
  expect(mask).toBeGreaterThanOrEqual(0);
  expect(bit(8, size - 8)).toBe('1');
  if (version >= 7) {
    const places = Array.from(
      { length: 18 },
      (_, at) => [5 - Math.floor(at / 3), size - 9 - (at % 3)] as const,
    );
    expect(places.map(([y, x]) => bit(x, y)).join('')).toBe(VERSION_WORDS[version]);
    expect(places.map(([x, y]) => bit(x, y)).join('')).toBe(VERSION_WORDS[version]);
  }
  const columns = Array.from({ length: size }, (_, at) => size - 1 - at).filter((x) => x !== 6);
  let bits = '';
  for (let pair = 0; pair < columns.length; pair += 2) {
    const rows = Array.from({ length: size }, (_, y) => ((pair / 2) % 2 === 0 ? size - 1 - y : y));
    for (const y of rows) {
      for (const x of columns.slice(pair, pair + 2)) {
        if (!isFunction(x, y, version)) bits += Number(code[y]?.[x] !== isMasked(mask, y, x));
      }
    }
  }
  const [total, check, sizes] = BLOCKS[version] ?? expect.fail();
  const codewords = Array.from({ length: total }, (_, at) =>
    Number.parseInt(bits.slice(8 * at, 8 * at + 8), 2),
  );
  const blocks = sizes.map((): number[] => []);
  for (let at = 0; at < Math.max(...sizes); at += 1) {
    for (const [which, block] of blocks.entries())
      if (at < (sizes[which] ?? 0)) block.push(codewords.shift() ?? 0);
  }
  for (let at = 0; at < check; at += 1) for (const block of blocks) block.push(codewords.shift() ?? 0);
  for (const block of blocks) {
    for (let root = 0; root < check; root += 1) {
      const value = block.reduce((sum, one) => (times(sum, exponents[root] ?? 0) ?? 0) ^ one, 0);
      expect(value, `version ${version}`).toBe(0);
    }
  }
  const data = blocks.flatMap((block, which) => block.slice(0, sizes[which]));
  const stream = data.map((one) => one.toString(2).padStart(8, '0')).join('');
  expect(stream.slice(0, 4)).toBe('0100');
  const lengthBits = version < 10 ? 8 : 16;
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2);
  const bytes = Array.from({ length }, (_, at) =>
    stream.slice(4 + lengthBits + 8 * at, 12 + lengthBits + 8 * at),
  );
  return { text: Buffer.from(bytes.map((one) => Number.parseInt(one, 2))).toString('utf8'), version };
}

describe('a QR code', () => {
  it('is read back by the standard, at the least and most bytes of every version', () => {
    const versions = new Set<number>();
    const most = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
    for (const length of [1, ...most.flatMap((bytes) => [bytes, bytes + 1]).slice(0, -1)]) {
      const text = 'https://pay.example.com/iframe/HST-'.padEnd(length, 'aB3_-xYz').slice(0, length);
      const found = read(qrCode(text));
      expect(found.text).toBe(text);
      versions.add(found.version);
    }
    expect([...versions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(() => qrCode('x'.repeat(214))).toThrow(RangeError);
  });

  it('has the error correction of the example of the standard (annex I)', () => {
    const data = [
      0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11,
    ];
    const correction = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55];
    expect(remainder(data, 10)).toEqual(correction);
  });

  it('as an image is as large as its modules and their quiet zone, and has numbers only', () => {
    const code = qrCode('"><script>');
    const svg = qrSvg(code);
    expect(svg).toContain(`viewBox="0 0 ${code.length + 8} ${code.length + 8}"`);
    expect(svg).not.toContain('script');
    const drawn = code.map((row) => row.map(() => false));
    for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
      for (let at = 0; at < Number(width); at += 1) {
        const row = drawn[Number(y) - 4] ?? expect.fail();
        row[Number(x) - 4 + at] = true;
      }
    }
    expect(drawn).toEqual(code);
  });
});
