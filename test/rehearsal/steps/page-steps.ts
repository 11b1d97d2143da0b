// Types the `aws` commands of runbooks and of recovery on the deployed stage, as the pages have them, with the
// names of this stage in place of theirs.
import { strict as assert } from 'node:assert';
import { fileURLToPath } from 'node:url';
import { commandsOf, PAGES } from '../../docs/page-commands.ts';
import { runShell } from '../emulator.ts';
import { ACCOUNT, awsEnvironment, REGION } from '../loopback.ts';
import type { Report } from '../report.ts';
import { type Outputs, type Place, STAGE } from '../stage.ts';

type Context = { report: Report; place: Place; outputs: Outputs };
type Pair = readonly [beginning: RegExp, script: string];

const GITHUB = fileURLToPath(new URL('../../../.github', import.meta.url));
const TABLE = `payment-${STAGE}`;
const COPY = `${TABLE}-2`;
const QUEUE = `$(aws --endpoint-url $AWS_ENDPOINT_URL sqs get-queue-url --queue-name ${TABLE}-uncaptured --output text)`;
const STREAM = `aws dynamodb describe-table --table-name ${TABLE} --query Table.LatestStreamArn --output text`;
const BACKUPS = `aws dynamodb list-backups --table-name ${TABLE} --query "BackupSummaries[0].BackupArn" --output text`;
const shard = (field: string) =>
  `aws dynamodbstreams describe-stream --stream-arn $(${STREAM}) --query "StreamDescription.Shards[0].${field}" --output text`;

/** What must have happened before a command has something to do. */
const BEFORE: readonly Pair[] = [
  [/^aws cloudformation deploy/, `cp -r ${GITHUB} .github`],
  [/^aws backup list-backup-jobs/, `aws backup create-backup-vault --backup-vault-name ${TABLE}-vault`],
  [
    /^aws sqs receive-message .*uncaptured/,
    `aws --endpoint-url $AWS_ENDPOINT_URL sqs send-message --queue-url ${QUEUE} --message-body '{}'`,
  ],
  [/^aws dynamodb list-backups/, `aws dynamodb create-backup --table-name ${TABLE} --backup-name one`],
  [/^aws dynamodb restore-table-from-backup/, `aws dynamodb delete-table --table-name ${COPY}`],
  [/^aws backup start-restore-job/, "echo '{}' > metadata.json"],
  [/^aws kms cancel-key-deletion/, 'aws kms schedule-key-deletion --key-id $KEY --pending-window-in-days 7'],
  [
    /^aws kms put-key-policy/,
    'mkdir FOLDER && aws kms get-key-policy --key-id $KEY --policy-name default --query Policy --output text > FOLDER/card.json',
  ],
];

/** The names of this stage, in place of those of the page. */
const NAMES: readonly (readonly [of: RegExp | string, here: string])[] = [
  // A few functions stand for all: the CLI takes a second for each.
  ["'payment-production-'", `'${TABLE}-webhook-'`],
  [/<stage>|production/g, STAGE],
  [/111111111111/g, ACCOUNT],
  // The canary reaches no address of AWS here.
  [/-canary\b/g, '-sweep'],
  ['<owner>/<name>', 'owner/name'],
  ['<keyId>', '$KEY'],
  ['<functionName>', `${TABLE}-reconcile`],
  ['<tableArn>', `$(aws dynamodb describe-table --table-name ${TABLE} --query Table.TableArn --output text)`],
  ['<roleArn>', `arn:aws:iam::${ACCOUNT}:role/${TABLE}-sweep`],
  ['<backupArn>', `$(${BACKUPS})`],
  ['<recoveryPointArn>', `arn:aws:backup:${REGION}:${ACCOUNT}:recovery-point:one`],
  ['<streamArn>', `$(${STREAM})`],
  ['<shardId>', `$(${shard('ShardId')})`],
  ['<startSequenceNumber>', `$(${shard('SequenceNumberRange.StartingSequenceNumber')})`],
  // Version 1 of the CLI, which pip has, reads no address of SQS from the environment.
  [/aws sqs /g, 'aws --endpoint-url $AWS_ENDPOINT_URL sqs '],
  // It reads a payload in no other way, and has no such option.
  ['--cli-binary-format raw-in-base64-out ', ''],
];
/**
 * The emulator has no quotas, its backups never end, and no row is wrong: the CLI checks the words of these and
 * sends nothing.
 */
const UNKNOWN =
  /^aws (?:service-quotas|dynamodb update-item|backup (?:get-recovery-point-restore-metadata|(?:start|list)-restore-jobs?)) /;

/** The CLI cannot make up an answer of DynamoDB, which may hold bytes. */
const skeletonOf = (text: string) => (text.startsWith('aws dynamodb') ? 'input' : 'output');

const hereOf = (text: string) => NAMES.reduce((typed, [of, here]) => typed.replaceAll(of, () => here), text);

export async function typePages({ report, place, outputs }: Context): Promise<void> {
  const { endpoint, folder, signal, region } = place;
  const env = { ...awsEnvironment(endpoint, folder, region), KEY: outputs['CardKeyId'] ?? '' };
  // Recovery stops all functions.
  const pages = [...PAGES].sort(
    (one, other) => Number(one.includes('recovery')) - Number(other.includes('recovery')),
  );
  const commands = pages.flatMap(commandsOf).filter(({ program }) => program === 'aws');
  await report.step(
    'Every command of the pages is typed',
    async () => {
      const failed: string[] = [];
      for (const { page, text } of commands) {
        const before = BEFORE.find(([beginning]) => beginning.test(text))?.[1];
        const typed =
          hereOf(text) + (UNKNOWN.test(text) ? ` --generate-cli-skeleton ${skeletonOf(text)}` : '');
        const script = [before, typed].filter((one) => one !== undefined).join('\n');
        const failure = await runShell(script, { env, cwd: folder }, signal).then(
          () => undefined,
          (error: Error) => error.message,
        );
        signal.throwIfAborted();
        if (failure !== undefined) failed.push(`${page}: ${text}\n${failure}`);
      }
      assert.deepEqual(failed, []);
      return commands.length;
    },
    (count) => `${count} of the AWS CLI, in ${pages.length} pages`,
  );
}
