import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Need } from '#routes.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { announce, readEvents } from '../../../drivers/events.ts';
import { type Around, recordAwsCalls } from '../../../harness/aws-calls.ts';
import { startHarness } from '../../../harness/harness.ts';
import { EVERYTHING, synthesize } from '../cloud.ts';
import { EVERY_FUNCTION, everyRole, withDesk } from './every-role.ts';
import { deniedCalls, functionArnOf, lineOf, ownGrants, untouchedRows, unusedGrants } from './grant-use.ts';
import { isAllowed, rolesOf } from './iam-policy.ts';
import { giveCardsOnPages } from './pages/card-pages.ts';
import { expectPublishedPermissions } from './permissions-page.ts';
import { caller } from './scenarios/scenario-caller.ts';
import { type ActiveFaults, runScenarios } from './scenarios.ts';

const activeFaults: ActiveFaults = { isCallbackLost: false, isTriggerLost: false };
const started = new Set<string>();

/** Resets the modules for each function, as each Lambda has its own: no cache is shared between functions. */
const isolated: Around = async ({ functionName }, run) => {
  if (activeFaults.isCallbackLost && functionName?.endsWith('-three-d-callback')) throw new Error('lost');
  if (!started.has(functionName)) vi.resetModules();
  started.add(functionName);
  return await run();
};

// Otherwise the next file of this worker gets modules of two generations: the last function's client of the
// table, which keeps the address of this file's table, and a new service that starts its own DynamoDB.
afterAll(() => void vi.resetModules());

const recorder = recordAwsCalls();
const harness = await startHarness({
  events: true,
  around: recorder.around(isolated),
  triggerDelivery: () => (activeFaults.isTriggerLost ? 'drop' : 'deliver'),
});
await runScenarios(harness, activeFaults);
// This webhook gives the events a delivery.
await caller(harness)('POST', '/api/webhook', { url: 'http://localhost:65535/events' });
await readEvents(harness);
await giveCardsOnPages(harness, activeFaults);
await announce(harness);
recorder.stop();

const calls = recorder.calls();
const roles = everyRole();

test('the scenarios invoke every function', () => {
  const missing = EVERY_FUNCTION.filter(({ name }) => !started.has(name));
  const message = 'Add a call of each to test/lib/cloud/permissions/scenarios.ts';
  expect(
    missing.map(({ name }) => name),
    message,
  ).toEqual([]);
});

test('the role of each function grants every AWS call the function makes', () => {
  expect(deniedCalls(roles, calls).map(lineOf)).toEqual([]);
});

describe('roles of production with every option', () => {
  const production = withDesk(rolesOf(synthesize(EVERYTHING), 'production'));

  test('production roles grant the same calls as sandbox roles', () => {
    expect(deniedCalls(production, calls).map(lineOf)).toEqual([]);
    const own = (all: typeof roles) => [...all.values()].map((role) => [role.functionName, ownGrants(role)]);
    const inSandbox = JSON.stringify(own(roles)).replaceAll('payment-sandbox', 'payment-production');
    expect(own(production)).toEqual(JSON.parse(inSandbox));
  });

  test('Lambda may connect a function to the network, and the function’s own code may not', () => {
    const network = production.get('refund-approve')?.grants['network'] ?? [];
    const request = { action: 'ec2:DeleteNetworkInterface', resource: '*', context: {} };
    const byCode = { 'lambda:SourceFunctionArn': [functionArnOf('payment-production-api-refund-approve')] };
    expect(isAllowed(network, request)).toBe(true);
    expect(isAllowed(network, { ...request, context: byCode })).toBe(false);
  });
});

test('the keys of a role are closed outside the code of its function', () => {
  const isKeyUse = ({ action }: { action: string }) => action.startsWith('kms:');
  const held = [...roles.values()].filter((role) => ownGrants(role).some(isKeyUse));
  expect(held.length).toBeGreaterThan(15);
  const used = calls.filter(isKeyUse);
  expect(deniedCalls(roles, used)).toEqual([]);
  const stolen = held.map((role) => ({ ...role, roleName: 'payment-sandbox-other' }));
  const byAnother = new Map(stolen.map((role) => [role.functionName, role]));
  expect(deniedCalls(byAnother, used)).toEqual(used);
});

test.each([...roles.values()])('$functionName uses every grant of its role', (role) => {
  const advice = 'in test/lib/cloud/permissions/scenarios.ts, or remove them from the row';
  expect(unusedGrants(role, calls), `Use these grants ${advice}`).toEqual([]);
  expect(untouchedRows(role, calls), `Touch these rows ${advice}`).toEqual([]);
});

test('functions of payment pages reach no recurring payment and no schedule', () => {
  // The merchant's call reads the pages of recurring payments too (hosted-page.md 11.3).
  const pages = functionsOf(ROUTE_TABLE).filter(({ name }) => /^hosted-page-(?!show$)/.test(name));
  const reaching = pages.filter(
    ({ needs, rows }) =>
      // The row of a card's tries also counts the wrong security codes of pages (cards.md 7.1).
      needs.includes('schedule:plan') || rows.some((row) => /recurring|hold/.test(row)),
  );
  expect(reaching.map(({ name }) => name)).toEqual([]);
});

test('exactly the functions that need card:open decrypt cards', () => {
  const opened = calls.filter(
    ({ action, resource }) => action === 'kms:Decrypt' && resource === 'CARD_KEY_ID',
  );
  const withCardOpen = functionsOf(ROUTE_TABLE).filter(({ needs }) => needs.includes('card:open'));
  expect([...new Set(opened.map(({ functionName }) => functionName))].sort()).toEqual(
    withCardOpen.map(({ name }) => name).sort(),
  );
  expect(opened.map(({ context }) => context['kms:EncryptionContext:purpose'])).toEqual(
    opened.map(() => ['card']),
  );
});

test('every grant names its action and resource; only names of schedules are wildcards', () => {
  const open = [...roles.values()]
    .flatMap(ownGrants)
    .filter(({ action, resource }) => /[*?]/.test(action) || /[*?]/.test(resource.replace(/\/\*$/, '')));
  expect(open).toEqual([]);
  const anyName = [...roles.values()].flatMap(ownGrants).filter(({ resource }) => resource.endsWith('*'));
  expect([...new Set(anyName.map(({ action }) => action))].sort()).toEqual([
    'scheduler:CreateSchedule',
    'scheduler:DeleteSchedule',
  ]);
});

test('docs/permissions.md names each function that opens or encrypts card numbers, with its rank', () => {
  const needing = (need: Need) =>
    EVERY_FUNCTION.filter(({ needs }) => needs.includes(need)).map(({ name }) => name);
  const page = readFileSync(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8');
  const section = /## Who can do what with a card number\n(.*?)\n## /s.exec(page)?.[1] ?? '';
  const rows = Array.from(section.matchAll(/^\| `([\w-]+)` \|/gm), ([, name = '']) => name);
  const opens = needing('card:open');
  expect(rows.slice(0, opens.length).sort()).toEqual(opens.sort());
  const seals = needing('card:seal').filter((name) => !opens.includes(name));
  expect(rows.slice(opens.length).sort()).toEqual(seals.sort());
});

test('docs/permissions.md lists the grants of the synthesised roles', () => {
  expectPublishedPermissions(roles.values());
});
