// A count of installments. A single payment is 1, which programs also write as 0.
import { MOST_INSTALLMENTS } from '#domain/installment/offer.ts';
import { field, integer, isZero, readAs } from './field.ts';

export const installmentCount = () => {
  const atLeastOne = integer(1, MOST_INSTALLMENTS);
  return field(atLeastOne.accepts, (value, context) =>
    isZero(value) ? 1 : readAs(atLeastOne, value, context),
  );
};
