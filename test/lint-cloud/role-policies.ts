// The inline policies of the roles in synthesised templates in the form that IAM receives, for programs that
// read JSON: each CloudFormation reference becomes a name, or an ARN of a resource of the statement's
// actions.
import { STREAM_ACTIONS } from '../../lib/cloud/arns.ts';

type Statement = { Action: string | string[]; Resource?: unknown };
type Resource = {
  Type: string;
  Properties?: { Policies?: { PolicyName: string; PolicyDocument: { Statement: Statement[] } }[] };
};
export type Template = { Resources: Record<string, Resource> };

const AWS: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-central-1',
  'AWS::AccountId': '111111111111',
  'AWS::URLSuffix': 'amazonaws.com',
};
const PLACE = 'eu-central-1:111111111111';
const ARNS: Readonly<Record<string, string>> = {
  dynamodb: `arn:aws:dynamodb:${PLACE}:table/name`,
  kms: `arn:aws:kms:${PLACE}:key/00000000-0000-0000-0000-000000000000`,
  sqs: `arn:aws:sqs:${PLACE}:name`,
  lambda: `arn:aws:lambda:${PLACE}:function:name`,
  logs: `arn:aws:logs:${PLACE}:log-group:name:*`,
  iam: 'arn:aws:iam::111111111111:role/name',
  scheduler: `arn:aws:scheduler:${PLACE}:schedule/group/name`,
  sns: `arn:aws:sns:${PLACE}:name`,
};

/** Returns each policy with its role's name and its own name. */
export function rolePolicies({ Resources }: Template): { name: string; text: string }[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::IAM::Role'
      ? (Properties?.Policies ?? []).map(({ PolicyName, PolicyDocument }) => {
          const Statement = PolicyDocument.Statement.map(resolved);
          const document = { ...PolicyDocument, Statement, Version: '2012-10-17' };
          return { name: `${id}-${PolicyName}`, text: JSON.stringify(document) };
        })
      : [],
  );
}

const isOfStream = (action: string) => (STREAM_ACTIONS as readonly string[]).includes(action);

function resolved(statement: Statement): unknown {
  const action = String([statement.Action].flat()[0]);
  const [service = ''] = action.split(':');
  const arn = ARNS[service] ?? '*';
  return resolve(statement, isOfStream(action) ? `${arn}/stream/name` : arn);
}

function partOf(part: unknown, other: string): string {
  const isName = typeof part === 'object' && part !== null && 'Ref' in part;
  return isName ? (AWS[String(part.Ref)] ?? 'name') : String(resolve(part, other));
}

/** `other` replaces values that only CloudFormation has: attributes, and imports from another stack. */
function resolve(value: unknown, other: string): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(one, other));
  if (typeof value !== 'object' || value === null) return value;
  const [[name = '', argument] = []] = Object.entries(value);
  switch (name) {
    case 'Fn::Join': {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map((part) => partOf(part, other)).join(separator);
    }
    // If a whole value is a `Ref` to a resource, the resource is an alias, and its `Ref` is its ARN.
    case 'Ref':
      return AWS[String(argument)] ?? other;
    case 'Fn::GetAtt':
    case 'Fn::ImportValue':
      return other;
    default:
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one, other)]));
  }
}
