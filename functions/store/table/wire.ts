// Rows in DynamoDB's wire format: those that failed conditions return, and the images of the table's stream.
import { type Item, itemOf } from './table.ts';

/** One attribute. In JSON, as the stream has it, bytes are base64. */
type WireValue = {
  S?: string | undefined;
  N?: string | undefined;
  BOOL?: boolean | undefined;
  B?: Uint8Array | string | undefined;
  SS?: string[] | undefined;
  L?: WireValue[] | undefined;
  M?: Record<string, WireValue> | undefined;
  NULL?: boolean | undefined;
};
export type WireItem = Readonly<Record<string, WireValue>>;

/** Throws if the row has no key. */
export const itemOfWire = (found: WireItem): Item => itemOf(plainMap(found));

const plainMap = (map: WireItem): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, plainValue(value)]));

function plainValue({ S, N, BOOL, B, SS, L, M, NULL }: WireValue): unknown {
  if (N !== undefined) return Number(N);
  if (SS !== undefined) return new Set(SS);
  if (L !== undefined) return L.map(plainValue);
  if (M !== undefined) return plainMap(M);
  if (typeof B === 'string') return new Uint8Array(Buffer.from(B, 'base64'));
  return NULL ? null : (S ?? BOOL ?? B);
}
