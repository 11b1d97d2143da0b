// The ARN of the table's stream. The data stack passes it to the events stack in a parameter, because a
// reference between stacks would keep a deployment from exchanging the table for a restored one.
import { Annotations } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { streamParameterName } from '../arns.ts';
import type { Deployment } from '../deployment.ts';

/** Stores the ARN of the stream of the stage's own table in the parameter. */
export function storeStreamArn(scope: Construct, stage: string, table: TableV2): void {
  new StringParameter(scope, 'TableStream', {
    parameterName: streamParameterName(stage),
    description: 'The stream of the table, from which events are read',
    stringValue: table.tableStreamArn ?? '',
  });
}

const WITHOUT_STREAM =
  'The table that was taken in has no stream: no events are recorded from it. docs/recovery.md says how to ' +
  'turn it on.';

/** Undefined for an existing table without a stream. */
export function streamArnOf(
  scope: Construct,
  { stage, tableName, tableStreamArn }: Pick<Deployment, 'stage' | 'tableName' | 'tableStreamArn'>,
): string | undefined {
  if (tableStreamArn !== undefined) return tableStreamArn;
  if (tableName === undefined)
    return StringParameter.valueForStringParameter(scope, streamParameterName(stage));
  Annotations.of(scope).addWarningV2('payment:no-events', WITHOUT_STREAM);
  return undefined;
}
