// A urlencoded form as bytes. Banks post in UTF-8 or in ISO-8859-9 without saying which, so percent escapes
// become bytes here and letters later, when it is known which decoding was meant.

/** Names and values of a form in the order sent, percent escapes and plus signs resolved to bytes. */
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
