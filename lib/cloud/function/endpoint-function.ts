// One door as it stands in the cloud: the function, exactly its row's grants, its log and the count of its
// faults. What a row does not say it does not get.
import { Duration } from 'aws-cdk-lib';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { functionArn } from '../arns.ts';
import type { Egress } from '../data/egress.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import type { DeployedFunction } from './deployed-function.ts';
import { createRole } from './function-role.ts';
import type { Reach } from './grants.ts';
import { countFaults, createLogGroup, functionLogGroupName } from './log-group.ts';
import type { Settings } from './surroundings.ts';

/** What is the same for all functions of a stage. */
type Surroundings = {
  deployment: Deployment;
  reach: Reach;
  settings: Settings;
  deadLetters: Queue;
  egress: Egress | undefined;
  codeOf: (fn: DeployedFunction) => Code;
};

/**
 * Lambda gives processor time by memory. Where somebody waits, 1,024 MB (0.6 of a processor) halve the time
 * to load the bundle and to seal a TLS connection, for the same price per unit of work; nobody waits for the
 * clock.
 */
export const MEMORY_MB = { http: 1024, authorizer: 1024, clock: 512 } as const;

export class EndpointFunction extends Construct {
  readonly door: DeployedFunction;
  readonly function: LambdaFunction;

  constructor(scope: Construct, fn: DeployedFunction, surroundings: Surroundings) {
    super(scope, fn.name);
    const { deployment, reach, settings, deadLetters, egress, codeOf } = surroundings;
    const { stage, production } = deployment;
    const functionName = nameOf(stage, fn.name);
    const insideVpc = egress !== undefined && fn.needs.includes('acquirer');
    const logGroupName = functionLogGroupName(stage, fn.name);
    const logGroup = createLogGroup(this, 'Log', { logGroupName, production });
    const role = createRole(this, {
      wants: fn,
      reach,
      functionArn: functionArn(this, functionName),
      logGroupArn: logGroup.logGroupArn,
      deadLetterArn: fn.kind === 'clock' ? deadLetters.queueArn : undefined,
      insideVpc,
    });
    this.door = fn;
    this.function = new LambdaFunction(this, 'Function', {
      functionName,
      description: fn.impact,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: codeOf(fn),
      memorySize: MEMORY_MB[fn.kind],
      timeout: Duration.seconds(fn.timeoutSeconds),
      environment: { ...settings },
      // Whole as it is: what CDK would add to it, it has already.
      role: role.withoutPolicyUpdates(),
      logGroup,
      ...(insideVpc && { vpc: egress.vpc, securityGroups: [egress.securityGroup] }),
      ...(fn.kind === 'clock' && {
        // A sweep that failed is repeated by the next one; a charge has no other chance but the sweep.
        retryAttempts: fn.name === 'sweep' ? 0 : 2,
        onFailure: new SqsDestination(deadLetters),
      }),
    });
    countFaults(logGroup, stage, fn.name);
    this.acknowledgeRules(insideVpc);
  }

  private acknowledgeRules(insideVpc: boolean): void {
    const { kind } = this.door;
    acknowledge(this.function, {
      ...(!insideVpc && {
        'PCI.DSS.321-LambdaInsideVPC':
          'Talks to DynamoDB and KMS only, over TLS with its own role; a network around it protects nothing.',
      }),
      'Serverless-LambdaTracing':
        'Followed by request id through access log and log lines; a trace would need a grant on everything.',
      'Serverless-LambdaDLQ':
        kind === 'clock'
          ? 'A failed event goes to the queue as a destination, which also tells why it failed.'
          : 'Invoked by API Gateway, which waits for the answer: no event can be lost.',
    });
  }
}
