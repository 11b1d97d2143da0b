// Parses a urlencoded form into bytes. Banks post UTF-8 or ISO-8859-9 without naming the charset, so the
// bytes are decoded later, when the charset is known.

/** Names and values in the order of the form, with percent escapes and plus signs resolved. */
export function readFormBytes(body: Buffer): [name: Buffer, value: Buffer][] {
  return body
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [unescapeBytes(name), unescapeBytes(value)];
    });
}

const unescapeBytes = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
