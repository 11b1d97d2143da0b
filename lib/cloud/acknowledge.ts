// Records an exception to a cdk-nag rule at the resource, with the reason for auditors.
import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}

/** The reason for the wildcard of a role that reads a stream of the table. */
export const ANY_STREAM =
  'DynamoDB has no narrower resource for listing streams, which shows their names and nothing in them.';
