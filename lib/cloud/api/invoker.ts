// The role with which API Gateway invokes functions: those with the API's prefix, and single ones. A
// permission on each function would need one resource per route. Its trust policy has no `aws:SourceAccount`:
// API Gateway does not send that key when it assumes the role of an integration, so every request would fail
// with 500. Another account cannot use the role, because `iam:PassRole` is needed to name it in an
// integration.
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge, OWN_POLICY, reasonForWide } from '../acknowledge.ts';
import { functionArn } from '../arns.ts';

export type Invoker = { role: Role; allowInvoke(functionArn: string): void };

/** `prefix`: the beginning of the names of the functions that the role may invoke besides single ones. */
export function createInvoker(scope: Construct, id: string, prefix?: string): Invoker {
  const invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });
  const own = prefix === undefined ? undefined : functionArn(scope, prefix);
  if (own !== undefined) invoke.addResources(`${own}*`);
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
  });
  acknowledge(role, {
    ...OWN_POLICY,
    ...reasonForWide(
      role,
      own === undefined ? [] : [`${own}*`],
      'Functions whose names begin so are endpoints of this API, and nothing else.',
    ),
  });
  return {
    role,
    allowInvoke(arn) {
      if (own === undefined || !arn.startsWith(own)) invoke.addResources(arn);
    },
  };
}
