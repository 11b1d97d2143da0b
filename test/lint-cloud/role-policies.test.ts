import { expect, test } from 'vitest';
import { EVERYTHING, synthesize, tableWith } from '../lib/cloud/cloud.ts';
import { rolePolicies, type Template } from './role-policies.ts';

type Statement = { Resource: string | string[] };

test('the policies of all roles are complete as JSON: every reference is a name or an ARN', () => {
  const { functionsTemplate, watchTemplate, dataTemplate, rolesTemplate } = synthesize(
    EVERYTHING,
    tableWith([]),
  );
  const policies = [functionsTemplate, watchTemplate, dataTemplate, rolesTemplate].flatMap((template) =>
    template ? rolePolicies(template.toJSON() as Template) : [],
  );
  expect(policies.map(({ name }) => name).join()).toMatch(/operator/i);
  expect(policies.length).toBeGreaterThan(20);
  expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length);
  for (const { name, text } of policies) {
    expect(text, name).not.toMatch(/"(?:Ref|Fn::\w+)"/);
    const { Statement } = JSON.parse(text) as { Statement: Statement[] };
    for (const resource of Statement.flatMap(({ Resource }) => Resource)) {
      expect(resource, name).toMatch(/^(?:\*|arn:aws:[a-z0-9-]+(?::[^:]*){2}:.+)$/);
    }
  }
});
