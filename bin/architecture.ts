// `npm run architecture`: draws docs/architecture.svg anew from the route table, the grants and the stacks.
import { writeFileSync } from 'node:fs';
import { ROUTE_TABLE } from '../lib/cloud/function/deployed-function.ts';
import { drawArchitecture } from '../lib/cloud/picture/architecture.ts';
import { chartOf } from '../lib/cloud/picture/chart.ts';
import { countStacks } from '../lib/cloud/picture/stack-count.ts';

const picture = drawArchitecture({ sections: chartOf(ROUTE_TABLE), stacks: countStacks(ROUTE_TABLE) });
writeFileSync(new URL('../docs/architecture.svg', import.meta.url), picture);
