// The accepted values of a field, as data beside the function that reads it. lib/openapi writes it as JSON
// Schema.
import type { OtherWords } from '../words/other-words.ts';

type AcceptedValue =
  /** Numbers of characters; `digits` is a text that contains only digits. */
  | { kind: 'text' | 'digits'; min: number; max: number }
  | { kind: 'integer'; min: number; max: number }
  /** In the major unit of the currency. */
  | { kind: 'amount'; min: number; max: number }
  /** A number with at most four decimals. */
  | { kind: 'percent'; min: number; max: number }
  /** A calendar day: `2026-11-20`. */
  | { kind: 'day' }
  | { kind: 'choice'; values: readonly string[] }
  /** `origin`: a URL without anything behind the host and its port. */
  | { kind: 'url' | 'origin' | 'email' | 'addressRange'; max: number }
  /** The merchant's own names and texts. */
  | { kind: 'metadata' }
  | { kind: 'boolean' | 'color' | 'digest' | 'uuid' | 'bin' | 'cardNumber' | 'expiryMonth' | 'expiryYear' }
  /** An instant. A date alone means 10:00 for a `chargeDate`, otherwise the whole day. */
  | { kind: 'datetime' | 'chargeDate' | 'firstDay' | 'windowStart' | 'windowEnd' | 'timeZone' };

export type Accepts = (
  | AcceptedValue
  | {
      kind: 'object';
      fields: Readonly<Record<string, { accepts: Accepts }>>;
      /** At least one of these optional fields is required. */
      anyOf?: readonly string[];
      /** What other providers call the fields. */
      words?: OtherWords;
    }
  | { kind: 'list'; item: Accepts; min?: number; max: number }
) & {
  /** The field may be absent. */
  optional?: true;
  /** The value of an absent field. */
  default?: unknown;
  /** Another name of a query parameter. */
  otherName?: string;
  /** An empty text, or 0 for a number, removes the value. */
  clearable?: true;
};
