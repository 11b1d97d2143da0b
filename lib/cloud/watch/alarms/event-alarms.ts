// Alarms about events: merchants are told late, or not at all. No money depends on it. A single webhook that
// fails is no alarm: only its merchant can mend it, and sees it by its state and its deliveries.
import { MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { DeployedFunction } from '../../function/deployed-function.ts';
import { iteratorAge, uncaptured } from '../aws-metrics.ts';
import { serviceMetric } from '../service-metrics.ts';
import type { AlarmPlan } from './alarm-plan.ts';

const MINUTES_LATE = 15;

export function eventAlarms(stage: string, functions: readonly DeployedFunction[]): AlarmPlan[] {
  return [
    ...functions.filter(({ kind }) => kind === 'stream').flatMap((fn) => captureAlarms(stage, fn)),
    ...deliveryAlarms(stage),
  ];
}

/**
 * A new event is announced at once, and found by the run of a minute two minutes later if that was lost; a
 * retry is found a minute after it was due. So what has waited two minutes was announced in vain, or a run
 * has not come to it.
 */
const SECONDS_WAITED = 120;
/** Began to fail within fifteen minutes. */
const MERCHANTS_AT_LEAST = 5;

function deliveryAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'deliveries-late',
      impact: 'For a quarter of an hour events were sent minutes late, or not at all: merchants wait.',
      runbook: 'deliveries-late',
      tells: 'morning',
      metric: serviceMetric(stage, 'DeliveryWait', { statistic: 'Maximum' }),
      threshold: SECONDS_WAITED,
      // One lost announcement or run is made up for.
      evaluationPeriods: 3,
      datapointsToAlarm: 3,
      // Each run measures it: without a value none ran to its end, or the table could not be read.
      treatMissingData: TreatMissingData.BREACHING,
    },
    {
      name: 'webhooks-fail',
      impact: 'Webhooks of many merchants began to fail at once: events may not leave our network.',
      runbook: 'webhooks-fail',
      tells: 'morning',
      // Of thousands of merchants five may fail by chance; then most tries succeed all the same.
      metric: new MathExpression({
        expression: 'IF(2 * failed >= tries, merchants, 0)',
        label: 'merchants',
        usingMetrics: {
          merchants: serviceMetric(stage, 'MerchantsFailing', { statistic: 'Maximum' }),
          failed: serviceMetric(stage, 'DeliveriesFailed'),
          tries: serviceMetric(stage, 'DeliveriesFailed', { statistic: 'SampleCount' }),
        },
      }),
      threshold: MERCHANTS_AT_LEAST,
    },
  ];
}

function captureAlarms(stage: string, fn: DeployedFunction): AlarmPlan[] {
  return [
    {
      name: 'events-late',
      impact: 'Changes have waited for a quarter of an hour: merchants learn late of what happens.',
      runbook: 'events-not-recorded',
      tells: 'morning',
      metric: iteratorAge(stage, fn),
      threshold: MINUTES_LATE * 60_000,
      datapointsToAlarm: 2,
    },
    {
      name: 'events-not-recorded',
      impact: 'Changes failed for an hour: their events are missing unless they are run again within a day.',
      runbook: 'events-not-recorded',
      tells: 'urgent',
      metric: uncaptured(stage),
      threshold: 1,
    },
  ];
}
