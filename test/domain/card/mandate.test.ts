// Whether the cardholder agreed to charges without them (recurring-payments.md R38).
import { expect, it } from 'vitest';
import { requireMandate } from '#domain/card/mandate.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const givenAt = NOW.toISOString();
const consentOf = (recurringPaymentId: string) => ({ recurringPaymentId, givenAt });
const judge = (card: Partial<StoredCard>, recurringPaymentId?: string) => {
  try {
    return requireMandate(
      card as StoredCard,
      recurringPaymentId === undefined ? {} : { recurringPaymentId },
      NOW,
    );
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

it('a consent counts for the plan that it was given for, and for no other', () => {
  const card = { agreedUse: 'oneClick', chargeConsents: [consentOf('A'), consentOf('B')] } as const;
  expect(judge({ ...card, chargeConsents: [...card.chargeConsents] }, 'B')).toBe('known');
  const refused = [judge({ ...card, chargeConsents: [consentOf('A')] }, 'B')];
  refused.push(judge({ ...card, chargeConsents: [consentOf('A')] }));
  expect(refused).toEqual(['MANDATE_REQUIRED', 'MANDATE_REQUIRED']);
});

it('a card whose use for charges was agreed, or that the merchant stored, needs no other consent', () => {
  expect(judge({ agreedUse: 'recurring' })).toBe('known');
  expect(judge({ answerSecret: new Uint8Array(1) })).toBe('known');
  expect(judge({})).toBe('unknown');
});
