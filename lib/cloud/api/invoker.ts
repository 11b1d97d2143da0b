// Who invokes the functions for API Gateway: one role that may invoke exactly the functions behind methods.
// A permission on each function would say the same in as many resources as there are doors.
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

export type Invoker = { role: Role; mayInvoke(functionArn: string): void };

export function createInvoker(scope: Construct, id: string): Invoker {
  const invoke = new PolicyStatement({ effect: Effect.ALLOW, actions: ['lambda:InvokeFunction'] });
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
  });
  acknowledge(role, {
    'PCI.DSS.321-IAMNoInlinePolicy': 'The role exists for this one policy; nothing else may share it.',
  });
  return { role, mayInvoke: (functionArn) => invoke.addResources(functionArn) };
}
