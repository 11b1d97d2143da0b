// The addresses to which events may be sent: https, a public name, port 443 or above 1023. This rule checks
// the text only; the addresses to which the name resolves are checked at each call (webhook/address.ts).

export const MAX_WEBHOOK_URL = 1024;

/** Printable ASCII without blanks, backslashes, user-info or fragment; the rest is left to the URL parser. */
const PLAIN = /^https?:\/\/[^/?#@\\]+(?:[/?][\x21\x22\x24-\x5b\x5d-\x7e]*)?$/i;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
/** Names that no public server has (RFC 6761, 6762, 7686, 8375), and those of private networks. */
const PRIVATE_NAMES: ReadonlySet<string> = new Set([
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'invalid',
  'test',
  'onion',
  'arpa',
  'alt',
]);

/** `allowsLocalhost`: plain http to this machine too, for an account in test mode of the local service. */
export function isWebhookUrl(text: string, allowsLocalhost: boolean): boolean {
  if (text.length > MAX_WEBHOOK_URL || /[^\x21-\x7e]/.test(text)) return false;
  if (!PLAIN.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  const isAllowedPort = port === '' || Number(port) > 1023;
  if (allowsLocalhost && protocol === 'http:' && hostname === 'localhost') return isAllowedPort;
  return protocol === 'https:' && isAllowedPort && isPublicName(hostname);
}

/** A name, not an address: the URL parser has written every spelling of an IPv4 address as four numbers. */
function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  const last = labels.at(-1) ?? '';
  return (
    hostname.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && LABEL.test(label)) &&
    /[a-z]/.test(last) &&
    !PRIVATE_NAMES.has(last)
  );
}
