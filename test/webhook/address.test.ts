// The addresses to which events may be sent.
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#webhook/address.ts';

describe('an address of the public Internet', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
  ])('the address %s may be called', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(['2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888', '2400:cb00::1'])(
    'the address %s may be called',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

const PRIVATE_IPV4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '198.19.255.255',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
];
const hex = (ipv4: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};

describe('an address that is not public', () => {
  it.each(PRIVATE_IPV4)('the address %s is refused', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );

  it.each([...PRIVATE_IPV4, '8.8.8.8'])(
    'the address %s within an IPv6 address is refused in every spelling',
    (ipv4) => {
      const spellings = [
        `::ffff:${ipv4}`,
        `::ffff:${hex(ipv4)}`,
        `0:0:0:0:0:ffff:${hex(ipv4)}`,
        `::FFFF:${ipv4}`,
        `::${ipv4}`,
        `::ffff:0:${ipv4}`,
        `64:ff9b::${ipv4}`,
        `64:ff9b::${hex(ipv4)}`,
        `64:ff9b:1::${hex(ipv4)}`,
        `2002:${hex(ipv4)}::1`,
        `2001:0:${hex(ipv4)}::1`,
        `2001::${hex(ipv4)}`,
      ];
      expect(spellings.filter(isPublicAddress)).toEqual([]);
    },
  );

  it.each([
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    '2a00:1450:4001::200e%eth0',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd12:3456::1',
    'ff02::1',
    'ff0e::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '2001:2::1',
    '2001:10::1',
    '2620:4f:8000::1',
    '4000::1',
    '0:0:0:0:0:0:0:1',
  ])('the address %s is refused', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    '',
    'localhost',
    '1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '1.2.3',
    '1.2.3.4.5',
    '[::1]',
    ' 8.8.8.8',
  ])('a text that is no address is refused: %s', (text) => expect(isPublicAddress(text)).toBe(false));
});
