// Log groups: retention of one year (PCI DSS 10.5), and a data protection policy that masks card data, as a
// safeguard. The code itself logs no card data. The functions of one home write to one group, so the number
// of groups, which queries and filters name, does not grow with the functions.
import { DataProtectionPolicy, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { cardIdentifiers } from '../card-mask.ts';
import { nameOf } from '../deployment.ts';
import { removalPolicyOf } from '../stage-stack.ts';
import type { Home } from './deployed-function.ts';

export const logGroupNameOf = (stage: string, home: Home) => `/payment/${stage}/${home}`;
export const apiLogGroupName = (stage: string, api: 'api' | 'pay' | 'console' | 'bank') =>
  `/aws/apigateway/${nameOf(stage, api)}`;

type LogPlan = { logGroupName: string; production: boolean };

export function createLogGroup(
  scope: Construct,
  id: string,
  { logGroupName, production }: LogPlan,
): LogGroup {
  const logGroup = new LogGroup(scope, id, {
    logGroupName,
    retention: RetentionDays.ONE_YEAR,
    removalPolicy: removalPolicyOf(production),
    dataProtectionPolicy: new DataProtectionPolicy({
      name: 'mask-cards',
      identifiers: cardIdentifiers(),
    }),
  });
  acknowledge(logGroup, {
    'PCI.DSS.321-CloudWatchLogGroupEncrypted':
      'Encrypted by CloudWatch itself; contains no card data, and values like card data are masked.',
  });
  return logGroup;
}
