// The guard of a gradual deployment: the new version's failed calls against those of the rest of the stage, in
// the quarter of an hour in which it gets a tenth of them. A fault of the stage hits both alike and stops no
// release; single errors of a good one are too few.
import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  type MetricProps,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';
import { callsOfRelease } from '../function/release-calls.ts';
import { RUNBOOKS } from '../watch/alarms/incidents.ts';
import { API_NAMES } from '../watch/metrics.ts';

const WINDOW = Duration.minutes(15);
/** Fewer failed calls of the new version are chance. */
const LEAST = 3;
/** Of the new version's calls. */
const PERCENT = 8;
/** So many times the share of failed calls in the rest of the stage. */
const TIMES = 5;

const sum = (of: MetricProps) => new Metric({ statistic: 'Sum', period: WINDOW, ...of });
const total = (ids: readonly string[]) => ids.map((id) => `FILL(${id}, 0)`).join(' + ');

/** Returns the name of its alarm. */
export function createGuard(scope: Construct, deployment: Deployment): string {
  const { stage } = deployment;
  const { namespace, calls, faults } = callsOfRelease(deployment);
  const ofApis = (metricName: string, prefix: string) =>
    Object.fromEntries(
      API_NAMES.map((api) => {
        const dimensionsMap = { ApiName: nameOf(stage, api) };
        return [`${prefix}_${api}`, sum({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap })];
      }),
    );
  const [all, failed] = [ofApis('Count', 'all'), ofApis('5XXError', 'failed')];
  const [newCalls, newFaults] = ['FILL(calls, 0)', 'FILL(faults, 0)'];
  const oldCalls = `(${total(Object.keys(all))} - ${newCalls})`;
  const oldFaults = `(${total(Object.keys(failed))} - ${newFaults})`;
  const isBad = [
    `${newFaults} >= ${LEAST}`,
    `100 * ${newFaults} >= ${PERCENT} * ${newCalls}`,
    `${newFaults} * ${oldCalls} >= ${TIMES} * ${oldFaults} * ${newCalls}`,
  ];
  const alarmName = nameOf(stage, 'release-fails');
  new Alarm(scope, 'Guard', {
    alarmName,
    alarmDescription: `The new version fails calls that the old one answers. ${RUNBOOKS}/function-fails.md`,
    metric: new MathExpression({
      label: 'the new version fails',
      expression: `IF(${isBad.join(' AND ')}, 1, 0)`,
      usingMetrics: {
        calls: sum({ namespace, metricName: calls }),
        faults: sum({ namespace, metricName: faults }),
        ...all,
        ...failed,
      },
      period: WINDOW,
    }),
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  return alarmName;
}
