// The merchant's own fields of an order: on its page as they were sent, copied to each payment of the page, and
// answered with both. Type and stored form of each are stated here alone.
import { optional, type Shape, textMap } from '../shape.ts';

export const LABELS = { metadata: optional(textMap) };

export type LabelName = keyof typeof LABELS;
export type Labels = {
  [Name in LabelName]?: (typeof LABELS)[Name] extends Shape<infer Value> ? Value : never;
};

export type GivenLabels = { readonly [Name in LabelName]?: Labels[Name] | undefined };

/** The labels among the fields of a body or page. */
export const labelsOf = (labels: GivenLabels): Labels =>
  Object.fromEntries(
    Object.keys(LABELS).flatMap((name) => {
      const value = labels[name as LabelName];
      return value === undefined ? [] : [[name, value]];
    }),
  );
