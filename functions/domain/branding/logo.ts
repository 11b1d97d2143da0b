// A merchant's logo: a PNG or JPEG image of at most 20 KB. An SVG is not accepted: it can contain scripts and
// load addresses. Metadata of an image (place, time, comments) and further frames are removed.
import { createHash } from 'node:crypto';

export const LOGO_BYTES = 20 * 1024;
export const LOGO_PIXELS = { min: 16, max: 1024 } as const;

export type LogoType = 'image/png' | 'image/jpeg';
export type LogoImage = { type: LogoType; width: number; height: number; bytes: Uint8Array };
type LogoProblem = 'tooLarge' | 'noImage' | 'size' | 'damaged';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type LogoHeader = Omit<LogoImage, 'type'> | undefined;

/** The chunks that pixels and colours need. Other chunks are metadata or further frames. */
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'IEND']);

function readPng(bytes: Buffer): LogoHeader {
  const kept: Buffer[] = [PNG];
  const names: string[] = [];
  let at = PNG.length;
  while (at + 12 <= bytes.length && names.at(-1) !== 'IEND') {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) return undefined;
    if (PNG_CHUNKS.has(name)) kept.push(bytes.subarray(at, end));
    names.push(name);
    at = end;
  }
  const isWhole = names[0] === 'IHDR' && names.includes('IDAT') && names.at(-1) === 'IEND';
  if (!isWhole || bytes.readUInt32BE(PNG.length) !== 13) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes: Buffer.concat(kept) };
}

/** Segments with the size of the image: all starts of a frame. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Segments of applications and comments, except Adobe's, which defines how the colours are read. */
const isRemark = (marker: number) => (marker >= 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
const START_OF_SCAN = 0xda;

function readJpeg(bytes: Buffer): LogoHeader {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === START_OF_SCAN) {
      const ending = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
      if (size === undefined || ending < at) return undefined;
      return { ...size, bytes: Buffer.concat([...kept, bytes.subarray(at, ending + 2)]) };
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return undefined;
    if (isFrame(marker) && end >= at + 9) {
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (!isRemark(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

export function readLogo(
  upload: Uint8Array,
): { kind: 'logo'; image: LogoImage } | { kind: 'refused'; why: LogoProblem } {
  const bytes = Buffer.from(upload);
  if (bytes.length > LOGO_BYTES) return { kind: 'refused', why: 'tooLarge' };
  const isPng = bytes.subarray(0, PNG.length).equals(PNG);
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  if (!isPng && !isJpeg) return { kind: 'refused', why: 'noImage' };
  const parsed = isPng ? readPng(bytes) : readJpeg(bytes);
  if (parsed === undefined) return { kind: 'refused', why: 'damaged' };
  const { min, max } = LOGO_PIXELS;
  const fits = [parsed.width, parsed.height].every((pixels) => pixels >= min && pixels <= max);
  if (!fits) return { kind: 'refused', why: 'size' };
  return { kind: 'logo', image: { type: isPng ? 'image/png' : 'image/jpeg', ...parsed } };
}

/**
 * Names the image by its content, so that browsers can keep it, and by its merchant, so that an image can be
 * erased although another merchant has the same. `200x80-` before the digest is its size.
 */
export function logoIdOf(merchantId: string, { width, height, bytes }: LogoImage): string {
  const digest = createHash('sha256').update(`logo|${merchantId}|`).update(bytes).digest('hex');
  return `${width}x${height}-${digest.slice(0, 32)}`;
}

/** The size that a logo's id contains; undefined if the id is malformed. */
export function readLogoId(id: string): { width: number; height: number } | undefined {
  const [, width, height] = /^(\d{1,4})x(\d{1,4})-[0-9a-f]{32}$/.exec(id) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
