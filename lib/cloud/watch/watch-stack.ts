// Alarms, metrics counted in logs, the dashboard and saved queries. They have a stack of their own: a changed
// threshold deploys in seconds without touching the service, and the service stack stays below
// CloudFormation's limit of resources.
import type { Construct } from 'constructs';
import type { CodeOf } from '../function/code.ts';
import { StageStack } from '../stage-stack.ts';
import { createAlarmTopics } from './alarms/alarm-topics.ts';
import { createAlarms } from './alarms/alarms.ts';
import { reportChanges } from './alarms/reported-changes.ts';
import { countInLogs } from './counted-logs.ts';
import { createDashboard } from './dashboard.ts';
import { createMerchantWatch } from './merchant-watch.ts';
import type { WatchedStack } from './metrics.ts';
import { saveQueries } from './queries.ts';

export class WatchStack extends StageStack {
  constructor(scope: Construct, plan: WatchedStack & { codeOf: CodeOf }) {
    const { deployment, functions } = plan;
    super(scope, deployment, 'Payments: alarms, dashboard, saved queries', 'watch');
    const topics = createAlarmTopics(this, deployment);
    const alarms = createAlarms(this, plan, topics);
    reportChanges(this, plan, topics.urgent);
    createMerchantWatch(this, plan);
    countInLogs(this, deployment);
    if (deployment.watch === 'full') createDashboard(this, plan, alarms);
    saveQueries(this, deployment.stage, functions);
  }
}
