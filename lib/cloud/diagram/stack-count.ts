// Counts the resources of the stacks in their templates, for the foot of the diagram.
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildCloud } from '../cloud-app.ts';
import { readDeployment } from '../deployment.ts';
import type { RouteTable } from '../function/deployed-function.ts';

export type CountedStack = { name: string; caption: string; contents: readonly string[] };
type Template = { Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }> };

/** Synthesises a sandbox without code, and counts its resources. */
export function countStacks(table: RouteTable): readonly CountedStack[] {
  const app = new App({ builtinCloudFormationValidation: false, treeMetadata: false });
  const deployment = readDeployment(() => undefined);
  const codeOf = () => Code.fromInline('exports.handler = async () => undefined;');
  const { data, service, watch } = buildCloud(app, { deployment, table, codeOf });
  const assembly = app.synth();
  const count = (stack: { stackName: string }, type: string) => {
    const { Resources } = assembly.getStackByName(stack.stackName).template as Template;
    return Object.values(Resources).filter(({ Type }) => Type === `AWS::${type}`).length;
  };
  /** `4 keys`; empty if there is none. */
  const countsOf = (stack: { stackName: string }, nouns: Record<string, string>) =>
    Object.entries(nouns)
      .map(([type, noun]) => ({ number: count(stack, type), noun }))
      .filter(({ number }) => number > 0)
      .map(({ number, noun }) => `${number} ${noun}${number === 1 ? '' : 's'}`);
  return [
    {
      name: data.stackName,
      caption: 'must survive',
      contents: countsOf(data, {
        'DynamoDB::Table': 'table',
        'DynamoDB::GlobalTable': 'table',
        'KMS::Key': 'key',
      }),
    },
    {
      name: service.stackName,
      caption: 'can be recreated',
      contents: countsOf(service, {
        'Lambda::Function': 'function',
        'ApiGateway::RestApi': 'API',
        'SQS::Queue': 'dead-letter queue',
      }),
    },
    {
      name: watch.stackName,
      caption: 'shows who must act',
      contents: countsOf(watch, { 'CloudWatch::Alarm': 'alarm', 'CloudWatch::Dashboard': 'dashboard' }),
    },
  ];
}
