// Reads a request body strictly (api.md 4): valid UTF-8, no duplicate keys, no lone surrogates, bounded size
// and depth. Numbers keep their source text. No error contains any part of the body, because a body may
// contain a card number.
import type { FieldProblem } from '#domain/field-problem.ts';
import { isJsonObject, jsonNumber } from '#domain/json-number.ts';
import { Rejection } from '#domain/rejection.ts';
import { bodyBytes, type RawBody } from './body-bytes.ts';
import { invalidJson } from './invalid-json.ts';
import { jsonFault } from './json-fault.ts';

/** True for no body, and for the bodies by which programs send nothing, of any media type (api.md 4.4). */
export const isEmptyBody = (raw: Parameters<typeof bodyBytes>[0]): boolean =>
  /^(?:null|\{\s*\}|\[\s*\])?$/.test(bodyBytes(raw).toString('utf8').trim());

/**
 * The body as an object whose numbers are JsonNumbers. Throws BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE or
 * INVALID_JSON, which names the fields that are missing if there is no object at all.
 */
export function readJsonBody(
  raw: RawBody,
  missing: () => readonly FieldProblem[] = () => [],
): Record<string, unknown> {
  const bytes = withoutByteOrderMark(bodyBytes(raw));
  // No body has no media type either.
  if (/^\s*$/.test(bytes.toString('latin1'))) throw invalidJson('EMPTY', { problems: missing() });
  requireJsonType(raw.contentType);
  const text = decode(bytes);
  const fault = jsonFault(text);
  if (fault) throw invalidJson(fault.cause, placeOf(text, fault.at));
  const value: unknown = JSON.parse(text, (_key: string, one: unknown, context?: { source?: string }) =>
    typeof one === 'number' ? jsonNumber(context?.source ?? '') : one,
  );
  if (!isJsonObject(value)) throw invalidJson('NOT_AN_OBJECT', { problems: missing() });
  return value;
}

/** StreamWriter of .NET and files of PHP begin with one. */
const withoutByteOrderMark = (bytes: Buffer) =>
  bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Both count from 1, as editors do. */
function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Only such a header is repeated in the answer: like a value, it could contain a card number. */
const PLAIN_TYPE = /^[a-z.+-]{1,40}\/[a-z.+-]{1,60}(?: ?; ?charset="?[a-z]+-?\d{0,4}(?:-\d{1,2})?"?)?$/i;

function requireJsonType(contentType = ''): void {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const isJson = mediaType.trim() === 'application/json';
  if (isJson && (charset === undefined || /^charset="?utf-8"?$/.test(charset))) return;
  const plain = PLAIN_TYPE.test(contentType) ? contentType : '?';
  throw new Rejection('UNSUPPORTED_MEDIA_TYPE', { contentType: contentType === '' ? null : plain });
}

const isUtf16 = ([first, second]: Buffer) =>
  first === 0 || second === 0 || (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Throws INVALID_JSON for bytes that are no text in UTF-8. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw invalidJson('COMPRESSED');
  if (isUtf16(bytes)) throw invalidJson('NOT_UTF_8');
  const text = bytes.toString('utf8');
  const read = Buffer.from(text, 'utf8');
  if (read.equals(bytes)) return text;
  const valid = bytes.findIndex((byte, at) => byte !== read[at]);
  throw invalidJson('NOT_UTF_8', placeOf(text, bytes.toString('utf8', 0, valid).length));
}
