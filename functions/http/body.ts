// Reads a request body strictly (api.md 4): valid UTF-8, no duplicate keys, no lone surrogates, bounded size
// and depth. Numbers keep their source text. No error contains any part of the body, because a body may
// contain a card number.
import { isJsonObject, jsonNumber } from '#domain/json-number.ts';
import { Rejection } from '#domain/rejection.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_DEPTH = 20;

type RawBody = { body: string | null; isBase64Encoded: boolean; contentType: string | undefined };

/** The body as bytes. Throws BODY_TOO_LARGE beyond 64 KiB. */
export function bodyBytes({ body, isBase64Encoded }: Pick<RawBody, 'body' | 'isBase64Encoded'>): Buffer {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > MAX_BODY_BYTES) throw new Rejection('BODY_TOO_LARGE', { maxBytes: MAX_BODY_BYTES });
  return bytes;
}

/** True for no body, and for the bodies by which programs send nothing, of any media type (api.md 4.4). */
export const isEmptyBody = (raw: Parameters<typeof bodyBytes>[0]): boolean =>
  /^(?:null|\{\s*\}|\[\s*\])?$/.test(bodyBytes(raw).toString('utf8').trim());

/**
 * The body as an object whose numbers are JsonNumbers. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or
 * INVALID_JSON.
 */
export function readJsonBody(raw: RawBody): Record<string, unknown> {
  const [mediaType = '', ...parameters] = (raw.contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  if (mediaType.trim() !== 'application/json' || (charset && !/^charset="?utf-8"?$/.test(charset))) {
    throw new Rejection('UNSUPPORTED_MEDIA_TYPE');
  }
  const text = decode(bodyBytes(raw));
  requireShallowUniqueKeys(text);
  const value = parse(text);
  if (!isJsonObject(value)) throw new Rejection('INVALID_JSON');
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Rejection('INVALID_JSON');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
      if (typeof value === 'string' && !value.isWellFormed()) throw new Rejection('INVALID_JSON');
      return typeof value === 'number' ? jsonNumber(context?.source ?? '') : value;
    });
  } catch {
    throw new Rejection('INVALID_JSON');
  }
}

/** `undefined`: an array. A set: an object, with the keys that were read so far. */
type Level = Set<string> | undefined;

/**
 * Checks depth and duplicate keys, which JSON.parse does not. It runs first, so that deep nesting never
 * reaches JSON.parse. Text that is not JSON may pass here, and fails there.
 */
function requireShallowUniqueKeys(text: string): void {
  const levels: Level[] = [];
  let lastString: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      lastString = text.slice(at, end + 1);
      at = end;
    } else if (character === '{' || character === '[') {
      levels.push(character === '{' ? new Set() : undefined);
      if (levels.length > MAX_DEPTH) throw new Rejection('INVALID_JSON');
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ':' && lastString !== undefined) {
      requireNewKey(levels.at(-1), lastString);
    }
  }
}

/** Decodes a key, so that escapes cannot hide a duplicate. */
function requireNewKey(level: Level, quoted: string): void {
  const key = parse(quoted);
  if (typeof key !== 'string' || level?.has(key)) throw new Rejection('INVALID_JSON');
  level?.add(key);
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  throw new Rejection('INVALID_JSON');
}
