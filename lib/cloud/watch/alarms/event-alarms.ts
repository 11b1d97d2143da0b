// Alarms about events: merchants receive them late, or not at all. No money depends on events. A single
// webhook that fails raises no alarm: only its merchant can repair it, and sees the webhook's state and
// deliveries.
import { MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { DeployedFunction } from '../../function/deployed-function.ts';
import { iteratorAge, uncaptured } from '../aws-metrics.ts';
import { serviceMetric } from '../service-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

const MINUTES_LATE = 15;

export function eventAlarms(stage: string, functions: readonly DeployedFunction[]): AlarmPlan[] {
  return [
    ...functions.filter(({ kind }) => kind === 'stream').flatMap((fn) => captureAlarms(stage, fn)),
    ...deliveryAlarms(stage),
  ];
}

/**
 * A new delivery is triggered at once; if its trigger was lost, the run of each minute finds the delivery two
 * minutes later. A run finds a retry a minute after it fell due. So a delivery that has waited two minutes
 * has lost its trigger, or no run has reached it.
 */
const SECONDS_WAITED = 120;
/** Merchants whose webhooks began to fail within fifteen minutes. */
const MERCHANTS_AT_LEAST = 5;

function deliveryAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'deliveries-late',
      impact: 'For a quarter of an hour events were sent minutes late, or not at all: merchants wait.',
      runbook: 'deliveries-late',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'DeliveryWait', { statistic: 'Maximum' }),
      threshold: SECONDS_WAITED,
      // A single lost trigger or run is made up for by the next run.
      evaluationPeriods: 3,
      datapointsToAlarm: 3,
      // Each run publishes the metric. If it is missing, no run ended well, or the table could not be read.
      treatMissingData: TreatMissingData.BREACHING,
    },
    {
      name: 'webhooks-fail',
      impact: 'Webhooks of many merchants began to fail at once: events may not leave our network.',
      runbook: 'webhooks-fail',
      reportedAs: 'morning',
      // Five of thousands of merchants may fail by chance, but then most attempts still succeed.
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
      reportedAs: 'morning',
      metric: iteratorAge(stage, fn),
      threshold: MINUTES_LATE * 60_000,
      datapointsToAlarm: 2,
    },
    {
      name: 'events-not-recorded',
      impact: 'Changes failed for an hour: their events are missing unless they are run again within a day.',
      runbook: 'events-not-recorded',
      reportedAs: 'urgent',
      metric: uncaptured(stage),
      threshold: 1,
    },
  ];
}
