// ARNs from names alone. A function that plans its own next invocation, or an API that its functions name,
// would otherwise refer to itself in a circle that CloudFormation refuses.
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

/** How cdk-nag writes the same ARN: an acknowledgement must name its finding to the letter. */
export function schedulesFinding(group: string): string {
  return `arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${group}/*`;
}
