// The events stack: the functions that record, show and send events, and the sources that invoke them with
// changes of the table and due deliveries. It is separate from the service stack, which would otherwise
// exceed CloudFormation's limit of resources. It can be deleted and recreated at any time: the stream keeps
// changes for a day, and the table keeps due deliveries.
import { Construct } from 'constructs';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { SCHEDULED_RUNS, type StageResources } from '../function/endpoint-function.ts';
import { createFunctions } from '../function/home-functions.ts';
import { beatName, repeat } from '../schedules.ts';
import { StageStack } from '../stage-stack.ts';
import { captureChanges } from './capture-mapping.ts';
import { triggerDeliveries } from './delivery-triggers.ts';
import { streamArnOf } from './table-stream.ts';

type EventsPlan = { functions: readonly DeployedFunction[]; shared: StageResources };

export class EventsStack extends StageStack {
  constructor(scope: Construct, { functions, shared }: EventsPlan) {
    const { deployment, codeOf } = shared;
    super(scope, deployment, 'Payments: functions and queues of events', 'events');
    const made = createFunctions(this, { home: 'events', functions, shared });
    const { stage } = deployment;
    const beat = { stage, groupName: beatName(stage), deadLetters: shared.deadLetters };
    const schedules = new Construct(this, 'Schedules');
    for (const { definition, function: fn } of made) {
      const target = { definition, functionArn: fn.functionArn };
      repeat(schedules, beat, target, SCHEDULED_RUNS[definition.name] ?? []);
    }
    const streamArn = streamArnOf(this, deployment);
    if (streamArn === undefined) return;
    for (const { definition, function: fn } of made) {
      if (definition.kind === 'stream') captureChanges(this, deployment.stage, streamArn, fn);
      if (definition.kind === 'queue')
        triggerDeliveries(this, { deployment, codeOf, streamArn, definition, fn });
    }
  }
}
