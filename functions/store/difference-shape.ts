// What rows keep of a difference between our books and a bank's.
import { DIFFERENCES, type Sums, type UnknownRefund } from '#domain/reconciliation/difference.ts';
import { listOf, natural, objectOf, oneOf, text } from '#domain/shape.ts';

export const kindOfDifference = () => oneOf(DIFFERENCES);

export const sums = () => objectOf<Sums>({ takenMinor: natural, givenBackMinor: natural });

export const unknownRefunds = () =>
  listOf(
    objectOf<UnknownRefund>({
      bankReferenceNumber: text,
      amountMinor: natural,
      as: oneOf(['Void', 'Refund']),
    }),
  );
