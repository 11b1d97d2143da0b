// Records an exception to a cdk-nag rule at the resource, with the reason for auditors.
import { Stack, Validations } from 'aws-cdk-lib';
import { Effect, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';

type Reasons = Readonly<Record<string, string>>;

export function acknowledge(construct: IConstruct, reasons: Reasons): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}

/** The reason for each resource and action with an asterisk. A denial may name any. */
export function reasonForWide(
  scope: IConstruct,
  statements: readonly PolicyStatement[],
  reason: string,
): Reasons {
  const wide = (kind: string, texts: readonly string[]) =>
    texts
      .map((text) => nagTextOf(Stack.of(scope).resolve(text)))
      .filter((text) => text.includes('*'))
      .map((text) => [`AwsSolutions-IAM5[${kind}::${text}]`, reason] as const);
  const allowing = statements.filter(({ effect }) => effect === Effect.ALLOW);
  return Object.fromEntries(
    allowing.flatMap(({ actions, resources }) => [
      ...wide('Resource', resources),
      ...wide('Action', actions),
    ]),
  );
}

/** An ARN in cdk-nag's notation. An acknowledgement must contain the finding exactly. */
function nagTextOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref: ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] };
  if (ref !== undefined) return `<${ref}>`;
  return join === undefined ? '' : join[1].map(nagTextOf).join(join[0]);
}

/** For a role of a function that may do something on all resources, because AWS offers nothing narrower. */
export const reasonForAny = (reason: string): Reasons => ({
  'AwsSolutions-IAM5[Resource::*]': reason,
  'Serverless-LambdaStarPermissions': reason,
});

/** The reason for the wildcard of a role that reads a stream of the table. */
export const ANY_STREAM =
  'DynamoDB has no narrower resource for listing streams, which shows their names and nothing in them.';
