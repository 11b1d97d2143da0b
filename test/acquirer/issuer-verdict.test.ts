// What the issuer's answer proves, for payment pages and card pages alike.
import { describe, expect, it } from 'vitest';
import type { ThreeDReturn } from '#acquirer/acquirer.ts';
import { issuerVerdict } from '#acquirer/issuer-verdict.ts';

const NOW = new Date('2026-03-02T09:10:00.000Z');
const SENT = {
  bankOrderId: 'P1',
  amountMinor: 1_000,
  currency: 'TRY',
  installment: 3,
  maskedCardNumber: '999900******0001',
  cardAssociation: 'VISA',
  endsAt: '2026-03-02T09:10:00.001Z',
} as const;
const PROOF = { md: 'md', xid: 'xid', eci: '05', cavv: 'cavv' };
const ANSWER = {
  kind: 'authentic',
  bankOrderId: 'P1',
  amountMinor: 1_000,
  currency: 'TRY',
  installment: 3,
  level: 'full',
  mdStatus: '1',
  eci: '05',
  proof: PROOF,
  echo: 'echo',
  message: 'Authenticated',
} as const;
const { proof: _, ...WITHOUT_PROOF } = ANSWER;
const EVIDENCE = { mdStatus: '1', eci: '05' };

const judge = (answer: ThreeDReturn, more: { acceptHalfSecure?: boolean; endsAt?: string } = {}) =>
  issuerVerdict({ ...SENT, endsAt: more.endsAt ?? SENT.endsAt }, answer, {
    acceptHalfSecure: more.acceptHalfSecure,
    now: NOW,
  });
const refused = (reason: string, isSuspect = true) => ({ kind: 'refused', reason, isSuspect });

describe('an answer that does not count', () => {
  it.each<[what: string, answer: ThreeDReturn, verdict: object]>([
    [
      'of someone else than the bank',
      { kind: 'forged', reason: 'hash', fieldNames: ['oid'] },
      { ...refused('hash'), fieldNames: ['oid'] },
    ],
    ['without readable fields', { kind: 'malformed', reason: 'no amount' }, refused('no amount')],
    ['to another attempt', { ...ANSWER, bankOrderId: 'P2' }, refused('another attempt', false)],
    ['of another amount', { ...ANSWER, amountMinor: 999 }, refused('amount, currency or installments')],
    ['in another currency', { ...ANSWER, currency: 'EUR' }, refused('amount, currency or installments')],
    ['with other installments', { ...ANSWER, installment: 1 }, refused('amount, currency or installments')],
  ])('an answer %s is refused', (_what, answer, verdict) => {
    expect(judge(answer)).toEqual(verdict);
  });
});

describe('an answer to the challenge that was sent', () => {
  const failed = (why: string, evidence: object) => ({ kind: 'failed', why, evidence, echo: 'echo' });
  const proven = (isFull: boolean, evidence: object) => ({
    kind: 'proven',
    isFull,
    proof: PROOF,
    evidence,
    echo: 'echo',
  });
  const HALF = { ...ANSWER, level: 'half', mdStatus: '2' } as const;
  const HALF_EVIDENCE = { mdStatus: '2', eci: '05' };
  const reported = (evidence: object) => ({ ...evidence, message: 'Authenticated' });

  it.each<[what: string, answer: ThreeDReturn, more: Parameters<typeof judge>[1], verdict: object]>([
    ['full', ANSWER, {}, proven(true, EVIDENCE)],
    ['half, not accepted', HALF, { acceptHalfSecure: false }, failed('2', reported(HALF_EVIDENCE))],
    ['half, without a setting', HALF, {}, failed('2', reported(HALF_EVIDENCE))],
    ['half, accepted', HALF, { acceptHalfSecure: true }, proven(false, HALF_EVIDENCE)],
    [
      'failed',
      { ...ANSWER, level: 'failed', mdStatus: '0' },
      { acceptHalfSecure: true },
      failed('0', reported({ mdStatus: '0', eci: '05' })),
    ],
    ['full without a proof', WITHOUT_PROOF, {}, failed('1', reported(EVIDENCE))],
    [
      'refused before the issuer was asked',
      { ...ANSWER, level: 'failed', mdStatus: '' },
      {},
      failed('ERROR', reported({ eci: '05' })),
    ],
    [
      'of a status that is no digit',
      { ...ANSWER, level: 'failed', mdStatus: 'X7' },
      {},
      failed('X7', reported({ eci: '05' })),
    ],
    ['at the end of the challenge', ANSWER, { endsAt: NOW.toISOString() }, failed('TIMED-OUT', {})],
    ['without an end of the challenge', ANSWER, { endsAt: '' }, failed('TIMED-OUT', {})],
  ])('an authentication, %s', (_what, answer, more, verdict) => {
    expect(judge(answer, more)).toEqual(verdict);
  });
});
