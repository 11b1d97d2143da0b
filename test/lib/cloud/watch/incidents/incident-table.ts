// The incidents of docs/incidents.md: alarm, page with the remedy, loss, and the tests that play it.
import { BANKS, PLAYED } from './bank-incidents.ts';
import { DELIVERIES } from './delivery-incidents.ts';
import type { Incident } from './incident.ts';

const VARIANTS = 'test/rehearsal/variants.ts';
const ONE_WAY = 'test/lib/cloud/data/one-way-doors.test.ts';

const SERVICE: readonly Incident[] = [
  {
    what: 'DynamoDB throttles an index',
    fires: ['limits-reached', 'index-writes-throttled'],
    page: 'runbooks/table-throttles.md',
    command: 'aws dynamodb update-table --table-name payment-<stage> --warm-throughput',
    lost: 'nothing: an outcome that could not be stored is found by the sweep',
    tests: [
      [PLAYED, 'an index that DynamoDB throttles fires the alarm of limits'],
      [
        'test/flows/payment/throttled.test.ts',
        'a buyer whose outcome cannot be stored sees that it is checked, and the sweep stores it',
      ],
    ],
  },
  {
    what: 'A deployment breaks the charge and the sweep',
    fires: ['charges-fail', 'charge-crashes'],
    page: 'runbooks/function-fails.md',
    command: 'npm run release -- back --stage <stage>',
    lost: 'nothing: what fell due is charged after it was taken back',
    tests: [
      [PLAYED, 'a deployment that breaks the charge fires an alarm, and all is charged after its rollback'],
      [VARIANTS, 'An update that fails is rolled back'],
    ],
  },
  {
    what: 'The lease cannot be read, or another table or Region has it',
    fires: ['bank-fails', 'bank-unreachable'],
    page: 'runbooks/bank-does-not-answer.md',
    command: 'npm run lease -- show --stage <stage>',
    lost: 'the sales of that time; no money: nothing is sent to a bank, and charges are made afterwards',
    tests: [
      [PLAYED, 'a lease that cannot be read fires alarms at once, and all is charged after it'],
      ['test/flows/lease.test.ts', 'an old schedule, the sweep and the reconciliation do nothing'],
    ],
  },
  {
    what: 'A KMS key is disabled',
    fires: ['answers-fail', 'api-answers-5xx'],
    page: 'runbooks/key-changed.md',
    command: 'aws kms enable-key',
    lost: 'the sales of that time; no money, because keys are used before a claim',
    tests: [
      [PLAYED, 'keys that cannot be used fire the alarm of answers'],
      [
        'test/lib/cloud/watch/reported-changes.test.ts',
        'each call that ends a key or changes its policy or grants is reported with its caller',
      ],
    ],
  },
  {
    what: 'An event fails on every try',
    fires: ['dead-letters'],
    page: 'runbooks/dead-letters.md',
    command: 'aws sqs purge-queue',
    lost: 'nothing: the sweep makes the charge',
    tests: [[PLAYED, 'one event that fails on every try fires an alarm for the morning']],
  },
  {
    what: 'The sweep does not run',
    fires: ['charges-fail', 'sweep-stopped'],
    page: 'runbooks/sweep-stopped.md',
    command: 'aws scheduler get-schedule --group-name payment-<stage>-beat --name payment-<stage>-sweep',
    lost: 'nothing for seven days: a due date that was missed is charged late',
    tests: [
      [PLAYED, 'a stopped sweep fires an alarm although nothing fails'],
      [
        'test/journeys/recurring-outage.test.ts',
        'a due date missed by hours is charged late, and the next one on time',
      ],
    ],
  },
  {
    what: 'Due dates pass during an outage, and only the newest is charged',
    fires: ['periods-missed'],
    page: 'runbooks/periods-missed.md',
    command: 'npm run merchant -- show --merchant <merchantId> --stage production',
    lost: 'nothing that the merchant does not give up: it charges or waives each missed period',
    tests: [
      [PLAYED, 'a missed period fires an alarm for the morning, and the merchant collects it'],
      [
        'test/endpoints/recurring-payment/periods.test.ts',
        'failed, missed and skipped periods are charged once each, and no due date moves',
      ],
    ],
  },
  {
    what: 'Pages are not reached, and nobody pays at that hour',
    fires: ['answers-fail', 'canary-unanswered'],
    page: 'runbooks/answers-5xx.md',
    lost: 'the sales of that time',
    tests: [
      [PLAYED, 'a page that no buyer reaches fires an alarm without traffic'],
      [
        'test/background/canary.test.ts',
        'the canary fails if the bank declines, the form is gone, or API or page are not reached',
      ],
    ],
  },
  {
    what: 'The key of a merchant leaks',
    page: 'deploy-options.md',
    command: 'find --api-key FILE',
    lost: 'what its scopes allow, until a minute after it is revoked; what it set ends with it',
    tests: [
      [
        'test/bin/revoked-key.test.ts',
        'a minute after a revocation no byte leaves through anything that the key made or changed',
      ],
      [
        'test/background/authorizer.test.ts',
        'a revoked key is denied within a minute, and other keys are not',
      ],
      [
        'test/bin/find-merchant.test.ts',
        'the owners of keys are found in any text, also of keys that were revoked',
      ],
    ],
  },
];

const DATA: readonly Incident[] = [
  {
    what: 'A daily backup fails, or its copy',
    fires: ['backup-fails'],
    page: 'runbooks/backup-fails.md',
    command: 'aws backup start-backup-job',
    lost: 'nothing; a restore would go back a day further',
    tests: [
      [
        'test/lib/cloud/watch/backup-alarms.test.ts',
        'a backup that failed, was aborted or did not begin, and a failed copy, raises an alarm',
      ],
    ],
  },
  {
    what: 'Backups stop without a word',
    fires: ['backup-missing'],
    page: 'runbooks/backup-fails.md',
    command: 'aws backup list-backup-jobs',
    lost: 'the same',
    tests: [
      [
        'test/lib/cloud/watch/backup-alarms.test.ts',
        'a day and a half without a completed backup raises an alarm, also without any data',
      ],
    ],
  },
  {
    what: 'Rows are damaged',
    page: 'recovery.md',
    command: 'aws dynamodb restore-table-to-point-in-time',
    lost: 'what was written after the second to which the table goes back; the bank knows it',
    tests: [
      [
        'test/store/restored-table.test.ts',
        'the service reads old payments and makes new ones with the restored table',
      ],
      [VARIANTS, 'Another stage takes in this table and the keys'],
    ],
  },
  {
    what: 'The Region is lost, and its alarms with it',
    page: 'recovery.md',
    command: 'npx cdk deploy --all --import-existing-resources -c stage=live-standby',
    lost: 'about a second of writes with a standby; without one all, until the Region is back',
    tests: [
      [ONE_WAY, 'a standby there has replicas of the keys, for its own functions, and the table by name'],
    ],
  },
  {
    what: 'Production is destroyed by mistake',
    page: 'deploy-options.md',
    lost: 'nothing: the command fails',
    tests: [
      [VARIANTS, 'Production is not destroyed by accident'],
      [
        'test/lib/cloud/data/data-stack.test.ts',
        'every stack of production is protected from deletion, and none of a sandbox',
      ],
    ],
  },
];

export const INCIDENTS: readonly Incident[] = [...BANKS, ...SERVICE, ...DELIVERIES, ...DATA];
