// The diagram of functions in docs/architecture.md: who calls which, and what they do beyond the table. Its
// input is the route table with its grants.
import type { Need, Route } from '#routes.ts';
import {
  type DeployedFunction,
  functionOf,
  functionsOf,
  type RouteTable,
} from '../function/deployed-function.ts';

type Use = readonly [target: 'keys' | 'schedules' | 'bank', verb: string];
const SECRETS: Use = ['keys', 'opens secrets'];

/** Nearly every function has these, so they are not drawn. */
type Common = 'digest' | 'merchant-key' | 'lease' | Extract<Need, `${'table' | 'index'}:${string}`>;
/** Another need without an entry does not compile. */
const USES: Readonly<Record<Exclude<Need, Common>, readonly Use[]>> = {
  'card:seal': [['keys', 'seals cards']],
  'card:renew': [['keys', 'seals cards']],
  'card:open': [['keys', 'opens cards']],
  sign: [['keys', 'signs']],
  acquirer: [SECRETS, ['bank', 'moves money']],
  'webhook:seal': [['keys', 'seals secrets']],
  'webhook:send': [SECRETS],
  'schedule:plan': [['schedules', 'plans']],
  'schedule:drop': [['schedules', 'drops']],
};

const AUDIENCES: Readonly<Record<Route['audience'], string>> = {
  merchant: 'Merchant: API key, API Gateway',
  buyer: 'Buyer: token of the page, API Gateway',
  anyone: 'Developer: no key, API Gateway',
  desk: 'Person at the desk: cookie or link, API Gateway',
};
const KINDS: Readonly<Record<DeployedFunction['kind'], string>> = {
  authorizer: AUDIENCES.merchant,
  http: AUDIENCES.merchant,
  scheduled: 'Time: EventBridge Scheduler',
  stream: 'Stream of the table',
  queue: 'Due deliveries: stream of the table, SQS',
};

/** The functions of one box; together they have these needs. */
type Box = { caller: string; noun: string; verbs: string[]; needs: Need[] };

/** `hosted-page/3-D callback` -> noun and verb; a background function is its own noun. */
function placesOf({ routes, backgroundFunctions }: RouteTable) {
  const called = routes.map((route) => {
    const [noun = '', verb = ''] = route.file.replace('three-d', '3-D').split('/').map(spaced);
    return { caller: AUDIENCES[route.audience], noun, verb, needs: functionOf(route).needs };
  });
  const others = functionsOf({ routes: [], backgroundFunctions }).map(({ name, kind, needs }) => {
    return { caller: KINDS[kind], noun: 'background', verb: spaced(name), needs };
  });
  return [...called, ...others];
}

const spaced = (text: string) => text.replaceAll(/(?<!3)-/g, ' ');

function boxesOf(table: RouteTable): readonly Box[] {
  const boxes = new Map<string, Box>();
  for (const { caller, noun, verb, needs } of placesOf(table)) {
    const box = boxes.get(`${caller} ${noun}`) ?? { caller, noun, verbs: [], needs: [] };
    box.verbs.push(verb);
    box.needs.push(...needs);
    boxes.set(`${caller} ${noun}`, box);
  }
  return [...boxes.values()];
}

/** The Mermaid text of the diagram. */
export function drawFunctions(table: RouteTable): string {
  const boxes = boxesOf(table).map((box, at) => ({ ...box, id: `f${at}` }));
  const callers = [...Map.groupBy(boxes, ({ caller }) => caller)].flatMap(([caller, own], at) => [
    `  subgraph c${at}["${caller}"]`,
    ...own.map(({ id, noun, verbs }) => `    ${id}["<b>${noun}</b><br>${verbs.join(' · ')}"]`),
    '  end',
  ]);
  const arrows = boxes.flatMap(({ id, needs }) => {
    const uses = needs.flatMap((need) => (need in USES ? USES[need as keyof typeof USES] : []));
    return [...Map.groupBy(uses, ([target]) => target)].map(([target, own]) => {
      const verbs = [...new Set(own.map(([, verb]) => verb))];
      return `  ${id} -->|${verbs.join(', ')}| ${target}`;
    });
  });
  return [
    'flowchart LR',
    ...callers,
    '  keys[("KMS")]',
    '  schedules(["EventBridge Scheduler"])',
    '  bank{{"Bank"}}',
    ...arrows,
  ].join('\n');
}
