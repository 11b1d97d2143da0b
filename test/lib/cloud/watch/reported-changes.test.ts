// What EventBridge reports of an account: calls that end a key, and changes of functions that no deployment made.
import { expect, test } from 'vitest';
import { resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';
import { matches } from '../permissions/iam-policy.ts';

const cloud = synthesize({}, tableWith([]));
type Pattern = { detail: Record<string, unknown> };
const ruleNamed = (name: string) => {
  const rules = [...resourcesOf(cloud.watchTemplate, 'AWS::Events::Rule').values()];
  const found = rules.find(({ Properties }) => Properties['Name'] === `payment-sandbox-${name}`);
  if (found === undefined) throw new Error(`There is no rule ${name}.`);
  const { EventPattern, Targets } = found.Properties as { EventPattern: Pattern; Targets: unknown };
  return { detail: EventPattern.detail, targets: JSON.stringify(Targets) };
};

test('each call that ends a key or changes its policy or grants is reported with its caller', () => {
  const { detail, targets } = ruleNamed('key-changes');
  const { eventName, resources } = detail as { eventName: string[]; resources: { ARN: unknown[] } };
  expect(eventName).toEqual(
    expect.arrayContaining(['PutKeyPolicy', 'ScheduleKeyDeletion', 'DisableKey', 'CreateGrant']),
  );
  const keys = [...resourcesOf(cloud.dataTemplate, 'AWS::KMS::Key').keys()];
  expect(resources.ARN.map(textOf).sort()).toEqual(keys.map((key) => `<${key}.Arn>`).sort());
  expect(targets).toContain('$.detail.userIdentity.arn');
});

test('a change of a function that no deployment made is reported', () => {
  const { detail, targets } = ruleNamed('code-changes');
  const { eventName, requestParameters, userIdentity } = detail as {
    eventName: { prefix: string }[];
    requestParameters: { functionName: { wildcard: string }[] };
    userIdentity: { invokedBy: unknown };
  };
  const isTold = (call: string, functionName: string) =>
    eventName.some(({ prefix }) => call.startsWith(prefix)) &&
    requestParameters.functionName.some(({ wildcard }) => matches(wildcard, functionName));
  const charge = 'payment-sandbox-charge';
  for (const call of ['UpdateFunctionCode20150331v2', 'UpdateFunctionConfiguration20150331v2']) {
    expect(isTold(call, charge)).toBe(true);
    expect(isTold(call, `arn:aws:lambda:eu-central-1:111111111111:function:${charge}`)).toBe(true);
    expect(isTold(call, 'payment-other-charge')).toBe(false);
  }
  // Operators move aliases and stop functions.
  for (const call of ['UpdateAlias20150331', 'PutFunctionConcurrency20171031'])
    expect(isTold(call, charge)).toBe(false);
  expect(userIdentity.invokedBy).toEqual([{ exists: false }]);
  expect(targets).toContain('key-changed.md');
});
