// An event may be sent only to an IP address of the public Internet. All addresses that IANA lists for
// special purposes are refused, in every spelling that carries an IPv4 address within an IPv6 address.
import { BlockList, isIP } from 'node:net';

/** IANA IPv4 Special-Purpose Address Registry, and multicast. Metadata services are among link-local ones. */
const IPV4_REFUSED: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/**
 * Within the only range of global unicast addresses, 2000::/3. All addresses outside of it are refused:
 * ::ffff:0:0/96 (mapped), 64:ff9b::/96 (translated), fc00::/7, fe80::/10, ff00::/8 and the others.
 */
const IPV6_REFUSED: readonly [network: string, prefix: number][] = [
  // Teredo, benchmarks, ORCHID and others of the protocols block.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 has an IPv4 address in it.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

function rulesOf(): { global: BlockList; refused: BlockList } {
  const global = new BlockList();
  global.addSubnet('2000::', 3, 'ipv6');
  const refused = new BlockList();
  for (const [network, prefix] of IPV4_REFUSED) refused.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of IPV6_REFUSED) refused.addSubnet(network, prefix, 'ipv6');
  return { global, refused };
}
let rules: ReturnType<typeof rulesOf> | undefined;

/** False if the text is no IP address, or has a zone. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  rules ??= rulesOf();
  const { global, refused } = rules;
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4');
    case 6:
      return global.check(address, 'ipv6') && !refused.check(address, 'ipv6');
    default:
      return false;
  }
}

export const isLoopback = (address: string): boolean =>
  address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
