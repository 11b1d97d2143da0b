// A daily copy of the table, in a vault from which no role can delete anything for 35 days. Point-in-time
// recovery undoes mistakes, but is lost with the table; the copies remain. The vault has a stack of its own,
// so that no deployment of the table or the code can touch it.
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import { removalPolicyOf } from '../removal.ts';
import { tableOf } from './table.ts';

const KEPT = Duration.days(35);
/** The lock can be removed in the first week only. Afterwards not even AWS can remove it. */
const GRACE = Duration.days(7);
/** Limits the retention, and so the cost, of a backup that a person makes. */
const LONGEST = Duration.days(120);
const POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

export class BackupStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment, props?: StackProps) {
    super(scope, id, props);
    const { stage, production, backupVaultArn } = deployment;
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: nameOf(stage),
      // A backup that the default key of AWS Backup encrypts cannot be copied into another account.
      encryptionKey: new Key(this, 'VaultKey', {
        description: 'Encrypts backups of the table',
        enableKeyRotation: true,
        pendingWindow: Duration.days(30),
        removalPolicy: removalPolicyOf(production),
      }),
      lockConfiguration: { minRetention: KEPT, maxRetention: LONGEST, changeableFor: GRACE },
      removalPolicy: removalPolicyOf(production),
    });
    const plan = new BackupPlan(this, 'Plan', { backupPlanName: nameOf(stage) });
    plan.addRule(this.#daily(vault, backupVaultArn));
    plan.addSelection('Table', {
      role: this.#createRole(),
      backupSelectionName: nameOf(stage),
      resources: [BackupResource.fromArn(tableOf(this, deployment).tableArn)],
    });
  }

  /** Runs at 01:00 UTC, after the charges of midnight in Turkey. */
  #daily(vault: BackupVault, copyTo: string | undefined): BackupPlanRule {
    const other = copyTo && BackupVault.fromBackupVaultArn(this, 'OtherVault', copyTo);
    return new BackupPlanRule({
      ruleName: 'daily',
      backupVault: vault,
      scheduleExpression: Schedule.cron({ hour: '1', minute: '0' }),
      startWindow: Duration.hours(1),
      completionWindow: Duration.hours(12),
      deleteAfter: KEPT,
      ...(other && { copyActions: [{ destinationBackupVault: other, deleteAfter: KEPT }] }),
    });
  }

  /** The role can only make backups. People restore with a role of their own. */
  #createRole(): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    acknowledge(role, {
      [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`]:
        'The AWS managed policy for this purpose; only AWS Backup uses it.',
    });
    return role;
  }
}
