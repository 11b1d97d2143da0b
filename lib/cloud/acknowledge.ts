// Records an exception to a cdk-nag rule at the resource, with the reason for auditors.
import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

type Reasons = Readonly<Record<string, string>>;

export function acknowledge(construct: IConstruct, reasons: Reasons): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}

/**
 * The reason for each of these ARNs that has an asterisk. An ARN that is not named here stays a finding, so
 * that no grant becomes wide under the reason of another.
 */
export const reasonForWide = (scope: IConstruct, arns: readonly string[], reason: string): Reasons =>
  Object.fromEntries(
    arns
      .map((arn) => nagTextOf(Stack.of(scope).resolve(arn)))
      .filter((text) => text.includes('*'))
      .map((text) => [`AwsSolutions-IAM5[Resource::${text}]`, reason]),
  );

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

/** The reason for the inline policy of a role with one purpose. */
export const OWN_POLICY: Reasons = {
  'PCI.DSS.321-IAMNoInlinePolicy': 'The role exists for this one policy; nothing else may share it.',
};

/** The reason for the wildcard of a role that reads a stream of the table. */
export const ANY_STREAM =
  'DynamoDB has no narrower resource for listing streams, which shows their names and nothing in them.';
