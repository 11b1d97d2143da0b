// The function that finds merchants whose payments are all declined. It only runs a query on logs, so it is
// in the watch stack and not in the service.
import { Aws, Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { acknowledge, reasonForAny, reasonForWide } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { createExtraFunction, type ExtraPlan } from '../function/extra-function.ts';
import { countedIn } from './metrics.ts';
import { DECLINES_BY_MERCHANT, logGroupsOf, queryText } from './queries.ts';

export const MERCHANT_WATCH = {
  name: 'merchant-watch',
  entry: 'lib/merchant-watch/declined-merchants.ts',
} as const satisfies Partial<DeployedFunction>;

const EVERY = Duration.minutes(15);
const REPLACED = 'Its next run replaces a failed one; its alarm counts the runs that end well.';

/** Only these functions finish payments. A query of the other logs would cost money. */
const finishesPayments = ({ name, needs }: DeployedFunction) =>
  needs.includes('acquirer') && !name.startsWith('refund-');

export function createMerchantWatch(scope: Construct, plan: ExtraPlan): void {
  const { functions } = plan;
  const { stage } = plan.deployment;
  const read = logGroupsOf(stage, functions, finishesPayments);
  const groups = read.map(arnOf);
  const watch = createExtraFunction(scope, plan, {
    id: 'MerchantWatch',
    prefix: 'MerchantWatch',
    of: MERCHANT_WATCH,
    description: 'Finds merchants all of whose payments are declined.',
    memorySize: 128,
    timeout: Duration.seconds(90),
    environment: {
      LOG_GROUPS: read.join(','),
      QUERY: queryText(DECLINES_BY_MERCHANT),
      NAMESPACE: countedIn(stage, 'Merchants'),
    },
    access: {
      policyName: 'query',
      statements: [allow(['logs:StartQuery'], groups), allow(['logs:GetQueryResults'], ['*'])],
      reasons: {
        ...reasonForAny('Results are read by the id of a query, for which IAM knows no resource.'),
        ...reasonForWide(scope, groups, 'A log group is named with all its streams.'),
      },
    },
    // A failed run is not retried, because the next run reads the same half hour.
    retryAttempts: 0,
    maxEventAge: EVERY,
  });
  acknowledge(watch, {
    'PCI.DSS.321-LambdaInsideVPC':
      'Calls CloudWatch Logs only, over TLS with its own role; a VPC would protect nothing.',
    'Serverless-LambdaTracing': 'One call and its answer; its log line says what it found.',
    'Serverless-LambdaDLQ': REPLACED,
    'Serverless-LambdaAsyncFailureDestination': REPLACED,
  });
  const rule = new Rule(scope, 'MerchantWatchSchedule', {
    ruleName: nameOf(stage, MERCHANT_WATCH.name),
    schedule: Schedule.rate(EVERY),
    targets: [new Target(watch, { retryAttempts: 0, maxEventAge: EVERY })],
  });
  acknowledge(rule, {
    'Serverless-EventBusDLQ': REPLACED,
  });
}

const arnOf = (logGroupName: string) =>
  `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:${logGroupName}:*`;
