// Alarms about events: merchants are told late, or not at all. No money depends on it.
import type { DeployedFunction } from '../../function/deployed-function.ts';
import { iteratorAge, uncaptured } from '../aws-metrics.ts';
import type { AlarmPlan } from './alarm-plan.ts';

const MINUTES_LATE = 15;

export function eventAlarms(stage: string, functions: readonly DeployedFunction[]): AlarmPlan[] {
  return functions.filter(({ kind }) => kind === 'stream').flatMap((fn) => captureAlarms(stage, fn));
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
