import { expect, test } from 'vitest';
import { type Options, onlyOf, resourcesOf, synthesize, tableWith } from '../cloud.ts';

const few = tableWith([]);
function alarmsOf(options: Options) {
  const { watchTemplate } = synthesize(options, few);
  const alarms = [...resourcesOf(watchTemplate, 'AWS::CloudWatch::Alarm').values()];
  return new Map(alarms.map(({ Properties }) => [String(Properties['AlarmName']), Properties]));
}
const backupVaultArn = 'arn:aws:backup:eu-central-1:222222222222:backup-vault:payments';
const production = alarmsOf({ stage: 'production', backupVaultArn });

type Part = { MetricStat?: { Stat: string; Period: number; Metric: { MetricName: string } } };

test('a backup that failed, was aborted or did not begin, and a failed copy, raises an alarm', () => {
  const alarm = production.get('payment-production-backup-fails');
  const counted = ((alarm?.['Metrics'] ?? []) as Part[]).flatMap(({ MetricStat }) => MetricStat ?? []);
  expect(counted.map(({ Stat, Metric }) => `${Stat} ${Metric.MetricName}`)).toEqual([
    'Sum NumberOfBackupJobsFailed',
    'Sum NumberOfBackupJobsExpired',
    'Sum NumberOfBackupJobsAborted',
    'Sum NumberOfRestoreJobsFailed',
    'Sum NumberOfCopyJobsFailed',
  ]);
  expect(alarm).toMatchObject({ Threshold: 1, DatapointsToAlarm: 1, TreatMissingData: 'notBreaching' });
  const alone = alarmsOf({ stage: 'production' }).get('payment-production-backup-fails');
  expect(JSON.stringify(alone)).not.toContain('NumberOfCopyJobsFailed');
});

test('a day and a half without a completed backup raises an alarm, also without any data', () => {
  const { EvaluationPeriods, Metrics, ...alarm } = production.get('payment-production-backup-missing') ?? {};
  const [completed] = (Metrics as Part[]).flatMap(({ MetricStat: one }) =>
    one?.Metric.MetricName === 'NumberOfBackupJobsCompleted' ? [one] : [],
  );
  expect((Number(completed?.Period) * Number(EvaluationPeriods)) / 3600).toBe(36);
  expect(alarm).toMatchObject({
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
    DatapointsToAlarm: EvaluationPeriods,
    TreatMissingData: 'breaching',
  });
});

test('both alarms count in the vault of the stage, and exist only if backups do', () => {
  const { backupTemplate } = synthesize({ stage: 'production', backupVaultArn }, few);
  const vault = onlyOf(backupTemplate, 'AWS::Backup::BackupVault').Properties['BackupVaultName'];
  const named = JSON.stringify([...production.values()]).match(/"BackupVaultName","Value":"[^"]+"/g) ?? [];
  expect(new Set(named)).toEqual(new Set([`"BackupVaultName","Value":"${vault}"`]));
  expect([...alarmsOf({}).keys()].filter((name) => name.includes('backup'))).toEqual([]);
});

test('each month the newest backup of the vault is restored by a role that can do nothing else', () => {
  const { backupTemplate } = synthesize({ stage: 'production' }, few);
  if (backupTemplate === undefined) throw new Error('Production has backups.');
  const [[vaultId = ''] = []] = resourcesOf(backupTemplate, 'AWS::Backup::BackupVault');
  const { Properties: plan } = onlyOf(backupTemplate, 'AWS::Backup::RestoreTestingPlan');
  expect(plan).toMatchObject({
    RestoreTestingPlanName: 'payment_production',
    ScheduleExpression: 'cron(0 15 2 * ? *)',
    RecoveryPointSelection: { IncludeVaults: [{ 'Fn::GetAtt': [vaultId, 'BackupVaultArn'] }] },
  });
  const { Properties: selection } = onlyOf(backupTemplate, 'AWS::Backup::RestoreTestingSelection');
  expect(JSON.stringify(selection['ProtectedResourceArns'])).toContain('table/payment-production"');
  const { 'Fn::GetAtt': [roleId] = [] } = selection['IamRoleArn'] as { 'Fn::GetAtt': string[] };
  const role = resourcesOf(backupTemplate, 'AWS::IAM::Role').get(String(roleId))?.Properties;
  expect(JSON.stringify(role?.['ManagedPolicyArns'])).toContain('ForRestores');
  expect(role?.['Policies']).toBeUndefined();
});
