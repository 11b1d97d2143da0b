// Screenshots have few colours, so a palette reduces their size in the repository to a quarter.
import { deflateSync, inflateSync } from 'node:zlib';
import { dataOf, palettePng } from '../../fixtures/png.ts';

const COLOURS = 64;

type Pixels = { width: number; height: number; channels: 3 | 4; bytes: Buffer };

/** Converts a PNG of Chromium (8 bits, RGB or RGBA, not interlaced) to one with a palette. */
export function indexedPng(png: Buffer): Buffer {
  const { width, height, channels, bytes } = unpack(png);
  const palette = paletteOf(bytes, channels);
  const nearest = nearestIn(palette);
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++)
    rows[pixel + Math.floor(pixel / width) + 1] = nearest(colourAt(bytes, pixel * channels));
  return palettePng({ width, height }, { colors: palette, pixels: deflateSync(rows, { level: 9 }) });
}

const colourAt = (bytes: Buffer, at: number) => bytes.readUIntBE(at, 3);

function unpack(png: Buffer): Pixels {
  const [width, height, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
  const channels = kind === 2 ? 3 : 4;
  const filtered = inflateSync(dataOf(png, 'IDAT'));
  const stride = width * channels;
  const bytes = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = filtered[row * (stride + 1)];
    for (let at = 0; at < stride; at++) {
      const here = row * stride + at;
      const left = at < channels ? 0 : (bytes[here - channels] ?? 0);
      const above = row === 0 ? 0 : (bytes[here - stride] ?? 0);
      const corner = at < channels || row === 0 ? 0 : (bytes[here - stride - channels] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
      bytes[here] = ((filtered[row * (stride + 1) + 1 + at] ?? 0) + guess) & 255;
    }
  }
  return { width, height, channels, bytes };
}

/** The neighbour closest to the linear prediction (PNG specification, filter 4). */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** The most frequent colours, and then colours that differ most from those, up to the size of the palette. */
function paletteOf(bytes: Buffer, channels: number): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += channels) {
    const colour = colourAt(bytes, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byUse = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
  // Frequent colours are always kept, however similar. Of the rest, colours near a kept one add little.
  const kept = byUse.filter((colour) => (counts.get(colour) ?? 0) * 1000 > bytes.length / channels);
  for (const apart of [24, 8, 0])
    for (const colour of byUse)
      if (kept.length < COLOURS && !kept.some((one) => distance(one, colour) <= apart)) kept.push(colour);
  return kept;
}

function distance(one: number, other: number): number {
  return [16, 8, 0].reduce(
    (sum, shift) => sum + Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)),
    0,
  );
}

function nearestIn(palette: readonly number[]): (colour: number) => number {
  const known = new Map(palette.map((colour, at) => [colour, at]));
  return (colour) => {
    const found = known.get(colour);
    if (found !== undefined) return found;
    const distances = palette.map((one) => distance(one, colour));
    const at = distances.indexOf(Math.min(...distances));
    known.set(colour, at);
    return at;
  };
}
