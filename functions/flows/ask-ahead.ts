// Asks the banks what they know of an order or a period from a time that the table does not know: an attempt may
// have been declined then, and a later one paid, at any of them. The order ids of attempts count up, so each is
// asked for those that would have followed, until none knows one (payments.md 2.6).
import type { Acquirer, Inquiry } from '#acquirer/acquirer.ts';

export type AskedAttempt =
  /** The first attempt behind all that the banks know. */
  | { kind: 'free'; attemptNumber: number }
  /** The money was taken there under this order id; it may have been given back since. */
  | { kind: 'sold'; attemptNumber: number; bankOrderId: string; posId: string }
  /** An inquiry has no answer: nothing may be sold. */
  | { kind: 'unanswered' };

/** A virtual POS that may have taken the money. */
export type AskedBank = { posId: string; bank: Pick<Acquirer, 'inquire'> };

type AheadSearch = {
  /** The number of the attempt that the table would make. */
  from: number;
  /** As many attempts in a row end the search: some reach no bank, and later ones do. */
  unknown: number;
  /** The order ids under which an attempt may have been sold. */
  idsOf(attemptNumber: number): readonly string[];
};

export async function askAhead(
  banks: readonly AskedBank[],
  { from, unknown, idsOf }: AheadSearch,
): Promise<AskedAttempt> {
  let [asked, free] = [from, from];
  while (asked < free + unknown) {
    const numbers = Array.from({ length: free + unknown - asked }, (_, at) => asked + at);
    const answers = await Promise.all(
      numbers.flatMap((attemptNumber) =>
        idsOf(attemptNumber).flatMap((bankOrderId) =>
          banks.map(async ({ posId, bank }) => {
            return { attemptNumber, bankOrderId, posId, inquiry: await bank.inquire(bankOrderId) };
          }),
        ),
      ),
    );
    const sold = answers.find(({ inquiry }) => isSold(inquiry));
    if (sold) {
      const { attemptNumber, bankOrderId, posId } = sold;
      return { kind: 'sold', attemptNumber, bankOrderId, posId };
    }
    if (answers.some(({ inquiry: { kind } }) => kind !== 'found' && kind !== 'notFound')) {
      return { kind: 'unanswered' };
    }
    const known = answers.filter(({ inquiry }) => inquiry.kind === 'found');
    asked = free + unknown;
    free = Math.max(free, ...known.map(({ attemptNumber }) => attemptNumber + 1));
  }
  return { kind: 'free', attemptNumber: free };
}

const isSold = (inquiry: Inquiry): boolean =>
  inquiry.kind === 'found' &&
  inquiry.operations.some(({ operation, status }) => operation === 'sale' && status !== 'declined');
