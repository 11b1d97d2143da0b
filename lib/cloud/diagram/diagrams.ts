// The diagrams of docs/architecture.md: functions from the route table, states from the transitions that the
// domain declares.
import { HOSTED_PAGE_TRANSITIONS } from '#domain/payment/page-state.ts';
import { PAYMENT_TRANSITIONS } from '#domain/payment/transitions.ts';
import { RECURRING_PAYMENT_TRANSITIONS } from '#domain/recurring-payment/transitions.ts';
import { REFUND_TRANSITIONS } from '#domain/refund/transitions.ts';
import type { Transitions } from '#domain/transitions.ts';
import { DELIVERY_TRANSITIONS, WEBHOOK_TRANSITIONS } from '#domain/webhook/transitions.ts';
import { ROUTE_TABLE } from '../function/deployed-function.ts';
import { drawFunctions } from './function-diagram.ts';

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
    Object.entries<string>(causes).map(([to, cause = '']) => [from, to, cause] as const),
  );

function drawStates({ transitions, begins }: Machine): string {
  const changes = changesOf(transitions);
  const ends = Object.keys(transitions).filter((state) => changes.every(([from]) => from !== state));
  return [
    'stateDiagram-v2',
    ...begins.map((state) => `  [*] --> ${state}`),
    ...changes.map(([from, to, cause]) => `  ${from} --> ${to}: ${cause}`),
    ...ends.map((state) => `  ${state} --> [*]`),
  ].join('\n');
}

/** Returns the document with current diagrams. Throws if a marker is missing. */
export function withDiagrams(document: string): string {
  const states = Object.entries(MACHINES).map(([name, machine]) => [`states: ${name}`, drawStates(machine)]);
  return [['functions', drawFunctions(ROUTE_TABLE)], ...states].reduce((text, [name, drawn]) => {
    const place = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`The document has no place for the ${name}.`);
    return text.replace(
      place,
      (_, start: string, end: string) => `${start}\`\`\`mermaid\n${drawn}\n\`\`\`\n${end}`,
    );
  }, document);
}
