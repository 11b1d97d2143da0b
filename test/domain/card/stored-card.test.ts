import { describe, expect, it } from 'vitest';
import { cardInUse, isCardLive, isUnblockedBy, type StoredCard } from '#domain/card/stored-card.ts';
import type { BankRefusalCode } from '#domain/rejection.ts';

const card: StoredCard = {
  id: '01890000-0000-7000-8000-000000000002',
  merchantId: '01890000-0000-7000-8000-00000000000a',
  cardAlias: 'İş kartım',
  maskedCardNumber: '552879******0008',
  bin: '552879',
  lastFour: '0008',
  cardAssociation: 'MASTERCARD',
  forceCvv: false,
  fingerprint: 'v1_x',
  expiryTag: 'x',
  expirySince: '2026-11',
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
};
const at = (instant: string) => new Date(instant);

describe('a card lives', () => {
  it('for ever, unless it is temporary or was deleted', () => {
    expect(isCardLive(card, at('2099-01-01T00:00:00Z'))).toBe(true);
    const deleted = { ...card, deletedAt: '2026-11-20T10:00:00.000Z' };
    expect(isCardLive(deleted, at('2026-11-20T09:30:00Z'))).toBe(false);
  });

  it('to its last millisecond where it is temporary', () => {
    const temporary = { ...card, expiresAt: '2026-11-20T09:30:00.000Z' };
    expect(isCardLive(temporary, at('2026-11-20T09:29:59.999Z'))).toBe(true);
    expect(isCardLive(temporary, at('2026-11-20T09:30:00.000Z'))).toBe(false);
  });
});

describe('a refusal for good', () => {
  const refusedAt = '2026-11-20T09:00:00.000Z';
  const soldAt = (instant: string, code: BankRefusalCode = 'LOST_CARD') =>
    isUnblockedBy({ refused: { code, at: refusedAt } }, Date.parse(instant));

  it('is refuted by a sale that began after it, not by one that began before or with it', () => {
    expect(soldAt('2026-11-20T09:00:00.001Z')).toBe(true);
    expect([soldAt(refusedAt), soldAt('2026-11-20T08:59:59.999Z')]).toEqual([false, false]);
  });

  it('for want of what only a buyer can give is not: the next charge has no buyer', () => {
    const wanting = ['INVALID_CVC2', 'THREE_D_SECURE_FAILED'] as const;
    expect(wanting.map((code) => soldAt('2026-12-01T09:00:00Z', code))).toEqual([false, false]);
  });

  it('that never was needs no refuting', () => expect(isUnblockedBy({}, Date.now())).toBe(false));
});

describe('a card in use', () => {
  it('names who uses it, in a fixed order', () => {
    const { code, facts } = cardInUse({ ...card, usedBy: new Set(['b', 'a', 'c']) });
    expect([code, facts]).toEqual(['CARD_IN_USE', { recurringPaymentIds: ['a', 'b', 'c'] }]);
  });
});
