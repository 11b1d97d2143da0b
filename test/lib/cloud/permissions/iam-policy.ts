// What the role of a function lets it do, judged from the synthesised template as IAM would judge it. Of
// IAM's language it knows what our templates say; anything else throws, so that no grant is passed over
// unread.
import { type Cloud, resourcesOf, textOf } from '../cloud.ts';

export type Asked = {
  action: string;
  resource: string;
  /** Condition keys with their values; single-valued keys hold one. */
  context: Readonly<Record<string, readonly string[]>>;
};
type Condition = { operator: string; key: string; values: readonly string[] };
/** One action on one resource: the smallest thing that can be granted. */
export type Grant = {
  effect: 'Allow' | 'Deny';
  action: string;
  resource: string;
  conditions: readonly Condition[];
};
export type Role = {
  functionName: string;
  /** What the function is told, each value as text. */
  settings: Readonly<Record<string, string>>;
  /** By the name of the policy that holds them. */
  grants: Readonly<Record<string, readonly Grant[]>>;
};

type Statement = Record<string, unknown>;
type Policy = { PolicyName: string; PolicyDocument: { Statement: Statement[] } };

/** Every function of the template with its role, by the name of its door. */
export function rolesOf(
  { serviceTemplate }: Pick<Cloud, 'serviceTemplate'>,
  stage: string,
): Map<string, Role> {
  const roles = resourcesOf(serviceTemplate, 'AWS::IAM::Role');
  const functions = [...resourcesOf(serviceTemplate, 'AWS::Lambda::Function').values()];
  return new Map(
    functions.map(({ Properties }) => {
      const functionName = String(Properties['FunctionName']).replace(`payment-${stage}-`, '');
      const { Variables } = Properties['Environment'] as { Variables: Record<string, unknown> };
      const settings = Object.entries(Variables).map(([name, value]) => [name, textOf(value)] as const);
      const roleId = /^<(\w+)\.Arn>$/.exec(textOf(Properties['Role']))?.[1] ?? '';
      const role = roles.get(roleId);
      if (role === undefined) throw new Error(`${functionName} has no role of its own.`);
      const grants = grantsOf(role.Properties);
      return [functionName, { functionName, settings: Object.fromEntries(settings), grants }];
    }),
  );
}

function grantsOf(role: Record<string, unknown>): Role['grants'] {
  const elsewhere = ['ManagedPolicyArns', 'PermissionsBoundary'].filter((name) => role[name] !== undefined);
  if (elsewhere.length > 0) throw new Error(`Rights that stand elsewhere: ${elsewhere.join()}`);
  const policies = (role['Policies'] ?? []) as Policy[];
  return Object.fromEntries(
    policies.map(({ PolicyName, PolicyDocument }) => [PolicyName, readStatements(PolicyDocument.Statement)]),
  );
}

const UNDERSTOOD = ['Effect', 'Action', 'Resource', 'Condition', 'Sid'];

export function readStatements(statements: readonly Statement[]): Grant[] {
  return statements.flatMap((statement) => {
    const strange = Object.keys(statement).filter((word) => !UNDERSTOOD.includes(word));
    if (strange.length > 0) throw new Error(`Not understood in a policy: ${strange.join()}`);
    const { Effect: effect, Action, Resource, Condition } = statement;
    if (effect !== 'Allow' && effect !== 'Deny') throw new Error(`Not an effect: ${String(effect)}`);
    const conditions = readConditions((Condition ?? {}) as Record<string, Record<string, unknown>>);
    return many(Action).flatMap((action) =>
      many(Resource).map((resource) => ({
        effect,
        action: textOf(action),
        resource: textOf(resource),
        conditions,
      })),
    );
  });
}

const many = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function readConditions(block: Record<string, Record<string, unknown>>): Condition[] {
  return Object.entries(block).flatMap(([operator, tests]) => {
    if (OPERATORS[operator] === undefined) throw new Error(`Not an operator known here: ${operator}`);
    return Object.entries(tests).map(([key, values]) => ({
      operator,
      key,
      values: many(values).map(textOf),
    }));
  });
}

type Operator = (asked: readonly string[] | undefined, allowed: readonly string[]) => boolean;
const oneOf = (value: string, allowed: readonly string[]) => allowed.includes(value);
const likeOne = (value: string, allowed: readonly string[]) =>
  allowed.some((pattern) => matches(pattern, value));
const single =
  (test: typeof oneOf): Operator =>
  (asked, allowed) => {
    if (asked !== undefined && asked.length !== 1) throw new Error('One value was expected.');
    return asked?.[0] !== undefined && test(asked[0], allowed);
  };

/** A condition on a key that the call does not carry is not met, except that no value is "all values". */
const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: single(oneOf),
  ArnEquals: single(likeOne),
  'ForAllValues:StringEquals': (asked = [], allowed) => asked.every((value) => oneOf(value, allowed)),
  'ForAllValues:StringLike': (asked = [], allowed) => asked.every((value) => likeOne(value, allowed)),
};

/** `*` for any run of characters, `?` for one. */
export function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}

export function covers({ action, resource, conditions }: Grant, asked: Asked): boolean {
  // Names of actions are the same in any case, names of resources are not.
  if (!matches(action.toLowerCase(), asked.action.toLowerCase()) || !matches(resource, asked.resource)) {
    return false;
  }
  return conditions.every(({ operator, key, values }) => {
    const test = OPERATORS[operator];
    if (test === undefined) throw new Error(`Not an operator known here: ${operator}`);
    return test(asked.context[key], values);
  });
}

/** IAM's order: one Deny outweighs every Allow, and what nobody allows is denied. */
export function isAllowed(grants: readonly Grant[], asked: Asked): boolean {
  const covering = grants.filter((grant) => covers(grant, asked));
  return covering.length > 0 && covering.every(({ effect }) => effect === 'Allow');
}
