// Alarms about the daily backup. Without them a missing backup would be noticed only when it is needed.
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Deployment } from '../../deployment.ts';
import { backupMetric, copyFailures, sumOf } from '../aws-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

/** A backup begins within an hour after 01:00 and may take twelve hours. */
const HOURS = 12;

export function backupAlarms({ stage, backup, backupVaultArn }: Deployment): AlarmPlan[] {
  if (!backup) return [];
  return [
    {
      name: 'backup-fails',
      impact: 'The daily backup of the table, or its copy, failed: after a loss an older one has to do.',
      runbook: 'backup-fails',
      reportedAs: 'morning',
      metric: sumOf('failed', {
        failed: backupMetric(stage, 'NumberOfBackupJobsFailed'),
        expired: backupMetric(stage, 'NumberOfBackupJobsExpired'),
        aborted: backupMetric(stage, 'NumberOfBackupJobsAborted'),
        ...(backupVaultArn !== undefined && { copies: copyFailures() }),
      }),
      threshold: 1,
    },
    {
      name: 'backup-missing',
      impact: 'No backup of the table was completed for a day and a half: no new one protects it.',
      runbook: 'backup-fails',
      reportedAs: 'morning',
      metric: backupMetric(stage, 'NumberOfBackupJobsCompleted', HOURS),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      datapointsToAlarm: 3,
      treatMissingData: TreatMissingData.BREACHING,
    },
  ];
}
