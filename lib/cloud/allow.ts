// A statement of a policy without conditions.
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

export const allow = (actions: readonly string[], resources: readonly string[]) =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] });
