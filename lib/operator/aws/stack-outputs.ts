// The outputs of a stage's stacks, read from CloudFormation, so that an operator on call needs no file of the
// last deployment.
import { SettingError } from '../merchant-settings.ts';
import { AwsRefusal } from './aws-refusal.ts';
import { openPace, type Signer } from './aws-request.ts';
import { membersOf, query } from './xml-calls.ts';

export type Output = [name: string, value: string];
type Stack = { StackStatus: string; Outputs?: unknown };

/** The service's own stack, and the stack of a sandbox's simulated bank. Only the first must exist. */
const stacksOf = (stage: string) => [`payment-${stage}`, `payment-${stage}-bank`];

/** Throws if the account and region in use have no such stage, or the caller may not read it. */
export async function stackOutputs(stage: string): Promise<Output[]> {
  const signer = await signerInUse();
  const [own, bank] = await Promise.all(stacksOf(stage).map((name) => readStack(signer, name)));
  if (own !== undefined) return [...own.outputs, ...(bank?.outputs ?? [])];
  throw new SettingError(`There is no stage ${stage} in ${signer.region} of this account.`);
}

/** The credentials and region that AWS's clients use. */
export async function signerInUse(): Promise<Signer> {
  const { table } = await import('#store/table/table.ts');
  const [credentials, region] = await Promise.all([table.config.credentials(), table.config.region()]);
  return { credentials, region, turn: openPace() };
}

/** `status`: CloudFormation's word, for example `UPDATE_COMPLETE`. Undefined if there is no such stack. */
export async function readStack(
  signer: Signer,
  StackName: string,
): Promise<{ status: string; outputs: Output[] } | undefined> {
  const asked = query(signer, 'cloudformation', '2010-05-15')('DescribeStacks', { StackName });
  const found = await asked.catch((error: unknown) => {
    // The code alone is also that of an invalid name.
    const isMissing = error instanceof AwsRefusal && error.message.includes('does not exist');
    if (isMissing && error.code === 'ValidationError') return undefined;
    throw error;
  });
  const [stack] = membersOf<Stack>(found?.['Stacks']);
  if (stack === undefined) return undefined;
  const outputs = membersOf<{ OutputKey: string; OutputValue: string }>(stack.Outputs).map(
    ({ OutputKey, OutputValue }): Output => [OutputKey, OutputValue],
  );
  return { status: stack.StackStatus, outputs };
}
