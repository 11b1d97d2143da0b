// A deployed function with its role. Its role has exactly the grants of the function's row.
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  type CfnCodeSigningConfig,
  type IFunction,
  Function as LambdaFunction,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { defined } from '#domain/defined.ts';
import type { Need } from '#routes.ts';
import { acknowledge } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import {
  deliveryTriggersName,
  functionArn,
  LIST_STREAMS,
  queueArn,
  STREAM_ACTIONS,
  uncapturedName,
} from '../arns.ts';
import type { Egress } from '../data/egress.ts';
import type { Deployment } from '../deployment.ts';
import { describeRelease, digestOf } from '../release-name.ts';
import type { ScheduledRun } from '../schedules.ts';
import type { CodeOf } from './code.ts';
import { type DeployedFunction, functionNameOf } from './deployed-function.ts';
import { NODE } from './extra-function.ts';
import { createRole } from './function-role.ts';
import type { GrantTargets } from './grants.ts';
import type { Settings } from './stage-settings.ts';
import { hasAlias, isShifted, shiftTraffic } from './traffic.ts';

/** Settings and resources that all functions of a stage share. */
export type StageResources = {
  deployment: Deployment;
  targets: GrantTargets;
  settings: Settings;
  deadLetters: Queue;
  egress: Egress | undefined;
  codeOf: CodeOf;
};
/** Functions of one stack also share these. */
type HomeResources = StageResources & {
  codeSigning: CfnCodeSigningConfig | undefined;
  logGroup: LogGroup;
  logGroupName: string;
};

/**
 * Lambda allots CPU by memory. If a caller waits, 1,024 MB (0.6 of a CPU) halve the time to load the bundle
 * and to open a TLS connection, at the same price per unit of work. No caller waits for a scheduled function.
 */
const MEMORY_MB = { http: 1024, authorizer: 1024, scheduled: 512, stream: 512, queue: 512 } as const;

/**
 * Memory is also paid while a bank is waited for, 5.3 USD for a million calls of 800 ms at 512 MB. A refund
 * has no more, because no buyer waits for it; a payment does, and its first call in a container would take
 * 0.2 seconds longer.
 */
export const memoryMbOf = ({
  kind,
  home,
  needs,
}: Pick<DeployedFunction, 'kind' | 'home' | 'needs'>): number =>
  home === 'api' && needs.includes('acquirer') ? MEMORY_MB.scheduled : MEMORY_MB[kind];

/**
 * A function with one of these needs calls a bank or gets card numbers, so its outgoing traffic is limited.
 */
const IN_NETWORK: readonly Need[] = ['acquirer', 'card:open', 'card:seal'];

/** Functions that run periodically, with the minutes between two full runs. */
export const PERIODIC: Readonly<Record<string, number>> = {
  sweep: 5,
  canary: 5,
  'page-check': 15,
  reconcile: 15,
  deliver: 1,
  announce: 60,
};
/** The minutes between two full sweeps, in which the sweep handles buyers' payments and refunds only. */
const BUYERS = Array.from({ length: 60 }, (_, minute) => minute).filter((minute) => minute % 5 !== 0);
/** The sweep has cron schedules, so that its two kinds of runs do not overlap. */
export const SCHEDULED_RUNS: Readonly<Record<string, readonly ScheduledRun[]>> = {
  ...Object.fromEntries(
    Object.entries(PERIODIC).map(([name, minutes]) => [
      name,
      [{ expression: `rate(${minutes} minute${minutes === 1 ? '' : 's'})` }],
    ]),
  ),
  // At nine, ten and eleven in Istanbul: later runs announce whatever an earlier run failed to announce.
  announce: [{ expression: 'cron(0 6-8 * * ? *)' }],
  sweep: [
    { expression: 'cron(0/5 * * * ? *)' },
    {
      name: 'sweep-buyers',
      expression: `cron(${BUYERS.join(',')} * * * ? *)`,
      input: { only: 'buyers' },
    },
  ],
};
/**
 * Lambda keeps a charge event for its maximum time. If the event waits, the sweep makes the charge meanwhile.
 */
const CHARGE_WAITS = Duration.hours(6);
/** The next run replaces a failed run of these functions, so their failed events are not kept. */
const isForgotten = ({ name, kind }: DeployedFunction) => name === 'canary' || kind === 'queue';
/** Scheduler invokes these functions asynchronously: no caller waits. */
const getsEvents = ({ kind }: DeployedFunction) => kind === 'scheduled' || kind === 'queue';

type Flags = { insideVpc: boolean; isTraced: boolean };

export class EndpointFunction extends Construct {
  readonly definition: DeployedFunction;
  /** The target of callers: the function or its alias. */
  readonly function: IFunction;

  constructor(scope: Construct, fn: DeployedFunction, stageResources: HomeResources) {
    super(scope, fn.name);
    const { deployment, targets, settings, deadLetters, egress, codeSigning, codeOf } = stageResources;
    const { logGroup, logGroupName } = stageResources;
    const { stage } = deployment;
    const isTraced = deployment.tracing && PERIODIC[fn.name] === undefined;
    const reserved = deployment.reservedConcurrency[fn.name];
    const functionName = functionNameOf(stage, fn);
    const insideVpc = egress !== undefined && fn.needs.some((need) => IN_NETWORK.includes(need));
    const role = createRole(this, {
      roleName: functionName,
      functionNeeds: fn,
      targets,
      functionArn: functionArn(this, functionName),
      logGroupName,
      deadLetterArn: getsEvents(fn) && !isForgotten(fn) ? deadLetters.queueArn : undefined,
      insideVpc,
      isTraced,
      source: sourceOf(this, fn, deployment.stage, targets),
    });
    this.definition = fn;
    const events = eventsOf(fn, deadLetters);
    const created = new LambdaFunction(this, 'Function', {
      ...NODE,
      functionName,
      // A version has the description of its function. It differs for each release, so each has a version.
      description: hasAlias(fn) ? describeRelease(deployment.release, fn.impact) : fn.impact,
      code: codeOf(fn),
      ...defined({ codeSigningConfig: codeSigning }),
      memorySize: memoryMbOf(fn),
      timeout: Duration.seconds(fn.timeoutSeconds),
      ...defined({ reservedConcurrentExecutions: reserved }),
      environment: {
        ...settings,
        ...canaryOf(fn, deployment),
        ...contactOf(fn, deployment),
        ...rateOf(fn, deployment),
        ...releaseOf(fn, deployment),
      },
      // CDK must not extend the role's policies; they are complete.
      role: role.withoutPolicyUpdates(),
      logGroup,
      tracing: isTraced ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(insideVpc && { vpc: egress.vpc, securityGroups: [egress.securityGroup] }),
      ...events,
      // An older version can serve again (`npm run release`). A version of a failed deployment would block
      // the next one.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    this.function = hasAlias(fn) ? shiftTraffic(created, fn, deployment, events) : created;
    this.acknowledgeRules(created, { insideVpc, isTraced });
  }

  private acknowledgeRules(created: LambdaFunction, { insideVpc, isTraced }: Flags): void {
    const { kind } = this.definition;
    acknowledge(created, {
      ...(!insideVpc && {
        'PCI.DSS.321-LambdaInsideVPC':
          kind === 'queue'
            ? 'Calls servers of merchants anywhere; outside of every network it can reach nothing private.'
            : 'Calls DynamoDB and KMS only, over TLS with its own role; a VPC would protect nothing.',
      }),
      ...(!isTraced && {
        'Serverless-LambdaTracing': 'Its own runs each minute would be sampled; or disabled by the profile.',
      }),
      ...(isForgotten(this.definition) && {
        'Serverless-LambdaAsyncFailureDestination':
          'Its next run replaces a failed one; its alarm counts the runs that end well.',
      }),
      'Serverless-LambdaDLQ': !getsEvents(this.definition)
        ? 'Its caller waits for the response, or repeats the call: no event can be lost.'
        : isForgotten(this.definition)
          ? 'Its next run replaces a failed one; its alarm counts the runs that end well.'
          : 'A failed event goes to the queue as a destination, which also contains the error.',
    });
  }
}

function eventsOf(fn: DeployedFunction, deadLetters: Queue) {
  if (!getsEvents(fn)) return {};
  const minutes = PERIODIC[fn.name];
  return {
    // The next run replaces a failed periodic run. After its retries only the sweep repeats a failed charge.
    retryAttempts: minutes === undefined ? 2 : 0,
    // A run that has waited until the next one has nothing to do, and all waiting runs would start at once.
    maxEventAge: minutes === undefined ? CHARGE_WAITS : Duration.minutes(minutes),
    ...(!isForgotten(fn) && { onFailure: new SqsDestination(deadLetters) }),
  };
}

/** The address that the function of documents publishes. */
const contactOf = ({ name }: DeployedFunction, { securityContact }: Deployment): Record<string, string> =>
  name === 'docs-page' && securityContact !== undefined ? { SECURITY_CONTACT: securityContact } : {};

/** The limit that GET /api/me tells. */
const rateOf = ({ name }: DeployedFunction, { merchantRate }: Deployment): Record<string, string> =>
  name === 'me-show' && merchantRate > 0 ? { MERCHANT_RATE: String(merchantRate) } : {};

/** By it the guard of a deployment tells the lines of a new version from those of the old one. */
const releaseOf = (fn: DeployedFunction, { gradual, release }: Deployment): Record<string, string> =>
  gradual && fn.kind === 'http' && isShifted(fn) ? { RELEASE: digestOf(release) } : {};

/** The canary's merchant is known to all functions, its key only to the canary. */
function canaryOf({ name }: DeployedFunction, { canary }: Deployment): Record<string, string> {
  if (canary === undefined) return {};
  return { CANARY_MERCHANT: canary.merchantId, ...(name === 'canary' && { CANARY_KEY: canary.key }) };
}

/**
 * The permissions that Lambda needs to invoke the function with changes of the table or delivery triggers.
 */
function sourceOf(
  scope: Construct,
  { kind }: DeployedFunction,
  stage: string,
  { tableArn }: GrantTargets,
): PolicyStatement[] {
  if (kind === 'stream') {
    return [
      allow(STREAM_ACTIONS, [`${tableArn}/stream/*`]),
      allow([LIST_STREAMS], ['*']),
      allow(['sqs:SendMessage'], [queueArn(scope, uncapturedName(stage))]),
    ];
  }
  const RECEIVE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  return kind === 'queue' ? [allow(RECEIVE, [queueArn(scope, deliveryTriggersName(stage))])] : [];
}
