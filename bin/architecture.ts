// `npm run architecture`: draws docs/architecture.svg from the route table, the grants and the stacks, and
// the state diagrams of docs/architecture.md from the transitions of the domain.
import { readFileSync, writeFileSync } from 'node:fs';
import { drawArchitecture } from '../lib/cloud/diagram/architecture.ts';
import { chartOf } from '../lib/cloud/diagram/chart.ts';
import { countStacks } from '../lib/cloud/diagram/stack-count.ts';
import { withStateDiagrams } from '../lib/cloud/diagram/state-diagrams.ts';
import { ROUTE_TABLE } from '../lib/cloud/function/deployed-function.ts';

const diagram = drawArchitecture({ sections: chartOf(ROUTE_TABLE), stacks: countStacks(ROUTE_TABLE) });
writeFileSync(new URL('../docs/architecture.svg', import.meta.url), diagram);
const document = new URL('../docs/architecture.md', import.meta.url);
writeFileSync(document, withStateDiagrams(readFileSync(document, 'utf8')));
