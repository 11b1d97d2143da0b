// The content of the architecture diagram, derived from the deployed functions: all functions, their callers,
// and the resources that each may access. Functions of one noun with the same access share a row.
import type { Need, Route } from '#routes.ts';
import {
  type DeployedFunction,
  functionOf,
  functionsOf,
  type RouteTable,
} from '../function/deployed-function.ts';

export const COLUMNS = {
  table: { service: 'DynamoDB', part: 'rows', light: 'reads', full: 'writes' },
  index: { service: 'DynamoDB', part: 'indexes', light: 'reads' },
  card: { service: 'KMS', part: 'cards', light: 'seals', full: 'opens' },
  fingerprint: { service: 'KMS', part: 'prints', light: 'makes' },
  secrets: { service: 'KMS', part: 'secrets', light: 'signs', full: 'opens' },
  digest: { service: 'KMS', part: 'digests', light: 'derives', full: 'makes' },
  schedule: { service: 'Scheduler', part: 'schedules', light: 'drops', full: 'plans' },
  bank: { service: 'Bank', part: 'money', full: 'moves' },
} as const satisfies Record<string, { service: string; part: string; light?: string; full?: string }>;
export type Column = keyof typeof COLUMNS;
type Mark = 'light' | 'full';

/** A new need without marks does not compile. A merchant's own key is derived, so it counts as a digest. */
const MARKS: Readonly<Record<Need, Partial<Record<Column, Mark>>>> = {
  'table:get': { table: 'light' },
  'table:get-many': { table: 'light' },
  'table:query': { table: 'light' },
  'table:put': { table: 'full' },
  'table:update': { table: 'full' },
  'index:list': { index: 'light' },
  'index:status': { index: 'light' },
  'index:lookup': { index: 'light' },
  'index:second': { index: 'light' },
  'index:due': { index: 'light' },
  'card:seal': { card: 'light', fingerprint: 'light' },
  'card:renew': { card: 'light' },
  'card:open': { card: 'full' },
  sign: { secrets: 'light' },
  acquirer: { secrets: 'full', bank: 'full' },
  'webhook:seal': { secrets: 'light' },
  'webhook:send': { secrets: 'full' },
  digest: { digest: 'full' },
  'merchant-key': { digest: 'light' },
  'schedule:plan': { schedule: 'full' },
  'schedule:drop': { schedule: 'light' },
};

export type ChartRow = { noun: string; verbs: string[]; marks: ReadonlyMap<Column, ReadonlySet<Mark>> };
export type Section = { caller: string; credential: string; trigger: string; rows: readonly ChartRow[] };

const AUDIENCES = {
  merchant: { caller: 'Merchant', credential: 'X-Api-Key', trigger: 'API Gateway' },
  buyer: { caller: 'Buyer', credential: 'token of the page', trigger: 'API Gateway' },
  anyone: { caller: 'Developer', credential: 'no key', trigger: 'API Gateway' },
} as const satisfies Record<Route['audience'], Omit<Section, 'rows'>>;
const STREAM = { caller: 'Table', credential: 'its stream', trigger: 'Lambda' };
const QUEUE = { caller: 'Table', credential: 'due deliveries', trigger: 'EventBridge Pipes, SQS' };
const SCHEDULED = { caller: 'Time', credential: 'due dates, 5 minutes', trigger: 'EventBridge Scheduler' };

export function chartOf(table: RouteTable): readonly Section[] {
  const gatewayFunctions = [
    ...byKind(table, 'authorizer').map((fn) => namedFunction('every call', fn)),
    ...byKind(table, 'http')
      .filter(({ entry }) => !entry.startsWith('functions/endpoints/'))
      .map((fn) => namedFunction('any other call', fn)),
  ];
  const background = (kind: DeployedFunction['kind'], heading: Omit<Section, 'rows'>) => ({
    ...heading,
    rows: rowsOf(byKind(table, kind).map((fn) => namedFunction(kind, fn))),
  });
  const sections = Object.entries(AUDIENCES).map(([audience, heading]) => {
    const functions = table.routes.filter((route) => route.audience === audience).map(functionOf);
    const rows = rowsOf(functions.map((fn) => ({ ...nounAndVerb(fn), definition: fn })));
    if (audience !== 'merchant') return { ...heading, rows };
    return { ...heading, rows: [...rowsOf(gatewayFunctions), ...rows] };
  });
  return [
    ...sections,
    background('scheduled', SCHEDULED),
    background('stream', STREAM),
    background('queue', QUEUE),
  ].filter(({ rows }) => rows.length > 0);
}

const byKind = (table: RouteTable, kind: DeployedFunction['kind']) =>
  functionsOf(table).filter((fn) => fn.kind === kind);

type NamedFunction = { noun: string; verb: string; definition: DeployedFunction };
const namedFunction = (noun: string, fn: DeployedFunction): NamedFunction => ({
  noun,
  verb: fn.name,
  definition: fn,
});
const plain = (text: string) => text.replace('three-d', '3-D').replaceAll(/(?<!3)-/g, ' ');

/** The noun and verb of a function, from its path: functions/endpoints/hosted-page/create.ts. */
function nounAndVerb({ entry }: DeployedFunction): { noun: string; verb: string } {
  const [noun = '', verb = ''] = entry.replace(/^functions\/endpoints\/|\.ts$/g, '').split('/');
  return { noun: plain(noun), verb: plain(verb) };
}

function rowsOf(functions: readonly NamedFunction[]): ChartRow[] {
  const rows = new Map<string, ChartRow>();
  for (const { noun, verb, definition: fn } of functions) {
    const marks = marksOf(fn.needs);
    const key = JSON.stringify([
      noun,
      [...marks].map(([column, kinds]) => [column, [...kinds].sort()]).sort(),
    ]);
    const row = rows.get(key) ?? { noun, verbs: [], marks };
    row.verbs.push(verb);
    rows.set(key, row);
  }
  // Groups the rows of a noun, which need not be adjacent in the route table.
  const nouns = [...new Set(functions.map(({ noun }) => noun))];
  return nouns.flatMap((noun) => [...rows.values()].filter((row) => row.noun === noun));
}

function marksOf(needs: readonly Need[]): ChartRow['marks'] {
  const marks = new Map<Column, Set<Mark>>();
  for (const need of needs) {
    for (const [column, mark] of Object.entries(MARKS[need]) as [Column, Mark][]) {
      marks.set(column, (marks.get(column) ?? new Set<Mark>()).add(mark));
    }
  }
  // A function that writes rows also reads them. Sealing and opening cards are separate rights.
  if (marks.get('table')?.has('full')) marks.set('table', new Set<Mark>(['full']));
  return marks;
}
