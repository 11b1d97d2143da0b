// The outputs of a stage's stacks, read from CloudFormation, so that an operator on call needs no file of the
// last deployment.
import { SettingError } from '../merchant-settings.ts';
import { addressOf, callAws, type Signer } from './aws-request.ts';

export type Output = [name: string, value: string];

/** The service's own stack, and the stack of a sandbox's simulated bank. Only the first must exist. */
const stacksOf = (stage: string) => [`payment-${stage}`, `payment-${stage}-bank`];

/** Throws if the account and region in use have no such stage, or the caller may not read it. */
export async function stackOutputs(stage: string): Promise<Output[]> {
  const signer = await signerInUse();
  const [own = [], bank] = await Promise.all(stacksOf(stage).map((stack) => outputsOf(stack, signer)));
  if (own.length > 0) return [...own, ...(bank ?? [])];
  throw new SettingError(`There is no stage ${stage} in ${signer.region} of this account.`);
}

/** The credentials and region that AWS's clients use. */
export async function signerInUse(): Promise<Signer> {
  const { table } = await import('#store/table/table.ts');
  const [credentials, region] = await Promise.all([table.config.credentials(), table.config.region()]);
  return { credentials, region };
}

/** Returns no outputs if there is no such stack. */
async function outputsOf(stack: string, signer: Signer): Promise<Output[]> {
  const body = `Action=DescribeStacks&StackName=${stack}&Version=2010-05-15`;
  const url = addressOf('cloudformation', signer.region);
  const { status, text } = await callAws({ service: 'cloudformation', url, body }, signer);
  if (status === 200) return readOutputs(text);
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1];
  if (code === 'ValidationError' && text.includes('does not exist')) return [];
  throw new SettingError(`CloudFormation does not tell the outputs of ${stack}: ${code ?? status}.`);
}

/** The members of `Outputs`. In a member, name and value are in any order among other fields. */
function readOutputs(xml: string): Output[] {
  const members = /<Outputs>(.*)<\/Outputs>/s.exec(xml)?.[1]?.split('<member>') ?? [];
  return members.slice(1).map((member) => [fieldOf(member, 'OutputKey'), fieldOf(member, 'OutputValue')]);
}

const fieldOf = (xml: string, name: 'OutputKey' | 'OutputValue') =>
  plain(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const plain = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
