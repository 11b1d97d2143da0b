// The merchant's own fields of an order, in bodies of pages and charges.
import type { LabelName } from '#domain/payment/labels.ts';
import { optional } from './field.ts';
import { metadata } from './metadata.ts';

export const labelFields = () => ({ metadata: optional(metadata()) }) satisfies Record<LabelName, unknown>;
