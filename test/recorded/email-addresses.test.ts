import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isEmail } from '#domain/customer.ts';

const LISTS = new URL('../../../shared/corpora/fuzzdb/attack/email/', import.meta.url);
const linesOf = (name: string) =>
  readFileSync(new URL(name, LISTS), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');

describe('the public lists of e-mail addresses', () => {
  // RFC 5321 allows these.
  const HARMLESS = ["sql'or'1'='1'or'test@email.com"];
  it('every invalid address is refused', () => {
    const taken = linesOf('invalid-email-addresses.txt').filter((line) => isEmail(line));
    expect(taken).toEqual(HARMLESS);
  });

  // RFC 5321 allows these, but no provider issues them, and they help to smuggle text into other systems.
  const EXOTIC = [/"/, /\\/, /@\[/, /@[\d.]+$/, /^[^@]*[^\x00-\x7f][^@]*@/, /@[^.]+$/];
  it('every valid address is accepted, except quoted or non-ASCII names, IP addresses and bare hosts', () => {
    const refused = linesOf('valid-email-addresses.txt').filter((line) => !isEmail(line));
    expect(refused.filter((line) => !EXOTIC.some((exotic) => exotic.test(line)))).toEqual([]);
    expect(refused.length).toBeLessThan(20);
  });
});
