// What the picture of the architecture shows, taken from what is deployed: which doors there are, who comes
// through them, what each may touch. Doors of one noun that may touch the same share a row.
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
  schedule: { service: 'Scheduler', part: 'alarms', light: 'drops', full: 'plans' },
  bank: { service: 'Bank', part: 'money', full: 'moves' },
} as const satisfies Record<string, { service: string; part: string; light?: string; full?: string }>;
export type Column = keyof typeof COLUMNS;
type Mark = 'light' | 'full';

/** A need without its mark does not compile. A merchant's own key is made of digests, too. */
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
  digest: { digest: 'full' },
  'merchant-key': { digest: 'light' },
  'schedule:plan': { schedule: 'full' },
  'schedule:drop': { schedule: 'light' },
};

export type ChartRow = { noun: string; doors: string[]; marks: ReadonlyMap<Column, ReadonlySet<Mark>> };
export type Section = { who: string; how: string; entrance: string; rows: readonly ChartRow[] };

const AUDIENCES = {
  merchant: { who: 'Merchant', how: 'X-Api-Key', entrance: 'API Gateway' },
  buyer: { who: 'Buyer', how: 'token of the page', entrance: 'API Gateway' },
  anyone: { who: 'Developer', how: 'no key', entrance: 'API Gateway' },
} as const satisfies Record<Route['audience'], Omit<Section, 'rows'>>;
const CLOCK = { who: 'Time', how: 'due dates, 5 minutes', entrance: 'EventBridge Scheduler' };

export function chartOf(table: RouteTable): readonly Section[] {
  const [backgroundFunctions, authorizers] = [byKind(table, 'clock'), byKind(table, 'authorizer')];
  const sections = Object.entries(AUDIENCES).map(([audience, said]) => {
    const functions = table.routes.filter((route) => route.audience === audience).map(functionOf);
    const rows = rowsOf(functions.map((fn) => ({ ...nameIn(fn), door: fn })));
    if (audience !== 'merchant') return { ...said, rows };
    return { ...said, rows: [...rowsOf(authorizers.map((fn) => named('every call', fn))), ...rows] };
  });
  return [
    ...sections,
    { ...CLOCK, rows: rowsOf(backgroundFunctions.map((fn) => named('clock', fn))) },
  ].filter(({ rows }) => rows.length > 0);
}

const byKind = (table: RouteTable, kind: DeployedFunction['kind']) =>
  functionsOf(table).filter((fn) => fn.kind === kind);

type NamedFunction = { noun: string; verb: string; door: DeployedFunction };
const named = (noun: string, fn: DeployedFunction): NamedFunction => ({ noun, verb: fn.name, door: fn });
const plain = (text: string) => text.replace('three-d', '3-D').replaceAll(/(?<!3)-/g, ' ');

/** functions/endpoints/hosted-page/create.ts: what is done to which noun. */
function nameIn({ entry }: DeployedFunction): { noun: string; verb: string } {
  const [noun = '', verb = ''] = entry.replace(/^functions\/endpoints\/|\.ts$/g, '').split('/');
  return { noun: plain(noun), verb: plain(verb) };
}

function rowsOf(functions: readonly NamedFunction[]): ChartRow[] {
  const rows = new Map<string, ChartRow>();
  for (const { noun, verb, door: fn } of functions) {
    const marks = marksOf(fn.needs);
    const key = JSON.stringify([
      noun,
      [...marks].map(([column, kinds]) => [column, [...kinds].sort()]).sort(),
    ]);
    const row = rows.get(key) ?? { noun, doors: [], marks };
    row.doors.push(verb);
    rows.set(key, row);
  }
  // What was not together in the table stands together here.
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
  // Who writes rows reads them too; sealing and opening are two things.
  if (marks.get('table')?.has('full')) marks.set('table', new Set<Mark>(['full']));
  return marks;
}
