// Emulates EventBridge Scheduler with its protocol, so functions create and delete schedules with the SDK
// client of the cloud. Targets are invoked as the local clock moves. Only CreateSchedule and DeleteSchedule
// exist, in the group `default`.
import type { HttpHandler, HttpRequest } from '../../http-handler.ts';
import { openSnapshot, type Snapshot } from '../../snapshot.ts';
import type { TimedEvents } from '../../time/timeline.ts';
import {
  AwsError,
  errorResponse,
  type JsonObject,
  type JsonProtocol,
  jsonResponse,
  readJsonObject,
} from '../aws-json.ts';
import { readDefinition, type ScheduleDefinition } from './definition.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import { scheduleArn } from './invocation.ts';
import { createScheduleStore, type StoredSchedule } from './schedule-store.ts';

export type SchedulerOptions = DeliveryOptions & {
  /** Stores the schedules. Without it the schedules are lost when the process ends. */
  snapshot?: Snapshot<StoredSchedule>;
};

export type Scheduler = {
  service: HttpHandler;
  timedEvents: TimedEvents;
  /** The schedules that have not yet fired. */
  schedules(): ScheduleDefinition[];
  /** Those whose target could not be invoked: AWS would put their input into the dead-letter queue. */
  deadLetters: readonly ScheduleDefinition[];
};

const protocol: JsonProtocol = { contentType: 'application/json', messageKey: 'Message' };

export function createScheduler(options: SchedulerOptions): Scheduler {
  const store = createScheduleStore(options.snapshot ?? openSnapshot<StoredSchedule>());
  const { deadLetters, fireDue } = createDelivery(store, options);

  const operations: Record<string, (name: string, input: JsonObject, query: URLSearchParams) => JsonObject> =
    {
      POST(name, input) {
        const definition = readDefinition(name, input);
        if (definition.GroupName !== 'default') {
          const message = `Schedule group ${definition.GroupName} does not exist.`;
          throw new AwsError('ResourceNotFoundException', message, 404);
        }
        store.create(definition);
        return { ScheduleArn: scheduleArn(definition) };
      },
      DELETE(name, _, query) {
        store.delete(query.get('groupName') ?? 'default', name);
        return {};
      },
    };

  const execute = ({ method, url, body }: HttpRequest): JsonObject => {
    const { pathname, searchParams } = new URL(url, 'http://scheduler');
    const [, name] = /^\/schedules\/([^/]+)$/.exec(pathname) ?? [];
    const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
    if (name === undefined || operation === undefined) {
      const message = `The embedded Scheduler does not emulate ${method} ${pathname}.`;
      throw new AwsError('ValidationException', message);
    }
    return operation(name, readJsonObject(body), searchParams);
  };

  return {
    async service(request) {
      try {
        return jsonResponse(protocol, execute(request));
      } catch (error) {
        return errorResponse(protocol, error);
      }
    },
    timedEvents: { name: 'scheduler', nextDueMs: () => store.queue.peek()?.dueMs, fireDue },
    schedules: store.definitions,
    deadLetters,
  };
}
