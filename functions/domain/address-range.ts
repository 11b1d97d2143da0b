// Ranges of network addresses from which an API key may be used: one address, or a range as CIDR writes it.
import { BlockList, isIP } from 'node:net';

type AddressRange = { address: string; bits: number; family: 'ipv4' | 'ipv6' };

/** `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`; undefined if the text is none of them. */
export function readAddressRange(text: string): AddressRange | undefined {
  const [, address = '', length] = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const bits = Number(length ?? most);
  if (version === 0 || bits > most) return undefined;
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

function covers(range: string, { address, bits, family }: AddressRange): boolean {
  const outer = readAddressRange(range);
  if (outer === undefined || outer.family !== family || outer.bits > bits) return false;
  const addresses = new BlockList();
  addresses.addSubnet(outer.address, outer.bits, family);
  return addresses.check(address, family);
}

/** True if one of the ranges has all addresses of the inner one; no ranges: they are not limited. */
export function isInRanges(ranges: readonly string[], inner: string): boolean {
  const read = readAddressRange(inner);
  return ranges.length === 0 || (read !== undefined && ranges.some((range) => covers(range, read)));
}
