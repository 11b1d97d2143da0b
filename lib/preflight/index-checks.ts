// Whether the table has the indexes that the deployment expects, or those before the one that it changes, and
// how many deployments of its move are left (docs/deploy-options.md).
import { tableNameOf } from '../cloud/data/table.ts';
import type { Deployment } from '../cloud/deployment.ts';
import { targeted, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { creationOf, STEPS, type Step } from '../operator/table-indexes.ts';
import type { Check, Lack } from './check.ts';

type Of = { deployment: Deployment; signer: Signer };

export const indexChecks = (of: Of): Check[] => [
  { name: 'The table has its indexes', look: () => indexes(of) },
];

type Described = { Table?: { GlobalSecondaryIndexes?: { IndexName: string; IndexStatus: string }[] } };

async function indexes({ deployment, signer }: Of): Promise<string | Lack> {
  const TableName = tableNameOf(deployment);
  const call = targeted(signer, 'dynamodb', 'DynamoDB_20120810');
  const found = await unless(['ResourceNotFoundException'], call('DescribeTable', { TableName }));
  const all = (found as Described | undefined)?.Table?.GlobalSecondaryIndexes ?? [];
  if (all.length === 0) return 'a new table';
  const busy = all.filter(({ IndexStatus }) => IndexStatus !== 'ACTIVE');
  if (busy.length > 0) {
    return {
      seen: busy.map(({ IndexName, IndexStatus }) => `${IndexName}: ${IndexStatus}`).join(', '),
      mend: ['# wait until it is ACTIVE, or gone:', `aws dynamodb describe-table --table-name ${TableName}`],
    };
  }
  const names = new Set(all.map(({ IndexName }) => IndexName));
  const isDone = ({ change, index }: Step) => names.has(index.name) === (change === 'create');
  const done = [...STEPS, undefined].findIndex((step) => step === undefined || !isDone(step));
  const isOwn = deployment.tableName === undefined;
  const ahead = deployment.indexes - done;
  if (ahead === 0) return STEPS[done] ? `${leftAfter(done)}; then ${effectOf(done)}` : 'of this version';
  if (isOwn && ahead === 1) return `this deployment ${effectOf(done)}; then ${leftAfter(done + 1)}`;
  const next = isOwn || STEPS[done] === undefined ? [] : [changeOf(TableName, STEPS[done])];
  const steps = Math.min(done + 1, STEPS.length);
  return {
    seen: `after ${done} of ${STEPS.length} steps of its move; this deployment expects ${deployment.indexes}`,
    mend: [
      `# ${effectOf(done)}; then ${leftAfter(steps)}`,
      ...next,
      `npx cdk deploy --all -c stage=${deployment.stage} -c indexes=${steps}`,
    ],
  };
}

const leftAfter = (steps: number) => `${STEPS.length - steps} of ${STEPS.length} steps are left`;

const effectOf = (done: number): string => {
  const step = STEPS[done];
  return step ? `-c indexes=${done + 1} ${step.change}s ${step.index.name}` : 'the table has moved';
};

/** What changes a table that no stack has. */
function changeOf(tableName: string, { change, index }: Step): string {
  const { AttributeDefinitions: attributes, GlobalSecondaryIndexUpdates: creation } = creationOf(index);
  const updates = change === 'create' ? creation : [{ Delete: { IndexName: index.name } }];
  const options = [
    ['table-name', tableName],
    ...(change === 'create' ? [['attribute-definitions', `'${JSON.stringify(attributes)}'`]] : []),
    ['global-secondary-index-updates', `'${JSON.stringify(updates)}'`],
  ];
  return `aws dynamodb update-table ${options.map(([name, value]) => `--${name} ${value}`).join(' ')}`;
}
