// Two derived tables of docs/permissions.md: which callers may use which key, and what an attacker reaches with
// code in a function. Both are read from the synthesised roles.
import { expect, test } from 'vitest';
import type { DeployedFunction } from '../../../../lib/cloud/function/deployed-function.ts';
import { OPERATOR_USES } from '../../../../lib/cloud/key-uses.ts';
import { EVERY_FUNCTION, EVERY_ROUTE, everyRole } from './every-role.ts';
import { ownGrants } from './grant-use.ts';
import type { Grant, Role } from './iam-policy.ts';
import { expectTables } from './permissions-page.ts';

/** The uses of keys, with the data that a caller reaches by each. Encrypting reveals no data. */
const REACHES: Record<string, string | undefined> = {
  'Decrypt card': '**every stored card in clear**',
  'Decrypt card expiry': undefined,
  'Decrypt acquirer': 'the settings of every virtual POS, and the banks',
  'Decrypt signing': 'every signing secret: can forge returns to shops',
  'Decrypt webhook': 'every secret of a webhook: can forge events to shops',
  'Encrypt card': undefined,
  'Encrypt card expiry': undefined,
  'Encrypt acquirer': undefined,
  'Encrypt signing': undefined,
  'Encrypt webhook': undefined,
  'GenerateMac FingerprintKey': 'the fingerprint of any card number',
  'GenerateMac DigestKey': 'the digest of any API key',
  'GenerateMac MerchantKey': "every merchant's own key",
};

const roles = [...everyRole().values()].sort((one, other) =>
  one.functionName.localeCompare(other.functionName, 'en'),
);
const functions = new Map(EVERY_FUNCTION.map((fn) => [fn.name, fn]));

const valuesOf = ({ conditions }: Grant, key: string) =>
  conditions
    .filter((condition) => condition.key === key && condition.operator !== 'Null')
    .flatMap(({ values }) => values);

/** `Decrypt card expiry`, `GenerateMac DigestKey` */
function keyUseOf(grant: Grant): string {
  const [, action = ''] = grant.action.split(':');
  const words = ['purpose', 'part'].flatMap((name) => valuesOf(grant, `kms:EncryptionContext:${name}`));
  return [action, ...(words.length > 0 ? words : [/<(\w+?)(?:V\d+)?\.Arn>/.exec(grant.resource)?.[1]])].join(
    ' ',
  );
}
const keyUsesOf = (role: Role) => [
  ...new Set(
    ownGrants(role)
      .filter(({ action }) => action.startsWith('kms:'))
      .map(keyUseOf),
  ),
];

const REACHED_BY: Partial<Record<DeployedFunction['kind'], string>> = {
  authorizer: 'anyone, through API Gateway',
  http: 'anyone',
  stream: 'changes of the table',
  queue: 'due deliveries, a schedule',
};

function reachedBy({ kind, name, entry }: DeployedFunction): string {
  const route = EVERY_ROUTE.find(({ file }) => entry === `functions/endpoints/${file}.ts`);
  if (route === undefined) return REACHED_BY[kind] ?? 'a schedule';
  if (route.audience !== 'merchant')
    return name === 'hosted-page-report'
      ? 'anyone'
      : { buyer: 'anyone with a page’s link', anyone: 'anyone', desk: 'anyone at the console' }[
          route.audience
        ];
  return `a key with \`${route.scope}\``;
}

/** `M#*#CARD#*` -> `CARD`, `PAGE#*` -> `PAGE` */
const rowName = (pattern: string) => /^(?:M#\*#)?(\w+)/.exec(pattern)?.[1] ?? pattern;

function lineOf(role: Role): string {
  const fn = functions.get(role.functionName);
  if (fn === undefined) throw new Error(`No function ${role.functionName}.`);
  const grants = ownGrants(role);
  const rowsWith = (actions: RegExp) =>
    grants
      .filter(({ action }) => actions.test(action))
      .flatMap((one) => valuesOf(one, 'dynamodb:LeadingKeys'));
  const texts = (patterns: string[]) => [...new Set(patterns.map(rowName))].sort().join(', ');
  const writes = rowsWith(/^dynamodb:(PutItem|UpdateItem)$/);
  const isScheduler = grants.some(({ action }) => action.startsWith('scheduler:'));
  const reaches = keyUsesOf(role).flatMap((use) => REACHES[use] ?? []);
  const all = [...reaches, ...(isScheduler ? ['the schedules of charges'] : [])];
  const cells = [
    `\`${role.functionName}\``,
    reachedBy(fn),
    all.join('; ') || 'nothing',
    texts(writes) || 'nothing',
  ];
  return `| ${cells.join(' | ')} |`;
}

const OPERATORS = OPERATOR_USES.map(({ action, key, context }) => {
  const purpose = Object.values(context?.values ?? {}).join(' ');
  return `${action.replace('kms:', '')} ${purpose || `${key.charAt(0).toUpperCase()}${key.slice(1)}Key`}`;
});

const MOST_IN_A_ROW = 8;
/** A use of many functions has several rows, so that none is too long to read. */
const inRows = (all: readonly string[]) =>
  Array.from({ length: Math.ceil(all.length / MOST_IN_A_ROW) }, (_, at) =>
    all.slice(at * MOST_IN_A_ROW, (at + 1) * MOST_IN_A_ROW),
  );

function keyTable(): string[] {
  const uses = [...new Set(roles.flatMap(keyUsesOf))].sort();
  return Object.keys(REACHES)
    .filter((use) => uses.includes(use) || OPERATORS.includes(use))
    .flatMap((use) => {
      const users = roles
        .filter((role) => keyUsesOf(role).includes(use))
        .map((role) => `\`${role.functionName}\``);
      const all = [...users, ...(OPERATORS.includes(use) ? ['operators'] : [])];
      return inRows(all).map((some) => `| ${use} | ${some.join(', ')} |`);
    });
}

test('docs/permissions.md lists for each key use and each function what the synthesised roles permit', () => {
  const unknown = roles.flatMap(keyUsesOf).filter((use) => !Object.hasOwn(REACHES, use));
  expect(unknown).toEqual([]);
  const keys = ['| Use | Who |', '|---|---|', ...keyTable()];
  const radius = [
    '| Function | Who reaches it | What it reaches beyond its rows | What it can change |',
    '|---|---|---|---|',
    ...roles.map(lineOf),
  ];
  expectTables({ 'Who may use which key': keys, 'Blast radius': radius });
});

test('no function can change a merchant or the due index, and three can change API keys', () => {
  const changed = roles.map((role) => [role.functionName, lineOf(role).split(' | ').at(-1) ?? ''] as const);
  const namesOf = (rows: RegExp) => changed.filter(([, all]) => rows.test(all)).map(([name]) => name);
  expect(namesOf(/MERCHANT|DUE|REVIEW/)).toEqual([]);
  expect(namesOf(/KEY/)).toEqual(['console-session', 'key-create', 'key-revoke']);
});

test('only four functions open cards, and one of them is reached without a key', () => {
  const openers = roles.filter((role) => keyUsesOf(role).includes('Decrypt card'));
  const reached = openers.map(({ functionName }) => {
    const fn = functions.get(functionName);
    return [functionName, fn && reachedBy(fn)];
  });
  expect(reached).toEqual([
    ['charge', 'a schedule'],
    ['hosted-page-pay', 'anyone with a page’s link'],
    ['payment-charge', 'a key with `payments:charge`'],
    ['sweep', 'a schedule'],
  ]);
});
