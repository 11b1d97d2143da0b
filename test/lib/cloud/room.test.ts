// Room to grow: with twice today's endpoints a deployment with every option uses at most three fifths of each
// limit of AWS against which endpoints count.
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { ROUTES, type Route } from '#routes.ts';
import { ROUTE_TABLE, type RouteTable } from '../../../lib/cloud/function/deployed-function.ts';
import { EVERYTHING, synthesize, textOf } from './cloud.ts';

const MOST = 0.6;

/** The row again, with a path and a file of its own. */
function again(route: Route): Route {
  const second = (path: string) => path.replace(/^\/(api\/)?([.\w-]+)/, '/$1$2-2') as Route['path'];
  const { path, otherPaths = [], file } = route;
  const others = { otherPaths: otherPaths.map(second) };
  return { ...route, ...others, path: second(path), file: file.replace('/', '/two-') };
}
const DOUBLED: RouteTable = { ...ROUTE_TABLE, routes: [...ROUTES, ...ROUTES.map(again)] };

type Properties = Record<string, unknown>;
type Facts = {
  /** Of each stack, by its path: nested stacks begin with the path of their parent. */
  stacks: readonly { path: string; resources: number; bytes: number; outputs: number; parameters: number }[];
  of(type: string): readonly Properties[];
};

function factsOf(table: RouteTable): Facts {
  const { service } = synthesize(EVERYTHING, table);
  const found = service.node.root.node.findAll().filter((one) => Stack.isStack(one));
  const templates = found.map((stack) => {
    const { Resources = {}, Outputs = {}, Parameters = {} } = Template.fromStack(stack).toJSON();
    const resources = Object.values(Resources as object) as { Type: string; Properties: Properties }[];
    const count = (part: unknown) => Object.keys(part as object).length;
    const bytes = JSON.stringify({ Resources, Outputs, Parameters }).length;
    const counts = { resources: resources.length, outputs: count(Outputs), parameters: count(Parameters) };
    return { path: stack.node.path, bytes, ...counts, all: resources };
  });
  return {
    stacks: templates,
    of: (type) =>
      templates.flatMap(({ all }) =>
        all.flatMap((one) => (one.Type === `AWS::${type}` ? [one.Properties] : [])),
      ),
  };
}

const most = (numbers: readonly number[]) => Math.max(0, ...numbers);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
/** References in a text count as their names, which are longer than most values. */
function resolved(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(resolved);
  const [name = ''] = Object.keys(value);
  if (/^(?:Ref|Fn::)/.test(name)) return textOf(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)]));
}
const sizeOf = (value: unknown) => JSON.stringify(resolved(value ?? '')).length;
const partsOf = ({ AlarmRule }: Properties) => JSON.stringify(AlarmRule).split('ALARM(').length - 1;
const metricsOf = ({ Metrics = [] }: Properties) =>
  (Metrics as { MetricStat?: object }[]).filter(({ MetricStat }) => MetricStat).length;
const graphsOf = ({ of }: Facts) =>
  of('CloudWatch::Dashboard').flatMap(({ DashboardBody }) =>
    JSON.stringify(DashboardBody)
      .split('\\"metrics\\":[')
      .slice(1)
      .map((text) => text.split(/\\"\}\],|\}\],\[|\],\[/).length),
  );
const pathsOf = ({ of }: Facts) => {
  const apis = of('ApiGateway::Resource').map(({ RestApiId }) =>
    JSON.stringify(RestApiId).includes('Pay') ? 'pay' : 'api',
  );
  return most(['pay', 'api'].map((name) => apis.filter((one) => one === name).length));
};

type Limit = readonly [name: string, most: number, used: (facts: Facts) => number];
const LIMITS: readonly Limit[] = [
  ['CloudFormation: resources of a stack', 500, ({ stacks }) => most(stacks.map((one) => one.resources))],
  [
    'CloudFormation: resources of a stack with its nested stacks',
    2_500,
    ({ stacks }) =>
      sum(stacks.flatMap((one) => (/^payment-production(?:\/|$)/.test(one.path) ? one.resources : []))),
  ],
  ['CloudFormation: bytes of a template', 1_000_000, ({ stacks }) => most(stacks.map(({ bytes }) => bytes))],
  ['CloudFormation: outputs of a stack', 200, ({ stacks }) => most(stacks.map(({ outputs }) => outputs))],
  ['CloudFormation: parameters of a stack', 200, ({ stacks }) => most(stacks.map((one) => one.parameters))],
  ['API Gateway: resources of an API', 300, pathsOf],
  ['CloudWatch: metrics of an alarm', 10, ({ of }) => most(of('CloudWatch::Alarm').map(metricsOf))],
  ['CloudWatch: parts of an incident', 100, ({ of }) => most(of('CloudWatch::CompositeAlarm').map(partsOf))],
  [
    'CloudWatch: characters of an incident’s rule',
    10_240,
    ({ of }) =>
      most(of('CloudWatch::CompositeAlarm').map(({ AlarmRule }) => JSON.stringify(AlarmRule).length)),
  ],
  [
    'CloudWatch: log groups of a saved query',
    50,
    ({ of }) => most(of('Logs::QueryDefinition').map(({ LogGroupNames }) => (LogGroupNames as []).length)),
  ],
  ['CloudWatch: metrics of a graph', 500, (facts) => most(graphsOf(facts))],
  ['CloudWatch: metrics of a dashboard', 2_500, (facts) => sum(graphsOf(facts))],
  [
    'CodeDeploy: alarms of a deployment group',
    10,
    ({ of }) =>
      most(
        of('CodeDeploy::DeploymentGroup').map(
          ({ AlarmConfiguration }) => (AlarmConfiguration as { Alarms: [] }).Alarms.length,
        ),
      ),
  ],
  [
    'IAM: characters of the policies of a role',
    10_240,
    ({ of }) => most(of('IAM::Role').map(({ Policies }) => sizeOf(Policies))),
  ],
  ['IAM: roles of an account', 1_000, ({ of }) => of('IAM::Role').length],
  [
    'KMS: bytes of a key’s policy',
    32_768,
    ({ of }) => most(of('KMS::Key').map(({ KeyPolicy }) => sizeOf(KeyPolicy))),
  ],
  [
    'Lambda: bytes of the environment',
    4_096,
    ({ of }) => most(of('Lambda::Function').map(({ Environment }) => sizeOf(Environment))),
  ],
];

test("no limit is used by more than three fifths with twice today's endpoints", () => {
  const [today, twice] = [factsOf(ROUTE_TABLE), factsOf(DOUBLED)];
  const added = twice.of('Lambda::Function').length - today.of('Lambda::Function').length;
  expect(added).toBe(ROUTES.length);
  const uses = LIMITS.map(([name, limit, used]) => ({ name, limit, now: used(today), later: used(twice) }));
  for (const { name, limit, now, later } of uses) {
    expect(now, name).toBeGreaterThan(0);
    expect(later, name).toBeLessThanOrEqual(MOST * limit);
  }
});
