// The function that finds merchants whose payments are all declined. It only runs a query on logs, so it is
// in the watch stack and not in the service.
import { Aws, Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge, reasonForAny, reasonForWide } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import type { CodeOf } from '../function/code.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { createLogGroup, functionLogGroupName } from '../function/log-group.ts';
import { countedIn } from './metrics.ts';
import { DECLINES_BY_MERCHANT, logGroupsOf, queryText } from './queries.ts';

export const MERCHANT_WATCH = {
  name: 'merchant-watch',
  entry: 'lib/merchant-watch/declined-merchants.ts',
} as const satisfies Partial<DeployedFunction>;

const EVERY = Duration.minutes(15);
const REPLACED = 'Its next run replaces a failed one; its alarm counts the runs that end well.';

type MerchantWatchPlan = {
  deployment: Deployment;
  functions: readonly DeployedFunction[];
  codeOf: CodeOf;
};

/** Only these functions finish payments. A query of the other logs would cost money. */
const finishesPayments = ({ name, needs }: DeployedFunction) =>
  needs.includes('acquirer') && !name.startsWith('refund-');

export function createMerchantWatch(
  scope: Construct,
  { deployment, functions, codeOf }: MerchantWatchPlan,
): void {
  const { stage, production } = deployment;
  const logGroupName = functionLogGroupName(stage, MERCHANT_WATCH.name);
  const logGroup = createLogGroup(scope, 'MerchantWatchLog', { logGroupName, production });
  const read = logGroupsOf(stage, functions, finishesPayments);
  const watch = new LambdaFunction(scope, 'MerchantWatch', {
    functionName: nameOf(stage, MERCHANT_WATCH.name),
    description: 'Finds merchants all of whose payments are declined.',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: codeOf(MERCHANT_WATCH),
    memorySize: 128,
    timeout: Duration.seconds(90),
    environment: {
      LOG_GROUPS: read.join(','),
      QUERY: queryText(DECLINES_BY_MERCHANT),
      NAMESPACE: countedIn(stage, 'Merchants'),
    },
    role: createRole(scope, read, logGroup).withoutPolicyUpdates(),
    logGroup,
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

const noResource = 'Results are read by the id of a query, for which IAM knows no resource.';
const streams = 'A log group is named with all its streams.';

function createRole(scope: Construct, logGroups: readonly string[], own: LogGroup): Role {
  const region = `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  const arnOf = (name: string) => `${region}:log-group:${name}:*`;
  const query = allow(['logs:StartQuery'], logGroups.map(arnOf));
  const role = new Role(scope, 'MerchantWatchRole', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      log: new PolicyDocument({
        statements: [allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [own.logGroupArn])],
      }),
      query: new PolicyDocument({
        statements: [query, allow(['logs:GetQueryResults'], ['*'])],
      }),
    },
  });
  acknowledge(role, {
    'PCI.DSS.321-IAMNoInlinePolicy': 'The role exists for this one function; nothing else may share it.',
    ...reasonForAny(noResource),
    ...reasonForWide(scope, [query], streams),
  });
  return role;
}
