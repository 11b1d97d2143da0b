// Copies of the table of the last days, seven or in a large stage two, of four times as many days
// of Sundays, and of the first of each month, in a vault from which no role can delete anything before its
// time. Point-in-time recovery undoes mistakes of 35 days, but of a deleted table only its last moment is
// left. AWS Backup copies a table whole each time, so each copy costs as much as the rows, or a third of it
// in cold storage. The vault has a stack of its own, so that no deployment of the table or the code can touch
// it. A copy that nobody has ever restored is a hope: each month AWS Backup restores the newest into a table
// that it deletes at once, and a failure raises the alarm of failed backups.
import { Duration } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  CfnRestoreTestingPlan,
  CfnRestoreTestingSelection,
} from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { FEWEST_BACKUP_DAYS } from '../data-options.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import { createServiceRole } from '../service-role.ts';
import { removalPolicyOf, StageStack } from '../stage-stack.ts';
import { tableOf } from './table.ts';

/** Cold storage is paid for 90 days at least. The week before is for the copy into the other vault. */
const WARM_DAYS = 7;
const COLD_DAYS = 90;
/** Sunday's copy is the seventh of the week's. All run after the charges of midnight in Turkey. */
const rulesOf = (days: number) => [
  { ruleName: 'daily', at: { weekDay: 'MON-SAT', hour: '1' }, life: { deleteAfter: Duration.days(days) } },
  { ruleName: 'weekly', at: { weekDay: 'SUN', hour: '1' }, life: { deleteAfter: Duration.days(4 * days) } },
  {
    // At an hour of its own: none of the others is still being made.
    ruleName: 'monthly',
    at: { day: '1', hour: '13' },
    life: {
      moveToColdStorageAfter: Duration.days(WARM_DAYS),
      deleteAfter: Duration.days(WARM_DAYS + COLD_DAYS),
    },
  },
];
const DAYS_OF_A_MONTH = 365 / 12;
/** The copies that there are on an average day. */
export const backupsKept = (days: number) => ({
  warm: (days * 6) / 7 + (days * 4) / 7 + WARM_DAYS / DAYS_OF_A_MONTH,
  cold: COLD_DAYS / DAYS_OF_A_MONTH,
});
/** The lock can be removed in the first week only. Afterwards not even AWS can remove it. */
const GRACE = Duration.days(7);
/** Nobody can ever change it, so it must suit a stage of any size: how many are kept can be changed. */
const SHORTEST = Duration.days(FEWEST_BACKUP_DAYS);
/** Limits the retention, and so the cost, of a backup that a person makes. */
const LONGEST = Duration.days(120);
const BACKS_UP = 'service-role/AWSBackupServiceRolePolicyForBackup';
/** Also of the role of people who restore. */
export const RESTORES = 'service-role/AWSBackupServiceRolePolicyForRestores';
/** On the second, when the month's copies are made, and in an hour in which no copy is being made. */
const RESTORED_AT = Schedule.cron({ day: '2', hour: '15', minute: '0' });

export const vaultName = (stage: string) => nameOf(stage, 'vault');

export class BackupStack extends StageStack {
  constructor(scope: Construct, deployment: Deployment, days: number) {
    super(scope, deployment, 'Payments: a daily copy of the table in a locked vault', 'backup');
    const { stage, production, backupVaultArn } = deployment;
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: vaultName(stage),
      // A backup that the default key of AWS Backup encrypts cannot be copied into another account.
      encryptionKey: new Key(this, 'VaultKey', {
        description: 'Encrypts backups of the table',
        enableKeyRotation: true,
        pendingWindow: Duration.days(30),
        removalPolicy: removalPolicyOf(production),
      }),
      lockConfiguration: {
        minRetention: SHORTEST,
        maxRetention: LONGEST,
        changeableFor: GRACE,
      },
      removalPolicy: removalPolicyOf(production),
    });
    const plan = new BackupPlan(this, 'Plan', { backupPlanName: nameOf(stage) });
    const other = backupVaultArn && BackupVault.fromBackupVaultArn(this, 'OtherVault', backupVaultArn);
    for (const { ruleName, at, life } of rulesOf(days)) {
      plan.addRule(
        new BackupPlanRule({
          ruleName,
          backupVault: vault,
          scheduleExpression: Schedule.cron({ ...at, minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(12),
          ...life,
          ...(other && { copyActions: [{ destinationBackupVault: other, ...life }] }),
        }),
      );
    }
    const { tableArn } = tableOf(this, deployment);
    plan.addSelection('Table', {
      role: createServiceRole(this, 'Role', 'backup', BACKS_UP),
      backupSelectionName: nameOf(stage),
      resources: [BackupResource.fromArn(tableArn)],
    });
    this.#testRestores(nameOf(stage), vault, tableArn);
  }

  /** The restored table has only what the copy has: rows whose card fields, secrets and keys are encrypted. */
  #testRestores(name: string, { backupVaultArn }: BackupVault, tableArn: string): void {
    // These names may have no hyphen.
    const own = name.replaceAll('-', '_');
    const plan = new CfnRestoreTestingPlan(this, 'RestoreTest', {
      restoreTestingPlanName: own,
      scheduleExpression: RESTORED_AT.expressionString,
      recoveryPointSelection: {
        algorithm: 'LATEST_WITHIN_WINDOW',
        includeVaults: [backupVaultArn],
        recoveryPointTypes: ['SNAPSHOT'],
        selectionWindowDays: FEWEST_BACKUP_DAYS,
      },
    });
    new CfnRestoreTestingSelection(this, 'RestoredTable', {
      restoreTestingPlanName: plan.ref,
      restoreTestingSelectionName: own,
      protectedResourceType: 'DynamoDB',
      protectedResourceArns: [tableArn],
      iamRoleArn: createServiceRole(this, 'RestoreTestRole', 'backup', RESTORES).roleArn,
    });
  }
}
