// Compares the tables in docs/permissions.md with the synthesised roles, so the page cannot become outdated.
// `UPDATE_DOCS=1` writes the page.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { USED_BY_LAMBDA } from '../../../../lib/cloud/function/function-role.ts';
import { ROW_PARTITIONS } from '../../../../lib/cloud/function/grants.ts';
import { ownGrants } from './grant-use.ts';
import type { Grant, Role } from './iam-policy.ts';

const PAGE = new URL('../../../../docs/permissions.md', import.meta.url);
const RENEWAL = 'UPDATE_DOCS=1 npx vitest run --maxWorkers=1 test/lib/cloud/permissions';

export function expectPublishedPermissions(roles: Iterable<Role>): void {
  const sorted = [...roles].sort((one, other) => one.functionName.localeCompare(other.functionName, 'en'));
  const functions = [
    '| Function | Table | Rows | Indexes | Keys | Schedules |',
    '|---|---|---|---|---|---|',
    ...sorted.map(lineOf),
  ];
  const byLambda = [
    '| Policy | Why |',
    '|---|---|',
    ...Object.entries(USED_BY_LAMBDA).map(([policy, why]) => `| \`${policy}\` | ${why} |`),
  ];
  const partitions = [
    '| Prefix | Pattern | In the route table | Functions | Contains |',
    '|---|---|---|---|---|',
    ...ROW_PARTITIONS.map(({ word, pattern, contents, isReadOnly }) => {
      const codes = [rowName(pattern), pattern, word].map((code) => `\`${code}\``);
      return `| ${[...codes, isReadOnly ? 'read' : 'read, write', contents].join(' | ')} |`;
    }),
  ];
  expectTables({ Rows: partitions, Functions: functions, 'In the name of a function': byLambda });
}

/** Compares the table of each section, its lines given, with the page. */
export function expectTables(tables: Readonly<Record<string, readonly string[]>>): void {
  const page = readFileSync(PAGE, 'utf8');
  const wanted = Object.entries(tables).reduce(
    (text, [section, table]) => withTable(text, section, table),
    page,
  );
  if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, wanted);
  else expect(page, `Run ${RENEWAL}`).toBe(wanted);
}

/** Replaces the table of a section; each section has one. */
function withTable(page: string, section: string, table: readonly string[]): string {
  const start = page.indexOf(`## ${section}\n`);
  if (start < 0) throw new Error(`docs/permissions.md has no section ${section}`);
  const [published = ''] = /^\|.*(?:\n\|.*)*/m.exec(page.slice(start)) ?? [];
  return page.slice(0, start) + page.slice(start).replace(published, () => table.join('\n'));
}

function lineOf(role: Role): string {
  const grants = ownGrants(role);
  const onTable = grants.filter(({ resource }) => resource === '<Table.Arn>');
  const rows = grants.flatMap((grant) => valuesOf(grant, 'dynamodb:LeadingKeys')).map(rowName);
  const indexes = grants.flatMap(({ resource }) => /\/index\/(\w+)$/.exec(resource)?.[1] ?? []);
  const keys = grants.filter(({ action }) => action.startsWith('kms:')).map(keyUse);
  const schedules = grants.map(({ action }) => /^(?:scheduler|iam):(\w+)$/.exec(action)?.[1] ?? '');
  const cells = [onTable.map(actionName), rows, indexes, keys, schedules];
  const texts = cells.map((cell) => [...new Set(cell)].filter(Boolean).sort().join(', '));
  return `| ${[`\`${role.functionName}\``, ...texts].join(' | ')} |`;
}

const actionName = ({ action }: Grant) => action.split(':')[1] ?? '';

const valuesOf = ({ conditions }: Grant, key: string) =>
  conditions
    .filter((condition) => condition.key === key && condition.operator !== 'Null')
    .flatMap(({ values }) => values);

/** `M#*#CARD#*` -> `CARD`, `PAGE#*` -> `PAGE` */
const rowName = (pattern: string) => /^(?:M#\*#)?(\w+)/.exec(pattern)?.[1] ?? pattern;

/** `Decrypt card expiry`, by the purpose of the key; without one by its name */
function keyUse(grant: Grant): string {
  const key = grant.resource.replace(/^<(\w+)\.Arn>$/, '$1');
  const words = ['purpose', 'part'].flatMap((name) => valuesOf(grant, `kms:EncryptionContext:${name}`));
  return [actionName(grant), ...(words.length > 0 ? words : [key])].join(' ');
}
