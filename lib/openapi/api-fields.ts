// Fields that several objects of the API have.
import { PAYMENT_REFERENCE } from '#domain/id.ts';
import { CURRENCIES } from '#domain/money.ts';
import type { ErrorCode } from '#domain/rejection.ts';
import { instant, matching, memberOf, oneOf, reference, type SchemaOf } from './json-schema.ts';

export type Shown<Show extends (...given: never[]) => unknown> = ReturnType<Show>;

export const paymentReference = matching(PAYMENT_REFERENCE);
export const currency = oneOf(CURRENCIES);
export const maskedCardNumber: SchemaOf<string> = { type: 'string', pattern: '^[0-9]{6}\\*+[0-9]{4}$' };
/** The reason of a failed payment, charge attempt or refund; null if there is none. */
export const refusal = <Code extends ErrorCode>(): SchemaOf<Code | null> => ({
  anyOf: [reference('BankRefusal'), { type: 'null' }],
});

/** Absent unless the outcome is still unknown. */
export const waiting = {
  waitingFor: {
    ...memberOf({ bank: true, review: true }),
    description:
      'Present while the outcome is not known. `review`: a person looks, and the bank is asked once a day.',
  } as SchemaOf<'bank' | 'review'>,
  waitingSince: instant,
  nextCheckAt: {
    ...instant,
    description: 'When the bank is asked next, or soon after.',
  } as SchemaOf<string>,
};
export const ABSENT = { waitingFor: true, waitingSince: true, nextCheckAt: true } as const;
