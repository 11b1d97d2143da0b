// An embedded EventBridge Scheduler. It speaks the real protocol, so that the functions create and delete
// their schedules here with the SDK client of the cloud, and it invokes targets as the local clock moves.
// Only CreateSchedule and DeleteSchedule exist, in the group `default`.

import type { LocalRequest, LocalService } from '../../local-server.ts';
import { openSnapshot, type Snapshot } from '../../snapshot.ts';
import type { TimedSource } from '../../time/timeline.ts';
import {
  AwsError,
  errorAnswer,
  type JsonObject,
  type JsonWire,
  jsonAnswer,
  readJsonObject,
} from '../aws-json.ts';
import { createBook, type StoredSchedule } from './book.ts';
import { readDefinition, type ScheduleDefinition } from './definition.ts';
import { createFiring, type FiringOptions } from './firing.ts';
import { type DeadLetter, scheduleArn } from './invocation.ts';
import { createReplays } from './replays.ts';

export type SchedulerOptions = FiringOptions & {
  /** Where schedules are stored; without it they end with the process. */
  snapshot?: Snapshot<StoredSchedule>;
};

export type Scheduler = {
  service: LocalService;
  alarms: TimedSource;
  /** The schedules that have not yet fired. */
  schedules(): ScheduleDefinition[];
  /** The messages that AWS would put into the dead-letter queues. */
  deadLetters: readonly DeadLetter[];
};

const wire: JsonWire = { contentType: 'application/json', messageKey: 'Message' };

export function createScheduler(options: SchedulerOptions): Scheduler {
  const book = createBook(options.snapshot ?? openSnapshot<StoredSchedule>());
  const { deadLetters, fireDue } = createFiring(book, options);
  const once = createReplays();

  const operations: Record<string, (name: string, input: JsonObject, query: URLSearchParams) => JsonObject> =
    {
      POST(name, input) {
        const definition = readDefinition(name, input);
        if (definition.GroupName !== 'default') {
          const sentence = `Schedule group ${definition.GroupName} does not exist.`;
          throw new AwsError('ResourceNotFoundException', sentence, 404);
        }
        book.create(definition);
        return { ScheduleArn: scheduleArn(definition) };
      },
      DELETE(name, _, query) {
        book.delete(query.get('groupName') ?? 'default', name);
        return {};
      },
    };

  const answer = ({ method, url, body }: LocalRequest): JsonObject => {
    const { pathname, searchParams } = new URL(url, 'http://scheduler');
    const [, name] = /^\/schedules\/([^/]+)$/.exec(pathname) ?? [];
    const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
    if (name === undefined || operation === undefined) {
      const sentence = `The embedded Scheduler does not emulate ${method} ${pathname}.`;
      throw new AwsError('ValidationException', sentence);
    }
    const input = readJsonObject(body);
    const token = input['ClientToken'] ?? searchParams.get('clientToken');
    return once(token, JSON.stringify([method, url, input]), () => operation(name, input, searchParams));
  };

  return {
    async service(request) {
      try {
        return jsonAnswer(wire, answer(request));
      } catch (error) {
        return errorAnswer(wire, error);
      }
    },
    alarms: { name: 'scheduler', nextDueMs: () => book.queue.peek()?.dueMs, fireDue },
    schedules: book.definitions,
    deadLetters,
  };
}
