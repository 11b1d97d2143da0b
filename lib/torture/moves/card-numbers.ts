// Card numbers of the simulated bank's sandbox; no issuer has them.
import { passesLuhn } from '../../bank/sandbox-cards.ts';
import type { Random } from '../random.ts';

/** One of ten million numbers that are approved. */
export function goodNumber(random: Random): string {
  const digits = `400000${String(random.below(10_000_000)).padStart(7, '0')}00`;
  for (let check = 0; ; check += 1) if (passesLuhn(`${digits}${check}`)) return `${digits}${check}`;
}

/** Insufficient funds, not honoured, general error: the holder may try again. */
const SOFT = ['4111111111111129', '4129111111111111', '4130111111111118'];
/** Lost card, withdrawn permission; and one that is paid but cannot be refunded. */
const HARD = ['4127111111111113', '4123111111111117', '5406670000000009'];

export const declinedNumber = (random: Random): string => random.pick(random.chance(0.7) ? SOFT : HARD) ?? '';
