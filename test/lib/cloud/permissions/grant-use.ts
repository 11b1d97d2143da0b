// Compares the recorded AWS calls of functions with the grants of their deployed roles.
import { USED_BY_LAMBDA } from '../../../../lib/cloud/function/function-role.ts';
import type { AwsCall } from '../../../harness/aws-calls.ts';
import { type AwsRequest, covers, type Grant, isAllowed, matches, type Role } from './iam-policy.ts';

type Roles = ReadonlyMap<string, Role>;

/** Calls that the deployed function's role does not grant. */
export function deniedCalls(roles: Roles, calls: readonly AwsCall[]): AwsCall[] {
  return calls.filter((call) => {
    const role = roles.get(call.functionName);
    return role === undefined || !isAllowed(allGrants(role), asDeployed(call, role));
  });
}

/** The grants that the function's own code uses, without those that only Lambda uses. */
export function ownGrants({ grants }: Role): Grant[] {
  const own = Object.entries(grants).filter(([policy]) => !Object.hasOwn(USED_BY_LAMBDA, policy));
  return own.flatMap(([, granted]) => granted);
}

/** Grants of the function that none of the calls used. */
export function unusedGrants(role: Role, calls: readonly AwsCall[]): Grant[] {
  const requests = calls
    .filter(({ functionName }) => functionName === role.functionName)
    .map((call) => asDeployed(call, role));
  return ownGrants(role).filter((grant) => !requests.some((one) => covers(grant, one)));
}

const LEADING_KEYS = 'dynamodb:LeadingKeys';

/** Key patterns granted to the function that none of the calls touched. */
export function untouchedRows(role: Role, calls: readonly AwsCall[]): string[] {
  const own = calls.filter(({ functionName }) => functionName === role.functionName);
  const touched = own.flatMap(({ context }) => context[LEADING_KEYS] ?? []);
  const conditions = ownGrants(role).flatMap((grant) => grant.conditions);
  const onKeys = conditions.filter(({ key, operator }) => key === LEADING_KEYS && operator !== 'Null');
  const patterns = onKeys.flatMap(({ values }) => values);
  return [...new Set(patterns)].filter((pattern) => !touched.some((one) => matches(pattern, one)));
}

const allGrants = ({ grants }: Role) => Object.values(grants).flat();

/** A recorded resource begins with the setting that names it; this replaces the setting with its ARN. */
function asDeployed(call: AwsCall, { settings, roleName }: Role): AwsRequest {
  const [name = '', ...below] = call.resource.split('/');
  const value = settings[name] ?? `unknown ${name}`;
  const context = { ...call.context, 'lambda:SourceFunctionArn': [functionArnOf(roleName)] };
  return { action: call.action, resource: [arnOf(name, value), ...below].join('/'), context };
}

/** A function and its role have one name. */
export const functionArnOf = (name: string) =>
  `arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${name}`;

function arnOf(settingName: string, value: string): string {
  // These three settings contain names, not ARNs.
  if (settingName === 'TABLE_NAME') return '<Table.Arn>';
  if (settingName === 'LEASE_TABLE_NAME') return '<Lease.Arn>';
  const schedulerArn = 'arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>';
  return settingName === 'SCHEDULE_GROUP' ? `${schedulerArn}:schedule/${value}` : value;
}

export const lineOf = ({ functionName, action, resource, context }: AwsCall) =>
  `${functionName}: ${action} on ${resource} with ${JSON.stringify(context)}`;
