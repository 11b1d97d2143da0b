// One account can contain several stages: their resources must have different names.
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { synthesize, tableWith } from './cloud.ts';

/** Properties that name a resource within its account. */
const NAMES =
  /^(\w*(Table|Function|Queue|Topic|Alias|Alarm|Dashboard|Role|LogGroup|UsagePlan|Domain)Name|Name)$/;

function namesOf(stage: string): string[] {
  const options = { stage, firewall: 'true', fixedEgress: 'true', backupDays: 7 };
  const { functionsTemplate, data, service, events, watch, backup, bank } = synthesize(
    options,
    tableWith([]),
  );
  const stacks = [data, service, events, watch, ...(backup ? [backup] : []), bank];
  const templates = [functionsTemplate, ...stacks.map((stack) => Template.fromStack(stack))];
  const resources = templates.flatMap((template) => {
    return Object.values(template.toJSON()['Resources'] as Record<string, Resource>);
  });
  const named = resources.flatMap(({ Type, Properties = {} }) => {
    const own = Object.entries(Properties).filter(([key]) => NAMES.test(key));
    return own.map(([key, value]) => `${Type} ${key} ${JSON.stringify(value)}`);
  });
  return [...stacks.map(({ stackName }) => `stack ${stackName}`), ...named].filter(isNoReference);
}
type Resource = { Type: string; Properties?: Record<string, unknown> };
/** The name of an alias belongs to its function. */
const isNoReference = (line: string) =>
  !/\{"(Ref|Fn::ImportValue|Fn::GetAtt)"|^AWS::Lambda::Alias/.test(line);

test('two stages have no resource name in common', () => {
  const [one, other] = [namesOf('test-one'), new Set(namesOf('test-two'))];
  expect(one.length).toBeGreaterThan(20);
  expect(one.filter((name) => other.has(name))).toEqual([]);
});

test('a stage that is not production gets a notice at synthesis about its shared limits', () => {
  const notices = (stage: string) =>
    Annotations.fromStack(synthesize({ stage }, tableWith([])).service).findInfo(
      '*',
      Match.stringLikeRegexp('share 1,000 concurrent executions'),
    );
  expect(notices('test-one')).toHaveLength(1);
  expect(notices('production')).toEqual([]);
});
