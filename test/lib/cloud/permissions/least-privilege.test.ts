import { describe, expect, test, vi } from 'vitest';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { type Around, recordAwsCalls } from '../../../harness/aws-calls.ts';
import { startHarness } from '../../../harness/harness.ts';
import { EVERYTHING, synthesize } from '../cloud.ts';
import { deniedCalls, lineOf, ownGrants, untouchedRows, unusedGrants } from './grant-use.ts';
import { isAllowed, rolesOf } from './iam-policy.ts';
import { expectPublishedPermissions } from './permissions-page.ts';
import { runErrands, type Weather } from './scenarios.ts';

const weather: Weather = { isCallbackLost: false, isAlarmLost: false };
const started = new Set<string>();

/** Each function loads its modules anew, as each Lambda does: what one has cached no other finds. */
const apart: Around = async ({ functionName }, run) => {
  if (weather.isCallbackLost && functionName === 'hosted-page-three-d-callback') throw new Error('lost');
  if (!started.has(functionName)) vi.resetModules();
  started.add(functionName);
  return await run();
};

const recorder = recordAwsCalls();
const harness = await startHarness({
  around: recorder.around(apart),
  triggerFate: () => (weather.isAlarmLost ? 'drop' : 'deliver'),
});
await runErrands(harness, weather);
recorder.stop();

const calls = recorder.calls();
const roles = rolesOf(synthesize(), 'sandbox');

test('every function was invoked', () => {
  expect([...started].sort()).toEqual(
    functionsOf(ROUTE_TABLE)
      .map(({ name }) => name)
      .sort(),
  );
});

test('no function asks AWS for anything that its role does not grant', () => {
  expect(deniedCalls(roles, calls).map(lineOf)).toEqual([]);
});

describe('in production with every option', () => {
  const production = rolesOf(synthesize(EVERYTHING), 'production');

  test('functions are granted the same calls', () => {
    expect(deniedCalls(production, calls).map(lineOf)).toEqual([]);
    const own = (all: typeof roles) => [...all.values()].map((role) => [role.functionName, ownGrants(role)]);
    const inSandbox = JSON.stringify(own(roles)).replaceAll('payment-sandbox', 'payment-production');
    expect(own(production)).toEqual(JSON.parse(inSandbox));
  });

  test('Lambda may place a function in the network, which the code of the function may not', () => {
    const network = production.get('refund-approve')?.grants['network'] ?? [];
    const asked = { action: 'ec2:DeleteNetworkInterface', resource: '*', context: {} };
    const functionArn = 'arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function';
    const byCode = { 'lambda:SourceFunctionArn': [`${functionArn}:payment-production-refund-approve`] };
    expect(isAllowed(network, asked)).toBe(true);
    expect(isAllowed(network, { ...asked, context: byCode })).toBe(false);
  });
});

test.each([...roles.values()])('$functionName is granted nothing that it never uses', (role) => {
  expect(unusedGrants(role, calls)).toEqual([]);
  expect(untouchedRows(role, calls)).toEqual([]);
});

test('doors that say so open cards, all of them, and no other door does', () => {
  const opened = calls.filter(
    ({ action, resource }) => action === 'kms:Decrypt' && resource === 'CARD_KEY_ID',
  );
  const openers = functionsOf(ROUTE_TABLE).filter(({ needs }) => needs.includes('card:open'));
  expect([...new Set(opened.map(({ functionName }) => functionName))].sort()).toEqual(
    openers.map(({ name }) => name).sort(),
  );
  expect(opened.map(({ context }) => context['kms:EncryptionContext:purpose'])).toEqual(
    opened.map(() => ['card']),
  );
});

test('every grant names its action and its resource; only the names of schedules stay open', () => {
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

test('the published table says what is granted', () => {
  expectPublishedPermissions(roles.values());
});
