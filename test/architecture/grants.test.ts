// The `needs` and `rows` of each Lambda function, from which its role is made, equal those that its code
// reaches.
import { expect, it } from 'vitest';
import type { Need } from '#routes.ts';
import type { RowKind } from '#store/kinds.ts';
import { kindNamed, rowNames } from '../../lib/operator/review/kind-of.ts';
import { type Declaration, reach } from './module-graph.ts';
import { lambdas, modules } from './project.ts';

/** The text by which a declaration shows that it needs a grant; types need none. */
const SIGNS: [need: Need, sign: (text: string, path: string) => boolean][] = [
  ['table:get', (text) => text.includes('new GetCommand(')],
  ['table:get-many', (text) => text.includes('new BatchGetCommand(')],
  ['table:query', (text) => text.includes('queryPage(TABLE_SHAPE, ')],
  ...(['list', 'status', 'lookup', 'second', 'due'] as const).map((index): (typeof SIGNS)[number] => [
    `index:${index}`,
    (text) => new RegExp(`\\bindex: [^,]*'${index}'`).test(text),
  ]),
  ['table:put', (text) => /\bkind: 'put'/.test(text)],
  ['table:update', (text) => /\bkind: '(update|count)'/.test(text)],
  ['schedule:plan', (text) => text.includes('new CreateScheduleCommand(')],
  ['schedule:drop', (text) => text.includes('new DeleteScheduleCommand(')],
  ['acquirer', (_, path) => path.startsWith('functions/acquirer/')],
  ['lease', (text) => text.includes('new DescribeTableCommand(')],
  ['card:open', (text) => /\bopen[<(]/.test(text) && text.includes("purpose: 'card'")],
  ['sign', (text) => /\bopen[<(]/.test(text) && text.includes("purpose: 'signing'")],
  ['card:seal', (text) => /\bseal\(/.test(text) && text.includes("purpose: 'card', ...owner }")],
  ['card:renew', (text) => /\bseal\(/.test(text) && text.includes("part: 'expiry'")],
  ['webhook:seal', (text) => /\bseal\(/.test(text) && text.includes("purpose: 'webhook'")],
  ['webhook:send', (text) => /\bopen[<(]/.test(text) && text.includes("purpose: 'webhook'")],
  ['digest', (text) => text.includes("setting('DIGEST_KEY_ID')")],
  ['merchant-key', (text) => text.includes("setting('MERCHANT_KEY_ID')")],
];

const keyed = (noun: string) => String.raw`\b(?:entityKey|\w+Partition)\([^,]*,\s*'${noun}'`;
/** The text by which a declaration shows that it makes a partition of the table, from its declared form. */
function signOf(partition: string): RegExp {
  const [, noun] = /^M#\{m\}#(\w+)/.exec(partition) ?? [];
  if (noun !== undefined) return new RegExp(String.raw`${keyed(noun)}|M#\$\{merchantId\}#${noun}\b`);
  return new RegExp(partition.includes('{') ? `\`${partition.split('{')[0]}` : `'${partition}'`);
}
/** Declines have one partition for each word; a word for an index is shown by the reading of the index. */
const OTHER_SIGNS: Partial<Record<RowKind, RegExp>> = {
  'listed-api-key': /\bapiKeysOf\(merchantId\)/,
  'api-key': /`KEY#|\bchange\('api-key'/,
  'listed-card-page': /\bpartition: [^\n]*'CARD_PAGE'/,
  'listed-page': /\bpartition: [^\n]*(?:'PAGE'|pagesOfOrder)/,
  'address-decline': /\bdeclinePartition\([^,]*,\s*'ADDRESS'/,
  'range-decline': /\bdeclinePartition\([^,]*,\s*'BIN'/,
  'waiting-delivery': /\bpendingPartition\([^)]*\bshard\)/,
  'due-delivery': /\bdeliveryDuePartition\(shard\)/,
  'due-charge': /\bduePartition\(chargeShard\)/,
  due: /\bduePartition\(shard\)/,
  difference: /\bDIFFERENCES_PARTITION\b/,
};
const ROW_SIGNS: [row: string, sign: RegExp][] = [
  ...rowNames
    .map(kindNamed)
    .flatMap(({ keys: [key], grants = {} }) =>
      Object.keys(grants).map((row) => [row, signOf(key?.pk ?? '')] as [string, RegExp]),
    )
    .filter(([row]) => !Object.hasOwn(OTHER_SIGNS, row)),
  ...Object.entries(OTHER_SIGNS),
];

/** Grants that the scan finds and no execution uses: the function uses only a part of shared code. */
const NEVER_DONE: Record<string, Partial<Record<Need | RowKind, string>>> = {
  'hosted-page/three-d-cancel': {
    'table:get-many': 'a cancelled challenge pays nothing, so no card is saved',
    'index:list': 'a cancelled challenge pays nothing, so no card is compared',
    card: 'no card is written',
    'card-tries': 'a cancelled challenge tells nothing about a code',
    customer: 'no customer is written',
    'range-decline': 'a cancelled challenge says nothing about the card',
  },
  'card-page/three-d-cancel': {
    'recurring-payment': 'a charge cannot be abandoned, so none is read',
    'range-decline': 'a cancelled challenge says nothing about the card',
  },
  'recurring-payment/pause': {
    'table:update': 'a pause ends nothing',
    card: 'so it releases no card',
    customer: 'and no customer',
  },
  ...Object.fromEntries(
    ['payment/adjust', 'refund/approve', 'refund/partial', 'refund/cancellations', 'sweep'].map((file) => [
      file,
      { difference: 'a difference is recorded; only the operator lists the open ones' },
    ]),
  ),
  announce: { 'payment-counts': 'an announcement reports no payment' },
  'card/update': { customer: 'a renewed card ends nothing, so it releases no customer' },
};

const isType = ({ text }: Declaration) => /^\s*(?:export )?type /.test(text);

/**
 * Every call of endpoint() reads and writes the table for its idempotency key. Its code does not tell the
 * rows of a key from others, so the scan stops there and adds them.
 */
function reachedBy({ path, file, route }: (typeof lambdas)[number]) {
  const endpoint = new Set(['functions/http/endpoint.ts:endpoint']);
  const declarations = reach(modules, path, 'handler', endpoint);
  expect(declarations.length, `${path} exports no handler`).toBeGreaterThan(0);
  const effective = declarations.filter(({ declaration }) => !isType(declaration));
  const isIdempotent = route?.audience === 'merchant' && route.method !== 'GET';
  const signed = SIGNS.filter(([, sign]) =>
    effective.some(({ path: at, declaration }) => sign(declaration.text, at)),
  ).map(([need]) => need);
  // Whoever calls banks reads the lease.
  const needs = signed.filter((need) => need !== 'lease' || !signed.includes('acquirer'));
  const rows = ROW_SIGNS.filter(([, sign]) =>
    effective.some(({ declaration }) => sign.test(declaration.text)),
  ).map(([row]) => row);
  return {
    file,
    needs: new Set<string>(isIdempotent ? [...needs, 'table:get', 'table:put'] : needs),
    rows: new Set<string>(isIdempotent ? [...rows, 'idempotency'] : rows),
  };
}

const reached = lambdas.map((lambda) => ({ lambda, ...reachedBy(lambda) }));
const isDone = (file: string) => (one: string) => !Object.hasOwn(NEVER_DONE[file] ?? {}, one);

it('every Lambda function is granted exactly what it uses', () => {
  const granted = lambdas.map(({ file, needs }) => [file, [...needs].sort()]);
  const done = reached.map(({ file, needs }) => [file, [...needs].filter(isDone(file)).sort()]);
  expect(Object.fromEntries(granted)).toEqual(Object.fromEntries(done));
});

it('every Lambda function may touch exactly the rows whose keys it makes', () => {
  const granted = lambdas.map(({ file, rows }) => [file, [...rows].sort()]);
  const touched = reached.map(({ file, rows }) => [file, [...rows].filter(isDone(file)).sort()]);
  expect(Object.fromEntries(granted)).toEqual(Object.fromEntries(touched));
});

it('every exception names a Lambda function and something that the scan finds in it', () => {
  const found = new Map(reached.map(({ file, needs, rows }) => [file, needs.union(rows)]));
  const stale = Object.entries(NEVER_DONE).flatMap(([file, exceptions]) =>
    Object.keys(exceptions).flatMap((one) => (found.get(file)?.has(one) ? [] : [`${file}: ${one}`])),
  );
  expect(stale).toEqual([]);
});
