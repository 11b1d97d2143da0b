// The state machines of the objects, as the domain declares them: for the site, and for the diagrams of
// docs/architecture.md.
import { HOSTED_PAGE_TRANSITIONS } from '#domain/payment/page-state.ts';
import { PAYMENT_TRANSITIONS } from '#domain/payment/transitions.ts';
import { RECURRING_PAYMENT_TRANSITIONS } from '#domain/recurring-payment/transitions.ts';
import { REFUND_TRANSITIONS } from '#domain/refund/transitions.ts';
import type { Transitions } from '#domain/transitions.ts';
import { DELIVERY_TRANSITIONS, WEBHOOK_TRANSITIONS } from '#domain/webhook/transitions.ts';

export type Machine = { transitions: Transitions<string>; begins: readonly string[] };

/** The state machines, by the name of their marker in the document. */
export const MACHINES: Readonly<Record<string, Machine>> = {
  'hosted-page': { transitions: HOSTED_PAGE_TRANSITIONS, begins: ['Open'] },
  payment: { transitions: PAYMENT_TRANSITIONS, begins: ['Processing'] },
  refund: { transitions: REFUND_TRANSITIONS, begins: ['Pending', 'Processing'] },
  webhook: { transitions: WEBHOOK_TRANSITIONS, begins: ['Active'] },
  delivery: { transitions: DELIVERY_TRANSITIONS, begins: ['Due', 'Waiting'] },
  'recurring-payment': { transitions: RECURRING_PAYMENT_TRANSITIONS, begins: ['Trialing', 'Active'] },
};

/** `[from, to, cause]` of each change, in the order of the table. */
export const changesOf = (transitions: Transitions<string>) =>
  Object.entries(transitions).flatMap(([from, causes]) =>
    Object.entries<string>(causes).map(([to, cause = '']) => [from, to, cause] as const),
  );
