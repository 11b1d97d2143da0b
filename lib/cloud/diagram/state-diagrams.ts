// The state diagrams of docs/architecture.md, drawn from the transitions that the domain declares.
import { HOSTED_PAGE_TRANSITIONS, PAYMENT_TRANSITIONS } from '#domain/payment/transitions.ts';
import { RECURRING_PAYMENT_TRANSITIONS } from '#domain/recurring-payment/transitions.ts';
import { REFUND_TRANSITIONS } from '#domain/refund/transitions.ts';
import type { Transitions } from '#domain/transitions.ts';
import { DELIVERY_TRANSITIONS, WEBHOOK_TRANSITIONS } from '#domain/webhook/transitions.ts';

type Machine = { transitions: Transitions<string>; begins: readonly string[] };

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
    Object.entries(causes).map(([to, cause = '']) => [from, to, cause] as const),
  );

function drawStates({ transitions, begins }: Machine): string {
  const changes = changesOf(transitions);
  const ends = Object.keys(transitions).filter((state) => changes.every(([from]) => from !== state));
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...begins.map((state) => `  [*] --> ${state}`),
    ...changes.map(([from, to, cause]) => `  ${from} --> ${to}: ${cause}`),
    ...ends.map((state) => `  ${state} --> [*]`),
    '```',
  ].join('\n');
}

/** Returns the document with current diagrams. Throws if a marker is missing. */
export function withStateDiagrams(document: string): string {
  return Object.entries(MACHINES).reduce((text, [name, machine]) => {
    const place = new RegExp(`(<!-- states: ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`The document has no place for the states of ${name}.`);
    return text.replace(place, (_, start: string, end: string) => `${start}${drawStates(machine)}\n${end}`);
  }, document);
}
