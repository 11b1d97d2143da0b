// The body of a request as it came, of bounded size: of JSON, or of the form of a page (api.md 4).
import { MAX_BODY_KIB } from '#domain/limits.ts';
import { Rejection } from '#domain/rejection.ts';

const MAX_BODY_BYTES = MAX_BODY_KIB * 1024;

export type RawBody = { body: string | null; isBase64Encoded: boolean; contentType: string | undefined };

/** The body as bytes. Throws BODY_TOO_LARGE. */
export function bodyBytes({ body, isBase64Encoded }: Pick<RawBody, 'body' | 'isBase64Encoded'>): Buffer {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > MAX_BODY_BYTES) throw new Rejection('BODY_TOO_LARGE', { maxBytes: MAX_BODY_BYTES });
  return bytes;
}
