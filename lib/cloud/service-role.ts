// The role with which a service of AWS works for this stage, by the policy that AWS manages for this purpose.
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export function createServiceRole(scope: Construct, id: string, service: string, policy: string): Role {
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal(`${service}.amazonaws.com`),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(policy)],
  });
  acknowledge(role, reasonForManaged(policy));
  return role;
}

export const reasonForManaged = (policy: string) => ({
  [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`]:
    'The AWS managed policy for this purpose.',
});
