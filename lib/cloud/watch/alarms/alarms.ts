// Makes the alarms of the tables. There is one alarm about all functions, and alarms for faults that no
// function reports: API errors before a function runs, dead letters, a stopped sweep, payments that do not
// proceed.
import { Alarm, type AlarmBase, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { nameOf } from '../../deployment.ts';
import type { WatchedStack } from '../metrics.ts';
import { type AlarmRow, type AlarmTable, isSeverity } from './alarm.ts';
import type { Topics } from './alarm-topics.ts';
import { AWS_ALARMS } from './aws-alarms.ts';
import { DECLINE_ALARMS } from './decline-alarms.ts';
import { createIncidents, RUNBOOKS, type Severity } from './incidents.ts';
import { PAYMENT_ALARMS } from './payment-alarms.ts';
import { SERVICE_ALARMS } from './service-alarms.ts';

const ALARMS: AlarmTable = { ...PAYMENT_ALARMS, ...DECLINE_ALARMS, ...SERVICE_ALARMS, ...AWS_ALARMS };

/** All alarms, incidents first. */
export function createAlarms(scope: Construct, watched: WatchedStack, topics: Topics): readonly AlarmBase[] {
  const { deployment } = watched;
  const made = Object.entries(ALARMS)
    .filter(([, { isIn }]) => isIn?.(deployment) ?? true)
    .map(([name, row]) => {
      const { reportedAs = 'morning' } = row;
      return { name, reportedAs, alarm: createAlarm(scope, watched, name, row) };
    });
  const incidents = deployment.watch === 'full' ? createIncidents(scope, deployment, made) : [];
  for (const { severity, alarm } of incidents) sendMessages(alarm, severity, topics);
  for (const { reportedAs, alarm } of made) {
    if (isSeverity(reportedAs)) sendMessages(alarm, reportedAs, topics);
    // Without incidents their parts send messages, in the morning: nobody is woken for such a stage.
    else if (incidents.length === 0) sendMessages(alarm, 'morning', topics);
  }
  return [...incidents, ...made].map(({ alarm }) => alarm);
}

/** Sends a message when the alarm becomes active, and another when it ends. */
function sendMessages(alarm: AlarmBase, severity: Severity, topics: Topics): void {
  const actions = topics[severity].map((topic) => new SnsAction(topic));
  alarm.addAlarmAction(...actions);
  alarm.addOkAction(...actions);
}

function createAlarm(scope: Construct, watched: WatchedStack, name: string, row: AlarmRow): Alarm {
  const { stage } = watched.deployment;
  const { impact, runbook = name, metric, atLeast = 1, below, periods = [1, 3] } = row;
  const [datapointsToAlarm, evaluationPeriods] = periods;
  const isMissingAFault = row.orMissing ?? below !== undefined;
  return new Alarm(scope, name, {
    alarmName: nameOf(stage, name),
    alarmDescription: `${impact} ${RUNBOOKS}/${runbook}.md`,
    comparisonOperator:
      below === undefined
        ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.LESS_THAN_THRESHOLD,
    metric: metric(watched),
    threshold: below ?? atLeast,
    evaluationPeriods,
    datapointsToAlarm,
    treatMissingData: isMissingAFault ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
}
