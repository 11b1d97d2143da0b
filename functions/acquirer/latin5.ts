// ISO-8859-9 (Latin 5), the charset of NestPay. Node can decode but not encode it, so this table lists the
// six characters in which it differs from Latin 1.
import { TextDecoder } from 'node:util';

const TURKISH: ReadonlyMap<string, number> = new Map([
  ['Ğ', 0xd0],
  ['İ', 0xdd],
  ['Ş', 0xde],
  ['ğ', 0xf0],
  ['ı', 0xfd],
  ['ş', 0xfe],
]);
const REPLACED_LATIN1 = new Set([...TURKISH.values()]);

function latin5Byte(character: string): number | undefined {
  const turkish = TURKISH.get(character);
  if (turkish !== undefined) return turkish;
  const codePoint = character.codePointAt(0) ?? 0;
  return codePoint <= 0xff && !REPLACED_LATIN1.has(codePoint) ? codePoint : undefined;
}

/** Encodes XML as ISO-8859-9. Other characters become character references (`€` becomes `&#x20ac;`). */
export function encodeLatin5Xml(xml: string): Buffer {
  const bytes: number[] = [];
  for (const character of xml) {
    const byte = latin5Byte(character);
    if (byte !== undefined) bytes.push(byte);
    else bytes.push(...Buffer.from(`&#x${character.codePointAt(0)?.toString(16)};`, 'latin1'));
  }
  return Buffer.from(bytes);
}

const CHARSET_IN_HEADER = /charset\s*=\s*"?([\w.:-]+)/i;
const ENCODING_IN_DECLARATION = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * Decodes a bank's XML by the charset of the content type, otherwise of the XML declaration, otherwise by
 * `usual`. Never throws: an unknown charset is read as ISO-8859-9, whose ASCII half contains all codes.
 */
export function decodeXmlBytes(bytes: Buffer, contentType: string | undefined, usual = 'iso-8859-9'): string {
  const declaration = ENCODING_IN_DECLARATION.exec(bytes.toString('latin1', 0, 200));
  const charset = CHARSET_IN_HEADER.exec(contentType ?? '')?.[1] ?? declaration?.[1] ?? usual;
  return decoderFor(charset).decode(bytes);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('iso-8859-9');
  }
}
