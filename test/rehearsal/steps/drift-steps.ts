// What somebody deleted or changed by hand: each alarm's page has the command that brings it back. The
// command is read from the page and typed as it stands there.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { GetKeyPolicyCommand, KMSClient, PutKeyPolicyCommand } from '@aws-sdk/client-kms';
import { nameOf } from '../../../lib/cloud/deployment.ts';
import { beatName } from '../../../lib/cloud/schedules.ts';
import { jsonOf, type Method, rest, unless } from '../../../lib/operator/aws/aws-calls.ts';
import { type AddressedService, callAws } from '../../../lib/operator/aws/aws-request.ts';
import { membersOf, query } from '../../../lib/operator/aws/xml-calls.ts';
import { KEYS, REGION } from '../loopback.ts';
import type { Operator } from '../operator.ts';
import type { Report } from '../report.ts';
import { type Outputs, STAGE, type Stage } from '../stage.ts';

type Context = { report: Report; stage: Stage; outputs: Outputs; operator: Operator; endpoint: string };

/** `page`: the runbook that restores it. `seen` is the same before and after. */
type Thing = {
  name: string;
  page: string;
  breakIt(): Promise<unknown>;
  seen(): Promise<unknown>;
};

const signer = { credentials: KEYS, region: REGION };
const ask = async (service: AddressedService, method: Method, path: string) =>
  jsonOf((await unless(['404'], rest(signer, service)(method, path))) ?? '');

export async function restoreDrifted(context: Context): Promise<void> {
  const { report, stage, endpoint } = context;
  process.env['AWS_ENDPOINT_URL'] = endpoint;
  const things = thingsOf(context);
  const before = await Promise.all(things.map(({ seen }) => seen()));
  await report.step(
    'What somebody deletes stays deleted',
    async () => {
      for (const { name, breakIt, seen } of things) {
        const was = await seen();
        await breakIt();
        assert.notDeepEqual(await seen(), was, `${name} cannot be broken.`);
      }
      const broken = await Promise.all(things.map(({ seen }) => seen()));
      await stage.deploy();
      assert.deepEqual(await Promise.all(things.map(({ seen }) => seen())), broken);
    },
    () => `${things.length} resources; cdk deploy sees no change`,
  );
  await report.step(
    'The commands of the runbooks bring it back',
    async () => {
      const commands = new Set(things.flatMap(({ page }) => commandsOf(page)));
      for (const command of commands) await stage.type(command);
      const after = await Promise.all(things.map(({ seen }) => seen()));
      for (const [at, { name, page }] of things.entries())
        assert.deepEqual(after[at], before[at], `${name} did not come back by ${page}.`);
      await awaitSweep(context);
      return commands.size;
    },
    (count) => `${count} commands, as the pages have them; the sweep runs again`,
  );
}

/** The commands of a runbook that restore, for this stage. */
function commandsOf(page: string): string[] {
  const text = readFileSync(new URL(`../../../docs/runbooks/${page}.md`, import.meta.url), 'utf8');
  const found = [...text.matchAll(/npx (cdk deploy [^`\n]*--revert-drift)/g)].map(
    ([, command = '']) => command,
  );
  assert.ok(found.length > 0, `${page} has no command.`);
  return found.map((command) => command.replaceAll('<stage>', STAGE));
}

function thingsOf({ outputs, endpoint }: Context): Thing[] {
  const kms = new KMSClient({ endpoint, region: REGION, credentials: KEYS });
  const key = { KeyId: outputs['CardKeyId'], PolicyName: 'default' };
  const open = { Effect: 'Allow', Principal: '*', Action: 'kms:*', Resource: '*' };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [open] });
  const iam = query(signer, 'iam', '2010-05-08');
  const role = { RoleName: nameOf(STAGE, 'sweep') };
  const policies = async () => membersOf<string>((await iam('ListRolePolicies', role))['PolicyNames']);
  const schedule = (name: string): Thing => {
    const path = `/schedules/${nameOf(STAGE, name)}?groupName=${beatName(STAGE)}`;
    return {
      name: `The schedule ${name}`,
      page: 'sweep-stopped',
      breakIt: () => ask('scheduler', 'DELETE', path),
      seen: async () => (await ask('scheduler', 'GET', path))['ScheduleExpression'],
    };
  };
  const mappings = async () => {
    const path = `/2015-03-31/event-source-mappings/?FunctionName=${nameOf(STAGE, 'deliver')}:live`;
    return (await ask('lambda', 'GET', path))['EventSourceMappings'] as { UUID: string; State: string }[];
  };
  const concurrency = (version: string) => `/${version}/functions/${nameOf(STAGE, 'charge')}/concurrency`;
  return [
    schedule('sweep'),
    schedule('sweep-buyers'),
    {
      name: 'The policy of the role of the sweep',
      page: 'sweep-stopped',
      async breakIt() {
        for (const PolicyName of await policies()) await iam('DeleteRolePolicy', { ...role, PolicyName });
      },
      seen: policies,
    },
    {
      name: 'The rule of the merchant watch',
      page: 'checks-stopped',
      async breakIt() {
        const Rule = nameOf(STAGE, 'merchant-watch');
        const { Targets } = await events('ListTargetsByRule', { Rule });
        await events('RemoveTargets', { Rule, Ids: (Targets as { Id: string }[]).map(({ Id }) => Id) });
        await events('DeleteRule', { Name: Rule });
      },
      seen: async () =>
        ((await events('ListRules', { NamePrefix: nameOf(STAGE, 'merchant-watch') }))['Rules'] as object[])
          .length,
    },
    {
      name: 'The mapping of deliveries',
      page: 'deliveries-late',
      async breakIt() {
        for (const { UUID } of await mappings())
          await ask('lambda', 'DELETE', `/2015-03-31/event-source-mappings/${UUID}`);
      },
      seen: async () => (await mappings()).map(({ State }) => State),
    },
    {
      name: 'The policy of the key of cards',
      page: 'key-changed',
      breakIt: () => kms.send(new PutKeyPolicyCommand({ ...key, Policy })),
      seen: async () => JSON.parse((await kms.send(new GetKeyPolicyCommand(key))).Policy ?? '') as object,
    },
    {
      name: 'The reserved executions of charges',
      page: 'limits-reached',
      breakIt: () => ask('lambda', 'DELETE', concurrency('2017-10-31')),
      seen: () => ask('lambda', 'GET', concurrency('2019-09-30')),
    },
  ];
}

/** EventBridge is no service of the operators' commands, so their client has no address of it. */
async function events(operation: string, body: object): Promise<Record<string, unknown>> {
  const url = new URL(process.env['AWS_ENDPOINT_URL'] ?? '');
  const service = 'events' as AddressedService;
  const { text } = await callAws({ service, url, target: `AWSEvents.${operation}`, body }, signer);
  return jsonOf(text);
}

async function awaitSweep({ operator }: Context): Promise<void> {
  const runs = async () =>
    (await operator.logLines()).filter((line) => line.includes('"message":"sweep"')).length;
  const before = await runs();
  const endMs = Date.now() + 150_000;
  while ((await runs()) === before) {
    assert.ok(Date.now() < endMs, 'no sweep within 150 s');
    await pause(2_000);
  }
}
