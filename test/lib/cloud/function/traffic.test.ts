// New versions of the functions of money get their calls gradually, and an alarm rolls them back.
import { describe, expect, test } from 'vitest';
import {
  functionNameOf,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../lib/cloud/function/deployed-function.ts';
import { givenOptions } from '../../../../lib/cloud/given-options.ts';
import { DIGEST_FACT, moveFact, releaseOf } from '../../../../lib/cloud/release-name.ts';
import { commandsOf } from '../../../docs/page-commands.ts';
import { CANARY, type Options, type Resource, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';
import { readStatements, rolesOf } from '../permissions/iam-policy.ts';

type WithPolicy = Resource & { UpdatePolicy?: { CodeDeployLambdaAliasUpdate: Record<string, string> } };
const sandbox = synthesize();
const production = synthesize({ stage: 'production' });
const shifted = functionsOf(ROUTE_TABLE)
  .filter(
    ({ name, needs }) =>
      needs.includes('acquirer') ||
      ['authorizer', 'hosted-page-create', 'hosted-page-form', 'payment-show'].includes(name),
  )
  .map(({ name }) => name);
const named = (name: string) => {
  const found = functionsOf(ROUTE_TABLE).find((fn) => fn.name === name);
  if (found === undefined) throw new Error(`There is no function ${name}.`);
  return found;
};
const answering = functionsOf(ROUTE_TABLE)
  .filter(
    ({ name, home }) => shifted.includes(name) || home === 'pay' || ['capture', 'deliver'].includes(name),
  )
  .map(({ name }) => name);
const aliases = [...resourcesOf(production.functionsTemplate, 'AWS::Lambda::Alias').values()] as WithPolicy[];
const updates = aliases.flatMap(({ UpdatePolicy }) =>
  UpdatePolicy === undefined ? [] : [UpdatePolicy.CodeDeployLambdaAliasUpdate],
);

test('every function that moves money or answers a buyer is called by an alias of a version', () => {
  for (const { functionsTemplate } of [sandbox, production]) {
    const all = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Alias').values()];
    expect(all.map(({ Properties }) => Properties['Name'])).toEqual(answering.map(() => 'live'));
    for (const { Properties } of all) expect(textOf(Properties['FunctionVersion'])).toMatch(/\.Version>$/);
  }
  expect(shifted).toEqual(expect.arrayContaining(['hosted-page-pay', 'charge', 'sweep', 'refund-approve']));
});

test('each release has versions of its own, whose functions carry version and digest', () => {
  const descriptionsAt = (digest: string) => {
    const { functionsTemplate } = synthesize({ [DIGEST_FACT]: digest });
    const functions = resourcesOf(functionsTemplate, 'AWS::Lambda::Function');
    const versions = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Version').keys()];
    return {
      versions,
      all: [...functions.values()].map(({ Properties }) => String(Properties['Description'])),
    };
  };
  const [one, two] = [descriptionsAt('12345678'), descriptionsAt('89abcdef')];
  const carrying = one.all.filter((text) => /^Release \d+\.\d+\.\d+ 12345678: [A-Z]/.test(text));
  expect(carrying).toHaveLength(answering.length);
  expect(one.all.filter((text) => !carrying.includes(text)).join()).not.toContain('1234567');
  expect(Math.max(...one.all.map((text) => text.length))).toBeLessThanOrEqual(256);
  expect(one.versions).toHaveLength(answering.length);
  expect(two.versions.filter((id) => one.versions.includes(id))).toEqual([]);
});

test('charge schedules name the alias, and schedules from before the alias can still fire', () => {
  const charge = rolesOf(sandbox, 'sandbox').get('charge');
  const arn = charge?.settings['CHARGE_FUNCTION_ARN'] ?? '';
  expect(arn).toMatch(/:function:payment-sandbox-charge:live$/);
  const roles = [...resourcesOf(sandbox.functionsTemplate, 'AWS::IAM::Role')];
  const role = roles.find(([id]) => id.startsWith('SchedulesChargeRole'))?.[1].Properties['Policies'];
  const [{ PolicyDocument }] = role as [{ PolicyDocument: { Statement: Record<string, unknown>[] } }];
  const invoked = readStatements(PolicyDocument.Statement).filter(({ action }) =>
    action.startsWith('lambda:'),
  );
  expect(invoked.map(({ resource }) => resource)).toEqual([arn.replace(/:live$/, ''), arn]);
});

test('a failed event of an alias is kept like one of the function', () => {
  const configs = [...resourcesOf(production.functionsTemplate, 'AWS::Lambda::EventInvokeConfig').values()];
  const ofAliases = configs.filter(({ Properties }) => Properties['Qualifier'] !== '$LATEST');
  const kept = ofAliases.filter(({ Properties }) => Properties['DestinationConfig'] !== undefined);
  expect(kept.map(({ Properties }) => Properties['MaximumRetryAttempts']).sort()).toEqual([0, 0, 2]);
  // The next minute's run of the deliveries replaces a failed one.
  expect(ofAliases).toHaveLength(kept.length + 1);
});

describe('in production', () => {
  test('each alias is moved by its own deployment group, which exists before it', () => {
    const groups = [
      ...resourcesOf(
        production.releaseTemplate ?? production.dataTemplate,
        'AWS::CodeDeploy::DeploymentGroup',
      ).values(),
    ].map(({ Properties }) => ({
      applicationName: Properties['ApplicationName'],
      deploymentGroupName: Properties['DeploymentGroupName'],
    }));
    const named = updates.map((update) => ({
      applicationName: update['ApplicationName'],
      deploymentGroupName: update['DeploymentGroupName'],
    }));
    const byName = (one: { deploymentGroupName: unknown }) => String(one.deploymentGroupName);
    const sorted = <Group extends { deploymentGroupName: unknown }>(all: readonly Group[]) =>
      all.toSorted((one, other) => byName(one).localeCompare(byName(other)));
    expect(sorted(named)).toEqual(sorted(groups));
    expect(groups).toHaveLength(shifted.length);
    expect(production.service.dependencies).toContain(production.release);
  });

  test('a tenth of the calls is sent to a new version first, and an alarm about money rolls it back', () => {
    const alarms = [...resourcesOf(production.watchTemplate, 'AWS::CloudWatch::Alarm').values()].map(
      ({ Properties }) => Properties['AlarmName'],
    );
    const groups = resourcesOf(
      production.releaseTemplate ?? production.dataTemplate,
      'AWS::CodeDeploy::DeploymentGroup',
    );
    for (const { Properties } of groups.values()) {
      expect(Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent15Minutes',
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']),
        },
      });
      const { Alarms } = Properties['AlarmConfiguration'] as { Alarms: { Name: string }[] };
      const [guard, ...names] = Alarms.map(({ Name }) => Name);
      expect(alarms).toEqual(expect.arrayContaining(names));
      expect(guard).toBe('payment-production-release-fails');
      expect(names.length).toBeLessThanOrEqual(10);
    }
  });

  test('an earlier version can be used again, and one of a failed deployment is removed', () => {
    for (const { functionsTemplate } of [production, sandbox]) {
      const versions = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Version').values()];
      expect(versions.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(
        answering.map(() => 'RetainExceptOnCreate'),
      );
    }
  });
});

type Traced = { Properties: { TracingConfig?: { Mode: string }; FunctionName: string } };
const tracedIn = (template: typeof sandbox.functionsTemplate) =>
  ([...resourcesOf(template, 'AWS::Lambda::Function').values()] as unknown as Traced[]).filter(
    ({ Properties }) => Properties.TracingConfig?.Mode === 'Active',
  );

test('production traces functions but those of each minute; a sandbox nothing', () => {
  const names = tracedIn(production.functionsTemplate).map(({ Properties }) => Properties.FunctionName);
  expect(names).toEqual(
    expect.arrayContaining(['payment-production-authorizer', 'payment-production-charge']),
  );
  expect(names.filter((name) => /-(sweep|lease|canary|page-check|reconcile|deliver)$/.test(name))).toEqual(
    [],
  );
  expect(names.length).toBeGreaterThan(50);
  expect(tracedIn(sandbox.functionsTemplate)).toEqual([]);
});

describe('with the account of the canary', () => {
  const canary = { ...CANARY, stage: 'production' };
  const paidThrough = [
    'authorizer',
    'hosted-page-create',
    'hosted-page-form',
    'hosted-page-pay',
    'hosted-page-three-d',
    'refund-cancellations',
  ];
  const releaseOf = (options: Options) =>
    synthesize({ ...canary, ...options }).releaseTemplate ?? production.dataTemplate;
  const hookedIn = (options: Options) =>
    ([...resourcesOf(synthesize(options).functionsTemplate, 'AWS::Lambda::Alias').values()] as WithPolicy[])
      .map(({ UpdatePolicy }) => UpdatePolicy?.CodeDeployLambdaAliasUpdate)
      .filter((update) => update?.['BeforeAllowTrafficHook'] !== undefined);
  const stepsOf = (options: Options) =>
    [...resourcesOf(releaseOf(options), 'AWS::CodeDeploy::DeploymentGroup').values()].map(
      ({ Properties }) =>
        [String(Properties['DeploymentGroupName']), String(Properties['DeploymentConfigName'])] as const,
    );

  test('a payment passes each function of a payment before and after it gets traffic', () => {
    const hooked = hookedIn(canary);
    expect(hooked.map((update) => update?.['DeploymentGroupName']).sort()).toEqual(paidThrough);
    for (const update of hooked) {
      expect(update).toMatchObject({
        BeforeAllowTrafficHook: 'CodeDeployHook_payment-production-before',
        AfterAllowTrafficHook: 'CodeDeployHook_payment-production-after',
      });
    }
    expect(hookedIn({ stage: 'production' })).toEqual([]);
  });

  test('the hooks exist before the functions, call those of a payment only, and report', () => {
    const hooks = [...resourcesOf(releaseOf({}), 'AWS::Lambda::Function').values()];
    const names = hooks.map(({ Properties }) => String(Properties['FunctionName']));
    expect(names.sort()).toEqual([
      'CodeDeployHook_payment-production-after',
      'CodeDeployHook_payment-production-before',
    ]);
    const [role] = [...resourcesOf(releaseOf({}), 'AWS::IAM::Role').values()].filter(
      ({ Properties }) => Properties['Policies'] !== undefined,
    );
    const policies = role?.Properties['Policies'] as { PolicyDocument: { Statement: object[] } }[];
    const allowed = policies.flatMap(({ PolicyDocument }) =>
      readStatements(PolicyDocument.Statement as Record<string, unknown>[]),
    );
    const resourcesFor = (action: string) =>
      allowed
        .filter((one) => one.action === action)
        .map(({ resource }) => resource.replace(/^.*:function:/, ''));
    expect(resourcesFor('lambda:InvokeFunction').sort()).toEqual(
      [...paidThrough, 'payment-list']
        .map((name) => functionNameOf('production', named(name)))
        .flatMap((name) => [name, `${name}:*`])
        .sort(),
    );
    expect(allowed.filter(({ action }) => /^(?:kms|dynamodb|iam):/.test(action))).toEqual([]);
    expect(resourcesFor('codedeploy:PutLifecycleEventHookExecutionStatus').join()).toMatch(
      /:deploymentgroup:payment-production-release\/\*$/,
    );
  });

  test('a small stage changes a function at once after its payment, and a large one by minutes', () => {
    const atOnce = (options: Options) =>
      stepsOf(options).flatMap(([name, steps]) =>
        steps === 'CodeDeployDefault.LambdaAllAtOnce' ? [name] : [],
      );
    expect(atOnce({ profile: 'small' }).sort()).toEqual(paidThrough);
    expect(atOnce({})).toEqual([]);
    // Without a payment only the minutes show a fault.
    expect(stepsOf({ profile: 'small' }).filter(([, steps]) => /15Minutes$/.test(steps))).toHaveLength(
      shifted.length - paidThrough.length,
    );
  });
});

test('a sandbox, and production with gradual=false, changes all calls at once', () => {
  expect(sandbox.release).toBeUndefined();
  const at = synthesize({ stage: 'production', gradual: 'false' }, tableWith([]));
  const all = [...resourcesOf(at.functionsTemplate, 'AWS::Lambda::Alias').values()] as WithPolicy[];
  expect(all.filter(({ UpdatePolicy }) => UpdatePolicy)).toEqual([]);
  expect(at.releaseTemplate).toBeUndefined();
});

test('the deployment of a restored table changes all calls at once: its functions stand, and its alarms are active', () => {
  const [typed = '', ...others] = commandsOf('docs/recovery.md').flatMap(({ text }) =>
    / --import-existing-resources .*tableName=payment-production-2/.test(text) ? [text] : [],
  );
  expect(others).toEqual([]);
  const words = [...typed.matchAll(/ -c (\S+)/g)].map(([, word = '']) => word);
  const at = synthesize({ ...CANARY, ...givenOptions(words) }, tableWith([]));
  const all = [...resourcesOf(at.functionsTemplate, 'AWS::Lambda::Alias').values()] as WithPolicy[];
  expect(all.length).toBeGreaterThan(2);
  expect(all.filter(({ UpdatePolicy }) => UpdatePolicy)).toEqual([]);
});

test('the first release after a move changes all calls at once, and the next is gradual again', () => {
  const { release } = releaseOf('production', () => 'aaaaaaaa');
  const updatesOf = (digest: string) => {
    const options = { stage: 'production', [DIGEST_FACT]: digest, [moveFact('production')]: release };
    const { functionsTemplate, releaseTemplate } = synthesize(options, tableWith([]));
    const all = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Alias').values()] as WithPolicy[];
    expect(releaseTemplate).toBeDefined();
    return all.filter(({ UpdatePolicy }) => UpdatePolicy).length;
  };
  expect(updatesOf('aaaaaaaa')).toBe(0);
  expect(updatesOf('bbbbbbbb')).toBeGreaterThan(2);
});
