// The state of a stack.
import { query, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';

/** CloudFormation's word, for example `UPDATE_COMPLETE`. Undefined if there is no such stack. */
export async function stackStatus(signer: Signer, StackName: string): Promise<string | undefined> {
  const call = query(signer, 'cloudformation', '2010-05-15');
  const xml = await unless(['ValidationError'], call('DescribeStacks', { StackName }));
  return xml === undefined ? undefined : /<StackStatus>(\w+)<\/StackStatus>/.exec(xml)?.[1];
}
