// The merchant's own fields of an order, as pages and payments answer them.
import type { LabelName, Labels } from '#domain/payment/labels.ts';

export const showLabels = ({ metadata }: Labels) =>
  ({ metadata: metadata ?? {} }) satisfies Record<LabelName, unknown>;

/** The heads of their columns in the table of payments, and what a Turkish table says for a value of a list. */
export const LABEL_HEADS = { metadata: ['Kendi verileriniz', 'Metadata'] } as const satisfies Record<
  LabelName,
  readonly [tr: string, en: string, words?: Readonly<Record<string, string>>]
>;
