// Reads the screenshots of Chromium: PNG of 8 bits, RGB or RGBA, not interlaced (PNG specification, 9).
import { inflateSync } from 'node:zlib';
import { dataOf } from '../../fixtures/png.ts';

/** One byte for each channel of each pixel, row by row. */
export type Pixels = { width: number; height: number; channels: number; bytes: Buffer };

const COLOR_WITHOUT_ALPHA = 2;

export function pixelsOf(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === COLOR_WITHOUT_ALPHA ? 3 : 4;
  const filtered = inflateSync(dataOf(png, 'IDAT'));
  const stride = width * channels;
  const bytes = Buffer.alloc(stride * height);
  let above = Buffer.alloc(stride);
  for (let row = 0; row < height; row++) {
    const from = row * (stride + 1);
    const here = bytes.subarray(row * stride, (row + 1) * stride);
    unfilter(filtered[from] ?? 0, filtered.subarray(from + 1, from + 1 + stride), { here, above, channels });
    above = here;
  }
  return { width, height, channels, bytes };
}

function unfilter(
  filter: number,
  filtered: Buffer,
  { here, above, channels }: { here: Buffer; above: Buffer; channels: number },
): void {
  for (let at = 0; at < here.length; at++) {
    const left = at < channels ? 0 : (here[at - channels] ?? 0);
    const up = above[at] ?? 0;
    let guess = 0;
    if (filter === 1) guess = left;
    else if (filter === 2) guess = up;
    else if (filter === 3) guess = (left + up) >> 1;
    else if (filter === 4) guess = paeth(left, up, at < channels ? 0 : (above[at - channels] ?? 0));
    here[at] = (filtered[at] ?? 0) + guess;
  }
}

/** The neighbour closest to the linear prediction (PNG specification, filter 4). */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
