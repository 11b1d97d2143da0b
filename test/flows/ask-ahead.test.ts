// Asks a bank for the attempts of an order that would have followed: a sale is found wherever it stands, and
// nothing is free before each inquiry has an answer (payments.md 2.6).
import { expect, it } from 'vitest';
import type { HistoryOperation, Inquiry } from '#acquirer/acquirer.ts';
import { askAhead } from '#flows/ask-ahead.ts';

const row = (more: Partial<HistoryOperation>): Inquiry => ({
  kind: 'found',
  operations: [
    { operation: 'sale', status: 'approved', amountMinor: 100, batchOpen: true, code: '00', ...more },
  ],
});
const DECLINED = row({ status: 'declined', code: '51' });
const SOLD = row({});
const NO_ANSWER: Inquiry = { kind: 'unknown', reason: 'no answer' };

/** Asks from the second attempt on; two attempts in a row that the bank does not know end the search. */
async function ask(books: Record<string, Inquiry>) {
  const asked: string[] = [];
  const inquire = async (bankOrderId: string): Promise<Inquiry> => {
    asked.push(bankOrderId);
    return books[bankOrderId] ?? { kind: 'notFound' };
  };
  const idsOf = (attemptNumber: number) => [`A${attemptNumber}`, `A${attemptNumber}V1`];
  const ahead = await askAhead([{ posId: 'P1', bank: { inquire } }], { from: 2, unknown: 2, idsOf });
  return { ahead, asked };
}
const aheadOf = async (books: Record<string, Inquiry>) => (await ask(books)).ahead;

it('the planned attempt is free if the bank knows none', async () => {
  const { ahead, asked } = await ask({ A1: SOLD });
  expect(ahead).toEqual({ kind: 'free', attemptNumber: 2 });
  expect(asked).toEqual(['A2', 'A2V1', 'A3', 'A3V1']);
});

it('the attempt behind the last one that the bank knows is free, each asked once', async () => {
  const { ahead, asked } = await ask({ A3: DECLINED, A4V1: DECLINED });
  expect(ahead).toEqual({ kind: 'free', attemptNumber: 5 });
  expect(asked).toEqual(['A2', 'A3', 'A4', 'A5', 'A6'].flatMap((id) => [id, `${id}V1`]));
});

it.each(['A2', 'A2V1', 'A3', 'A3V1'])('a sale as %s is found', async (bankOrderId) => {
  const attemptNumber = Number(bankOrderId[1]);
  expect(await aheadOf({ [bankOrderId]: SOLD })).toEqual({
    kind: 'sold',
    attemptNumber,
    bankOrderId,
    posId: 'P1',
  });
});

it('a sale is found behind declines and behind an attempt that reached no bank', async () => {
  const bankOrderId = 'A5';
  const found = { kind: 'sold', attemptNumber: 5, bankOrderId, posId: 'P1' };
  expect(await aheadOf({ A2: DECLINED, A3V1: DECLINED, A5: SOLD })).toEqual(found);
  expect(await aheadOf({ A2: NO_ANSWER, A3: SOLD })).toMatchObject({ bankOrderId: 'A3' });
});

it.each(['approved', 'voided', 'reversing'] as const)('a sale that is %s is not made again', async (status) =>
  expect(await aheadOf({ A2: row({ status }) })).toMatchObject({ kind: 'sold' }),
);

it.each([NO_ANSWER, { kind: 'notSent', reason: 'BANK_NOT_ASKED' } as const])(
  'without an answer nothing is free: %j',
  async (inquiry) => {
    expect(await aheadOf({ A3V1: inquiry })).toEqual({ kind: 'unanswered' });
    expect(await aheadOf({ A2: DECLINED, A4: inquiry })).toEqual({ kind: 'unanswered' });
  },
);

it('a sale at any of several banks is found, and each of them must answer', async () => {
  const at = (posId: string, answer: Inquiry) => ({ posId, bank: { inquire: async () => answer } });
  const none: Inquiry = { kind: 'notFound' };
  const search = { from: 1, unknown: 1, idsOf: (attemptNumber: number) => [`A${attemptNumber}`] };
  const both = (second: Inquiry) => askAhead([at('P1', none), at('P2', second)], search);
  expect(await both(SOLD)).toMatchObject({ kind: 'sold', posId: 'P2' });
  expect(await both(NO_ANSWER)).toEqual({ kind: 'unanswered' });
  expect(await both(none)).toEqual({ kind: 'free', attemptNumber: 1 });
});
