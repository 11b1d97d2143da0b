// Alarms about AWS: its limits, the network, backups.
import { Aws } from 'aws-cdk-lib';
import { defined } from '#domain/defined.ts';
import { vaultName } from '../../data/backup-stack.ts';
import { tableNameOf } from '../../data/table.ts';
import { type Deployment, nameOf } from '../../deployment.ts';
import {
  aws,
  claimedConcurrency,
  counted,
  type MetricOf,
  math,
  ofFunction,
  ofTable,
  onceBegun,
  sumOf,
} from '../metrics.ts';
import type { AlarmRow, AlarmTable } from './alarm.ts';

/** A stage without load, such as a sandbox, does not reach these limits. */
const hasLoad = ({ watch }: Deployment) => watch === 'full';

/**
 * DynamoDB counts throttles of an index under the index only. A throttled index also refuses the write to the
 * table, but the table's own count stays zero. A query finds every index that is throttled, and costs by what
 * it finds; an alarm has one query, so reads and writes have an alarm each.
 */
const indexThrottles = (kind: 'Read' | 'Write'): AlarmRow => ({
  impact: 'DynamoDB throttles an index: payments of one large merchant, or all of them, fail at random.',
  runbook: 'table-throttles',
  reportedAs: 'limits-reached',
  metric: (watched) =>
    math(
      'throttled',
      `SELECT SUM(${kind}ThrottleEvents) FROM SCHEMA("AWS/DynamoDB", TableName, GlobalSecondaryIndexName) ` +
        `WHERE TableName = '${tableNameOf(watched.deployment)}'`,
      {},
    )(watched),
  atLeast: 10,
  isIn: hasLoad,
});

/** Functions for which a caller waits. Throttled events of Scheduler are delivered again. */
const WAITED_FOR = /^(?:authorizer|hosted-page-(?:create|form|pay|three-d|three-d-callback))$/;
const throttledFunctions: MetricOf = (watched) => {
  const waitedFor = watched.functions.filter(({ name }) => WAITED_FOR.test(name));
  const parts = waitedFor.map(
    (fn) => [`of_${fn.name.replaceAll('-', '_')}`, ofFunction(fn, 'Throttles')] as const,
  );
  return sumOf('throttled', Object.fromEntries(parts))(watched);
};

const ofSchedules = (metricName: string) =>
  aws('Scheduler', metricName, ({ deployment }) => ({ ScheduleGroup: nameOf(deployment.stage) }));
const ofFirewall = (metricName: string) =>
  aws('WAFV2', metricName, ({ deployment }) => ({
    WebACL: nameOf(deployment.stage, 'firewall'),
    Region: Aws.REGION,
    Rule: 'ALL',
  }));
/** AWS publishes a count of the vault of daily backups only if it is not zero. */
const ofBackups = (metricName: string, minutes?: number) =>
  aws(
    'Backup',
    metricName,
    ({ deployment }) => ({ BackupVaultName: vaultName(deployment.stage) }),
    defined({ minutes }),
  );
const ofTables = (metricName: string) => aws('Backup', metricName, () => ({ ResourceType: 'DynamoDB' }));

export const AWS_ALARMS: AlarmTable = {
  // Requests that AWS refused because of a limit are urgent; some limits are told before they are reached.
  // docs/deploy-options.md lists the limits.
  'table-throttles': {
    impact: 'DynamoDB throttles requests to the table: payments and pages fail at random.',
    reportedAs: 'limits-reached',
    metric: sumOf('throttled', {
      reads: ofTable('ReadThrottleEvents'),
      writes: ofTable('WriteThrottleEvents'),
    }),
    atLeast: 10,
  },
  'index-reads-throttled': indexThrottles('Read'),
  'index-writes-throttled': indexThrottles('Write'),
  'functions-throttled': {
    impact: 'Lambda refuses to start functions of pages and API: buyers and merchants get errors.',
    runbook: 'limits-reached',
    reportedAs: 'limits-reached',
    metric: throttledFunctions,
    atLeast: 5,
    isIn: hasLoad,
  },
  'egress-ports': {
    impact: 'The NAT gateway has no port left for a bank: calls to that bank fail.',
    runbook: 'limits-reached',
    reportedAs: 'limits-reached',
    // A query counts over all NAT gateways of the account: the data stack is not referenced.
    metric: math(
      'connections without a port',
      'SELECT SUM(ErrorPortAllocation) FROM SCHEMA("AWS/NATGateway", NatGatewayId)',
      {},
    ),
    isIn: ({ fixedEgress, egressBy }) => fixedEgress && egressBy === 'gateway',
  },
  'concurrency-near-limit': {
    impact: 'Four fifths of the concurrency of Lambda are in use: soon pages and API calls are refused.',
    runbook: 'limits-reached',
    metric: claimedConcurrency,
    atLeast: 80,
    isIn: hasLoad,
  },
  'keys-near-limit': {
    impact: 'Four fifths of the requests that KMS allows are made: soon cards and API keys are refused.',
    runbook: 'limits-reached',
    // Requests to all symmetric and HMAC keys of the account, averaged over a minute. Their limit is 20,000.
    metric: math(
      'requests a second',
      'calls / PERIOD(calls)',
      {
        calls: aws('Usage', 'CallCount', () => ({
          Service: 'KMS',
          Resource: 'CryptographicOperationsSymmetric',
          Type: 'API',
          Class: 'None',
        })),
      },
      1,
    ),
    atLeast: 16_000,
    isIn: hasLoad,
  },
  'schedules-throttled': {
    impact: 'Schedules have been refused for a quarter of an hour: charges are late.',
    runbook: 'limits-reached',
    metric: sumOf('throttled', {
      invocations: ofSchedules('InvocationThrottleCount'),
      targets: ofSchedules('TargetErrorThrottledCount'),
    }),
    // At midnight more charges fall due than can be made at once; the throttling ends within minutes.
    periods: [3, 3],
    isIn: hasLoad,
  },
  'firewall-blocks': {
    impact: 'The firewall blocks a fifth of all requests: an attack, or buyers and merchants are kept out.',
    // Floods are blocked every day; a fifth of all requests is an attack, or a rule blocks legitimate ones.
    metric: math(
      'percent blocked',
      'IF(blocked >= 1000, 100 * blocked / (blocked + FILL(allowed, 0)), 0)',
      { blocked: ofFirewall('BlockedRequests'), allowed: ofFirewall('AllowedRequests') },
      15,
    ),
    atLeast: 20,
    isIn: ({ firewall }) => firewall,
  },
  'names-refused': {
    impact:
      'A function with card numbers looked up a host that is not allowed: cards may be on their way out.',
    reportedAs: 'urgent',
    metric: counted('Network', 'NamesRefused'),
    isIn: ({ bankHosts }) => bankHosts.length > 0,
  },
  // Without these a missing backup would be noticed only when it is needed.
  'backup-fails': {
    impact:
      'A backup of the table, its copy or the test of restoring it failed: an older one may have to do.',
    metric: (watched) =>
      sumOf('failed', {
        failed: ofBackups('NumberOfBackupJobsFailed'),
        expired: ofBackups('NumberOfBackupJobsExpired'),
        aborted: ofBackups('NumberOfBackupJobsAborted'),
        // AWS's metrics of restores and of copies into another vault do not name the vault.
        restores: ofTables('NumberOfRestoreJobsFailed'),
        ...(watched.deployment.backupVaultArn !== undefined && {
          copies: ofTables('NumberOfCopyJobsFailed'),
        }),
      })(watched),
    isIn: ({ backupDays }) => backupDays !== undefined,
  },
  'backup-missing': {
    impact: 'No backup of the table was completed for a day and a half: no new one protects it.',
    runbook: 'backup-fails',
    // A backup begins within an hour after 01:00 and may take twelve hours.
    metric: onceBegun(
      'completed',
      'IF(isNew, 1, FILL(completed, 0))',
      { completed: ofBackups('NumberOfBackupJobsCompleted', 12 * 60) },
      12 * 60,
    ),
    below: 1,
    periods: [3, 3],
    isIn: ({ backupDays }) => backupDays !== undefined,
  },
};
