// API Gateway writes logs with one role per account and region, and rejects stages with logging without it.
// The role is retained if the stack is deleted, because other APIs of the account may depend on it.
import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnAccount, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { createServiceRole } from '../service-role.ts';

const POLICY = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';

export function createGatewayLogging(scope: Construct, apis: readonly RestApi[]): void {
  const role = createServiceRole(scope, 'GatewayLogRole', 'apigateway', POLICY);
  role.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  const account = new CfnAccount(scope, 'GatewayAccount', { cloudWatchRoleArn: role.roleArn });
  account.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  for (const api of apis) api.deploymentStage.node.addDependency(account);
}
