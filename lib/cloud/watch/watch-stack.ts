// Alarms, dashboard and saved queries. They are a stack of their own: a changed threshold deploys in seconds
// without touching the service, and the service stack stays below CloudFormation's limit of resources.
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { createAlarmTopic } from './alarm-topic.ts';
import { createAlarms } from './alarms.ts';
import { createDashboard } from './dashboard.ts';
import { saveQueries } from './queries.ts';

type WatchPlan = { deployment: Deployment; functions: readonly DeployedFunction[] };

export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { deployment, functions }: WatchPlan, props?: StackProps) {
    super(scope, id, props);
    const { stage } = deployment;
    const alarms = createAlarms(this, deployment, functions, createAlarmTopic(this, deployment));
    createDashboard(this, stage, functions, alarms);
    saveQueries(this, stage, functions);
  }
}
