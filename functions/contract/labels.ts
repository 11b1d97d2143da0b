// The merchant's own fields of an order, as pages and payments answer them.
import type { Labels } from '#domain/payment/labels.ts';

export const showLabels = ({ metadata }: Labels) => ({ metadata: metadata ?? {} });
