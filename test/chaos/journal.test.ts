// The answers that the chaos test expects for a key after its first answer.
import { describe, expect, it } from 'vitest';
import { type Answer, hear, openJournal, type Sent } from './journal.ts';

const answer = (
  status: number,
  more: { isReplay?: boolean; data?: object; errorCode?: string } = {},
): Answer => {
  const { isReplay = false, data = {}, errorCode = null } = more;
  return { status, text: JSON.stringify({ data, errorCode }), isReplay };
};

/** Returns the number of violations after these answers of one key. */
function violationsAfter(...answers: readonly Answer[]): number {
  const journal = openJournal();
  const call = { merchant: 'Kahve', method: 'POST', path: '/api/customer', body: '{}', key: 'k', tag: 'k' };
  const sent: Sent = { ...call, originals: 0, unheard: 0 };
  for (const one of answers) hear(journal, sent, one);
  return journal.violations.length;
}

const replay = { isReplay: true };
const declined = { errorCode: 'REFUND_DECLINED_BY_BANK', data: { retryable: false } };

describe('the answers of one key', () => {
  it('the answers of one key are equal byte for byte, and all but one are marked as repeated', () => {
    expect(violationsAfter(answer(201), answer(201, replay), answer(201, replay))).toBe(0);
    expect(violationsAfter(answer(201, replay), answer(201), answer(201, replay))).toBe(0);
    expect(violationsAfter(answer(422, declined), answer(422, { ...declined, ...replay }))).toBe(0);
  });

  it.each([
    ['another status', [answer(201), answer(200, replay)]],
    ['another text', [answer(201), answer(201, { ...replay, data: { id: 'other' } })]],
    ['no mark of a repetition', [answer(201), answer(201)]],
    ['a rejection that changes', [answer(422, declined), answer(201)]],
    ['an error of the service', [answer(500, { errorCode: 'INTERNAL_ERROR' })]],
  ])('the answers of one key are a violation with %s', (_, answers) =>
    expect(violationsAfter(...answers)).toBe(1),
  );

  it('the answers of one key may change while none is stored: in progress, and bank not reached', () => {
    const inProgress = answer(409, { errorCode: 'REQUEST_IN_PROGRESS', data: { retryable: true } });
    const unreached = answer(503, { errorCode: 'BANK_UNAVAILABLE', data: { retryable: true } });
    expect(violationsAfter(inProgress, unreached, answer(201), answer(201, replay))).toBe(0);
  });

  it.each([
    ['it', '/api/card/c1', 0],
    ['its customer', '/api/customer/u1', 0],
    ['another', '/api/card/c2', 1],
  ])(
    'the answers of one key cannot be repeated if they contain a card and %s was to be deleted',
    (_, path, violations) => {
      const journal = openJournal();
      const call = { merchant: 'Kahve', body: '{}', tag: 'k', originals: 0, unheard: 0 };
      const sent: Sent = { ...call, method: 'POST', path: '/api/card', key: 'k1' };
      journal.sent.set('k2', { ...call, method: 'DELETE', path, key: 'k2' });
      hear(journal, sent, answer(201, { data: { id: 'c1', customerId: 'u1' } }));
      hear(journal, sent, answer(404, { errorCode: 'CARD_NOT_FOUND' }));
      expect(journal.violations).toHaveLength(violations);
    },
  );
});
