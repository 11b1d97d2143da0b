// Evaluates the role of a function from the synthesised template as IAM does. Supports only the part of IAM's
// language that our templates use and throws on anything else, so no grant is ignored.
import { type Cloud, resourcesOf, textOf } from '../cloud.ts';

export type AwsRequest = {
  action: string;
  resource: string;
  /** Condition keys with their values; a single-valued key has one. */
  context: Readonly<Record<string, readonly string[]>>;
};
type Condition = { operator: string; key: string; values: readonly string[] };
/** One action on one resource. */
export type Grant = {
  effect: 'Allow' | 'Deny';
  action: string;
  resource: string;
  conditions: readonly Condition[];
};
export type Role = {
  functionName: string;
  /** With the stage and the API: the function and its role have one name. */
  roleName: string;
  /** The environment variables of the function, as text. */
  settings: Readonly<Record<string, string>>;
  /** The grants by policy name. */
  grants: Readonly<Record<string, readonly Grant[]>>;
};

type Statement = Record<string, unknown>;
type Policy = { PolicyName: string; PolicyDocument: { Statement: Statement[] } };

/** Stacks refer to the table by its name; this is the name in tests. */
const TABLE = /arn:<AWS::Partition>:dynamodb:<AWS::Region>:<AWS::AccountId>:table\/payment-[\w-]+/;
const OTHER_TABLES: Readonly<Record<string, string>> = { '-lease': '<Lease.Arn>', '-bank': '<Bank.Arn>' };
export const resourceName = (resource: unknown) =>
  textOf(resource).replace(
    TABLE,
    (name) => OTHER_TABLES[/-(?:lease|bank)$/.exec(name)?.[0] ?? ''] ?? '<Table.Arn>',
  );

/**
 * The functions of the service in the template with their roles, by function name. `delivery-triggers`, which
 * knows none of its settings, is tested in events-stack.test.ts.
 */
export function rolesOf(
  { functionsTemplate }: Pick<Cloud, 'functionsTemplate'>,
  stage: string,
): Map<string, Role> {
  const roles = resourcesOf(functionsTemplate, 'AWS::IAM::Role');
  const functions = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Function').values()].filter(
    ({ Properties }) => Properties['FunctionName'] !== `payment-${stage}-delivery-triggers`,
  );
  return new Map(
    functions.map(({ Properties }) => {
      const roleName = String(Properties['FunctionName']);
      const functionName = roleName.replace(new RegExp(`^payment-${stage}-(?:api-|pay-)?`), '');
      const { Variables } = Properties['Environment'] as { Variables: Record<string, unknown> };
      const settings = Object.entries(Variables).map(([name, value]) => [name, textOf(value)] as const);
      const roleId = /^<(\w+)\.Arn>$/.exec(textOf(Properties['Role']))?.[1] ?? '';
      const role = roles.get(roleId);
      if (role === undefined) throw new Error(`${functionName} has no role of its own.`);
      const grants = grantsOf(role.Properties);
      return [functionName, { functionName, roleName, settings: Object.fromEntries(settings), grants }];
    }),
  );
}

function grantsOf(role: Record<string, unknown>): Role['grants'] {
  const outsideRole = ['ManagedPolicyArns', 'PermissionsBoundary'].filter((name) => role[name] !== undefined);
  if (outsideRole.length > 0) throw new Error(`Permissions outside the role: ${outsideRole.join()}`);
  const policies = (role['Policies'] ?? []) as Policy[];
  return Object.fromEntries(
    policies.map(({ PolicyName, PolicyDocument }) => [PolicyName, readStatements(PolicyDocument.Statement)]),
  );
}

const SUPPORTED = ['Effect', 'Action', 'Resource', 'Condition', 'Sid', 'Principal'];

export function readStatements(statements: readonly Statement[]): Grant[] {
  return statements.flatMap((statement) => {
    const unsupported = Object.keys(statement).filter((word) => !SUPPORTED.includes(word));
    if (unsupported.length > 0) throw new Error(`Not understood in a policy: ${unsupported.join()}`);
    const { Effect: effect, Action, Resource, Condition } = statement;
    if (effect !== 'Allow' && effect !== 'Deny') throw new Error(`Not an effect: ${String(effect)}`);
    const conditions = readConditions((Condition ?? {}) as Record<string, Record<string, unknown>>);
    return many(Action).flatMap((action) =>
      many(Resource).map((resource) => ({
        effect,
        action: textOf(action),
        resource: resourceName(resource),
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

type Operator = (request: readonly string[] | undefined, allowed: readonly string[]) => boolean;
const oneOf = (value: string, allowed: readonly string[]) => allowed.includes(value);
const likeOne = (value: string, allowed: readonly string[]) =>
  allowed.some((pattern) => matches(pattern, value));
const single =
  (test: typeof oneOf): Operator =>
  (request, allowed) => {
    if (request !== undefined && request.length !== 1) throw new Error('One value was expected.');
    return request?.[0] !== undefined && test(request[0], allowed);
  };

/** A condition on a key that is absent from the call is not met; for `ForAllValues` it is met. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: single(oneOf),
  ArnEquals: single(likeOne),
  ArnLike: single(likeOne),
  Bool: single(oneOf),
  StringNotEquals: (request, named) => !request?.some((value) => oneOf(value, named)),
  ArnNotEquals: (request, named) => !request?.some((value) => likeOne(value, named)),
  /** `false`: the key must be in the request. */
  Null: (request, [isAbsent]) => (request === undefined) === (isAbsent === 'true'),
  'ForAllValues:StringEquals': (request = [], allowed) => request.every((value) => oneOf(value, allowed)),
  'ForAnyValue:StringLike': (request = [], named) => request.some((value) => likeOne(value, named)),
  'ForAllValues:StringLike': (request = [], allowed) => request.every((value) => likeOne(value, allowed)),
};

/** `*` matches any characters, `?` matches one. */
export function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}

export function covers({ action, resource, conditions }: Grant, request: AwsRequest): boolean {
  // Action names are case-insensitive, resource names are not.
  if (!matches(action.toLowerCase(), request.action.toLowerCase()) || !matches(resource, request.resource)) {
    return false;
  }
  return conditions.every(({ operator, key, values }) => {
    const test = OPERATORS[operator];
    if (test === undefined) throw new Error(`Not an operator known here: ${operator}`);
    return test(request.context[key], values);
  });
}

/** Implements IAM's rule: one Deny outweighs every Allow, and a call without an Allow is denied. */
export function isAllowed(grants: readonly Grant[], request: AwsRequest): boolean {
  const covering = grants.filter((grant) => covers(grant, request));
  return covering.length > 0 && covering.every(({ effect }) => effect === 'Allow');
}
