// Cards of one mask, as many as it takes, and one more: whether one of them has paid is then looked up.
import { passesLuhn } from '#domain/card/card.ts';
import { MOST_UNPAID_NUMBERS } from '#domain/card/stored-card.ts';
import type { Harness } from '../../../harness/harness.ts';
import { nextKey } from './scenario-caller.ts';

const NUMBERS = Array.from({ length: 100 }, (_, middle) => `99991100${String(middle).padStart(4, '0')}0000`);

export async function fillMask({ api }: Harness): Promise<void> {
  for (const cardNumber of NUMBERS.filter(passesLuhn).slice(0, MOST_UNPAID_NUMBERS + 1)) {
    const body = { cardAlias: 'Kart', cardNumber, expiryMonth: '12', expiryYear: '2030' };
    await api('POST', '/api/card', { body, headers: nextKey() });
  }
}
