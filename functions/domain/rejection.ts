// The error with which a request is refused. The table gives status and sentences of its code.
import type { ErrorCode, RejectionCode, RejectionRow } from './rejection-table.ts';

/** Further data for the caller: `{ refundableAmount: 12.5 }`. It contains no secret and no sent value. */
type Facts = Record<string, unknown>;

/** A row of its own: of a decline of the bank, which other functions need not contain, or of one cause of a code. */
type OwnRow = { code: ErrorCode; row: RejectionRow };

/** The error class of a refused request: it has a code of the table. */
export class Rejection extends Error {
  readonly code: ErrorCode;
  /** In place of the one in the table. */
  readonly row: RejectionRow | undefined;
  readonly facts: Facts;
  /** The fields of the body that caused it. */
  fields: readonly string[] = [];
  /** What this caller can do, if the cause tells more than the table. */
  advice: RejectionRow['advice'] | undefined;
  constructor(reason: RejectionCode | OwnRow, facts: Facts = {}, options?: ErrorOptions) {
    const { code, row } = typeof reason === 'string' ? { code: reason, row: undefined } : reason;
    super(code, options);
    this.name = 'Rejection';
    this.code = code;
    this.row = row;
    this.facts = facts;
  }
  /** Names the fields of the body that caused the rejection, for `errors` of the answer (api.md 1.3). */
  at(...fields: readonly string[]): this {
    this.fields = fields;
    return this;
  }
  /** Replaces the advice of the table by one that fits the cause. */
  advising(advice: RejectionRow['advice']): this {
    this.advice = advice;
    return this;
  }
}

/** Any error but a Rejection is our fault. */
export function asRejection(error: unknown): Rejection {
  return error instanceof Rejection ? error : new Rejection('INTERNAL_ERROR', {}, { cause: error });
}
