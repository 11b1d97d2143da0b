// Holds what functions were seen to ask AWS for against what their deployed roles let them: the call of a
// function here is judged as the same call of the same function there.
import { USED_BY_LAMBDA } from '../../../../lib/cloud/function/function-role.ts';
import type { AwsCall } from '../../../harness/aws-calls.ts';
import { type Asked, covers, type Grant, isAllowed, matches, type Role } from './iam-policy.ts';

type Roles = ReadonlyMap<string, Role>;

/** Calls that the deployed function would not be let make. */
export function deniedCalls(roles: Roles, calls: readonly AwsCall[]): AwsCall[] {
  return calls.filter((call) => {
    const role = roles.get(call.functionName);
    return role === undefined || !isAllowed(allGrants(role), asDeployed(call, role));
  });
}

/** What the function itself may do; beside it stands what only Lambda does in its name. */
export function ownGrants({ grants }: Role): Grant[] {
  const own = Object.entries(grants).filter(([policy]) => !Object.hasOwn(USED_BY_LAMBDA, policy));
  return own.flatMap(([, granted]) => granted);
}

/** What the function may do and none of the calls was about. */
export function unusedGrants(role: Role, calls: readonly AwsCall[]): Grant[] {
  const asked = calls
    .filter(({ functionName }) => functionName === role.functionName)
    .map((call) => asDeployed(call, role));
  return ownGrants(role).filter((grant) => !asked.some((one) => covers(grant, one)));
}

const LEADING_KEYS = 'dynamodb:LeadingKeys';

/** Patterns of keys that the function may touch, and none of the calls touched one of them. */
export function untouchedRows(role: Role, calls: readonly AwsCall[]): string[] {
  const own = calls.filter(({ functionName }) => functionName === role.functionName);
  const touched = own.flatMap(({ context }) => context[LEADING_KEYS] ?? []);
  const conditions = ownGrants(role).flatMap((grant) => grant.conditions);
  const patterns = conditions.filter(({ key }) => key === LEADING_KEYS).flatMap(({ values }) => values);
  return [...new Set(patterns)].filter((pattern) => !touched.some((one) => matches(pattern, one)));
}

const allGrants = ({ grants }: Role) => Object.values(grants).flat();

/** A recorded resource begins with the setting that the function knows it by; here it gets its ARN. */
function asDeployed({ action, resource, context }: AwsCall, { settings }: Role): Asked {
  const [name = '', ...below] = resource.split('/');
  const told = settings[name] ?? `unknown ${name}`;
  return { action, resource: [arnOf(name, told), ...below].join('/'), context };
}

function arnOf(settingName: string, told: string): string {
  // Both are told by name.
  if (settingName === 'TABLE_NAME') return told.replace(/^<(\w+)>$/, '<$1.Arn>');
  const here = 'arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>';
  return settingName === 'SCHEDULE_GROUP' ? `${here}:schedule/${told}` : told;
}

export const lineOf = ({ functionName, action, resource, context }: AwsCall) =>
  `${functionName}: ${action} on ${resource} with ${JSON.stringify(context)}`;
