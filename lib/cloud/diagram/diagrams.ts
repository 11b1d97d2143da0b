// The diagrams of docs/architecture.md: functions from the route table, states from the transitions that the
// domain declares.
import { changesOf, MACHINES, type Machine } from '../../site/machines.ts';
import { ROUTE_TABLE } from '../function/deployed-function.ts';
import { drawFunctions } from './function-diagram.ts';

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
