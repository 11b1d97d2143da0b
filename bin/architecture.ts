// `npm run architecture`: draws docs/architecture.svg from the route table, the grants and the stacks, and
// the state diagrams of docs/architecture.md from the transitions of the domain.
import { readFileSync, writeFileSync } from 'node:fs';
import { ROUTE_TABLE } from '../lib/cloud/function/deployed-function.ts';
import { drawArchitecture } from '../lib/cloud/picture/architecture.ts';
import { chartOf } from '../lib/cloud/picture/chart.ts';
import { countStacks } from '../lib/cloud/picture/stack-count.ts';
import { withStateDiagrams } from '../lib/cloud/picture/state-diagrams.ts';

const picture = drawArchitecture({ sections: chartOf(ROUTE_TABLE), stacks: countStacks(ROUTE_TABLE) });
writeFileSync(new URL('../docs/architecture.svg', import.meta.url), picture);
const document = new URL('../docs/architecture.md', import.meta.url);
writeFileSync(document, withStateDiagrams(readFileSync(document, 'utf8')));
