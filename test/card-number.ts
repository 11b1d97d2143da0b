// Card numbers for tests: a prefix, zeros, the digit that makes it pass. Nobody is ever given such a number.
import { passesLuhn } from '#domain/card.ts';

export function withCheckDigit(prefix: string, length = 16): string {
  const body = prefix.padEnd(length - 1, '0');
  const number = Array.from('0123456789', (digit) => body + digit).find(passesLuhn);
  if (number === undefined) throw new Error('One of ten check digits is always right.');
  return number;
}
