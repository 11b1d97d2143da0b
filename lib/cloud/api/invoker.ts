// The role with which API Gateway invokes functions. It allows exactly the functions behind methods; a
// permission on each function would need one resource per route. Its trust policy has no `aws:SourceAccount`:
// API Gateway does not send that key when it assumes the role of an integration, so every request would fail
// with 500. Another account cannot use the role, because `iam:PassRole` is needed to name it in an
// integration.
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

export type Invoker = { role: Role; allowInvoke(functionArn: string): void };

export function createInvoker(scope: Construct, id: string): Invoker {
  const invoke = new PolicyStatement({ effect: Effect.ALLOW, actions: ['lambda:InvokeFunction'] });
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
  });
  acknowledge(role, {
    'PCI.DSS.321-IAMNoInlinePolicy': 'The role exists for this one policy; nothing else may share it.',
  });
  return { role, allowInvoke: (functionArn) => invoke.addResources(functionArn) };
}
