import { describe, expect, it } from 'vitest';
import { cardInUse, isCardLive, isUnblockedBy, isUseDue, type StoredCard } from '#domain/card/stored-card.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';

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

describe('isCardLive', () => {
  it('a permanent card is live at any time', () => {
    expect(isCardLive(card, at('2099-01-01T00:00:00Z'))).toBe(true);
  });

  it('a temporary card is live until its last millisecond', () => {
    const temporary = { ...card, expiresAt: '2026-11-20T09:30:00.000Z' };
    expect(isCardLive(temporary, at('2026-11-20T09:29:59.999Z'))).toBe(true);
    expect(isCardLive(temporary, at('2026-11-20T09:30:00.000Z'))).toBe(false);
  });
});

describe('isUnblockedBy', () => {
  const blockedAt = '2026-11-20T09:00:00.000Z';
  const isUnblockedBySaleAt = (instant: string, code: DeclineCode = 'LOST_CARD') =>
    isUnblockedBy({ blocked: { code, at: blockedAt } }, Date.parse(instant));

  it('a sale unblocks the card only if it started after the card was blocked', () => {
    expect(isUnblockedBySaleAt('2026-11-20T09:00:00.001Z')).toBe(true);
    expect([blockedAt, '2026-11-20T08:59:59.999Z'].map((at) => isUnblockedBySaleAt(at))).toEqual([
      false,
      false,
    ]);
  });

  it('a card blocked for a missing CVV or 3-D Secure stays blocked: the next charge has no buyer', () => {
    const codes = ['INVALID_CVC2', 'THREE_D_SECURE_FAILED'] as const;
    expect(codes.map((code) => isUnblockedBySaleAt('2026-12-01T09:00:00Z', code))).toEqual([false, false]);
  });

  it('a card that is not blocked is not unblocked', () => expect(isUnblockedBy({}, Date.now())).toBe(false));
});

describe('isUseDue', () => {
  const lastUsedAt = '2027-06-01T09:00:00.000Z';

  it('a use is recorded thirty days after the last recorded use or change, not before', () => {
    expect(isUseDue(card, at('2026-12-20T08:59:59.999Z'))).toBe(false);
    expect(isUseDue(card, at('2026-12-20T09:00:00.000Z'))).toBe(true);
    expect(isUseDue({ ...card, lastUsedAt }, at('2027-07-01T08:59:59.999Z'))).toBe(false);
    expect(isUseDue({ ...card, lastUsedAt, updatedAt: '2027-06-20T09:00:00.000Z' }, at('2027-07-15'))).toBe(
      false,
    );
  });

  it('a use takes back a planned deletion at once', () => {
    const deletionPlannedAt = '2027-07-01T09:00:00.000Z';
    expect(isUseDue({ ...card, lastUsedAt, deletionPlannedAt }, at('2027-06-01T10:00:00Z'))).toBe(true);
  });
});

describe('cardInUse', () => {
  it('the rejection lists the recurring payments that use the card in a fixed order', () => {
    const { code, facts } = cardInUse({ ...card, usedBy: new Set(['b', 'a', 'c']) });
    expect([code, facts]).toEqual(['CARD_IN_USE', { recurringPaymentIds: ['a', 'b', 'c'] }]);
  });
});
