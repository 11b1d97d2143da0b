// What carries events: the functions that record, show and send them, and what brings them changes of the
// table and deliveries that are due. A stack of its own: the service's would pass CloudFormation's limit of
// resources, and this one can be taken away and made again at any time. The stream keeps what happens for a
// day, and the table what is due.
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { requireSignature } from '../function/code-signing.ts';
import { type DeployedFunction, isOfEvents } from '../function/deployed-function.ts';
import { EndpointFunction, type StageResources } from '../function/endpoint-function.ts';
import { captureChanges } from './capture-mapping.ts';
import { triggerDeliveries } from './delivery-triggers.ts';
import { streamArnOf } from './table-stream.ts';

type EventsPlan = {
  deployment: Deployment;
  functions: readonly DeployedFunction[];
  shared: Omit<StageResources, 'codeSigning'>;
};

export class EventsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { deployment, functions, shared }: EventsPlan,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const stageResources = { ...shared, codeSigning: requireSignature(this, deployment) };
    const made = functions.filter(isOfEvents).map((fn) => new EndpointFunction(this, fn, stageResources));
    const streamArn = streamArnOf(this, deployment);
    if (streamArn === undefined) return;
    for (const { definition, function: fn } of made) {
      if (definition.kind === 'stream') captureChanges(this, deployment.stage, streamArn, fn);
      if (definition.kind === 'queue')
        triggerDeliveries(this, deployment.stage, streamArn, { definition, fn });
    }
  }
}
