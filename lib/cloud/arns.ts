// ARNs built from names. A reference to a function that schedules its own next invocation, or to an API whose
// URL its functions get, would be a circular dependency, which CloudFormation rejects.
import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

export function functionArn(scope: Construct, functionName: string): string {
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  const parts = { service: 'lambda', resource: 'function', resourceName: functionName, arnFormat };
  return Stack.of(scope).formatArn(parts);
}

export function scheduleGroupArn(scope: Construct, group: string): string {
  return Stack.of(scope).formatArn({ service: 'scheduler', resource: 'schedule-group', resourceName: group });
}

export function schedulesArn(scope: Construct, group: string): string {
  return Stack.of(scope).formatArn({
    service: 'scheduler',
    resource: 'schedule',
    resourceName: `${group}/*`,
  });
}

/** The same ARN in cdk-nag's notation. An acknowledgement must contain the finding exactly. */
export function schedulesFinding(group: string): string {
  return `arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${group}/*`;
}
