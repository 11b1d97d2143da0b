// CloudWatch alarms. The description of each alarm states the loss for users, which decides how urgent it is,
// and links to its runbook. There is one alarm about all functions, and alarms for faults that no function
// reports: API errors before a function runs, dead letters, a stopped sweep, payments that do not proceed.
import { Alarm, type AlarmBase, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import type { Keys } from '../../data/keys.ts';
import { type Deployment, nameOf } from '../../deployment.ts';
import type { DeployedFunction } from '../../function/deployed-function.ts';
import type { Topics } from './alarm-topics.ts';
import { backupAlarms } from './backup-alarms.ts';
import { eventAlarms } from './event-alarms.ts';
import { functionAlarms } from './function-alarms.ts';
import { type AlarmPlan, createIncidents } from './incidents.ts';
import { keyAlarms } from './key-alarms.ts';
import { limitAlarms } from './limit-alarms.ts';
import { merchantAlarms } from './merchant-alarms.ts';
import { moneyAlarms } from './money-alarms.ts';
import { networkAlarms } from './network-alarms.ts';
import { pageAlarms } from './page-alarms.ts';
import type { Severity } from './runbook.ts';
import { serviceAlarms } from './service-alarms.ts';

export type WatchPlan = { deployment: Deployment; functions: readonly DeployedFunction[]; keys: Keys };

/** All alarms, incidents first. */
export function createAlarms(
  scope: Construct,
  { deployment, functions, keys }: WatchPlan,
  topics: Topics,
): readonly AlarmBase[] {
  const { stage } = deployment;
  const plans = [
    ...moneyAlarms(stage),
    ...merchantAlarms(stage),
    ...keyAlarms(stage, keys),
    ...pageAlarms(stage),
    ...functionAlarms(stage, functions),
    ...serviceAlarms(stage),
    ...eventAlarms(stage, functions),
    ...limitAlarms({ deployment, functions }),
    ...networkAlarms(deployment),
    ...backupAlarms(deployment),
  ];
  const made = plans.map((plan) => ({ plan, alarm: createAlarm(scope, deployment, plan) }));
  const incidents = createIncidents(scope, deployment, made);
  for (const { severity, alarm } of incidents) sendMessages(alarm, severity, topics);
  for (const { plan, alarm } of made) {
    if (typeof plan.reportedAs === 'string') sendMessages(alarm, plan.reportedAs, topics);
  }
  return [...incidents, ...made].map(({ alarm }) => alarm);
}

/** Sends a message when the alarm becomes active, and another when it ends. */
function sendMessages(alarm: AlarmBase, severity: Severity, topics: Topics): void {
  const actions = topics[severity].map((topic) => new SnsAction(topic));
  alarm.addAlarmAction(...actions);
  alarm.addOkAction(...actions);
}

/**
 * One period in three is enough to become active. Metrics arrive late, and an expression has a value before
 * all its metrics have arrived, so an alarm on the newest period only would miss late values.
 */
const ONE_OF_THREE = { evaluationPeriods: 3, datapointsToAlarm: 1 };

function createAlarm(
  scope: Construct,
  { stage, runbooks }: Pick<Deployment, 'stage' | 'runbooks'>,
  { name, impact, runbook, reportedAs: _, ...condition }: AlarmPlan,
): Alarm {
  return new Alarm(scope, name, {
    alarmName: nameOf(stage, name),
    alarmDescription: `${impact} ${runbooks}/${runbook}.md`,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    ...ONE_OF_THREE,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...condition,
  });
}
