// Card numbers of the simulated bank's sandbox; no issuer has them.
import { passesLuhn } from '#domain/card/card.ts';
import type { Random } from '../random.ts';

/** Returns one of ten million numbers that the bank approves. */
export function goodNumber(random: Random): string {
  const digits = `400000${String(random.below(10_000_000)).padStart(7, '0')}00`;
  for (let check = 0; ; check += 1) if (passesLuhn(`${digits}${check}`)) return `${digits}${check}`;
}

/** Cards of families, each of which a bank of every merchant splits. */
const SPLIT = ['4603450000000000', '9792030000000000', '5528790000000008', '374427000000003'];

export const splitNumber = (random: Random): string => random.pick(SPLIT) ?? '';

/** Insufficient funds, not honoured, general error: the cardholder may try again. */
const SOFT = ['4111111111111129', '4129111111111111', '4130111111111118'];
/** Lost card, withdrawn permission; and a card that pays but cannot be refunded. */
const HARD = ['4127111111111113', '4123111111111117', '5406670000000009'];

export const declinedNumber = (random: Random): string => random.pick(random.chance(0.7) ? SOFT : HARD) ?? '';
