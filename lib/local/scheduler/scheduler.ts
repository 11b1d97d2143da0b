// An embedded EventBridge Scheduler that speaks the real protocol, so that charges are planned and dropped
// here with the SDK client they are planned with in the cloud, and fire as the local house's time moves.
import {
  AwsError,
  errorAnswer,
  type JsonObject,
  type JsonWire,
  jsonAnswer,
  readJsonObject,
} from '../aws-json.ts';
import type { LocalRequest, LocalService } from '../local-server.ts';
import { openSnapshot, type Snapshot } from '../snapshot.ts';
import type { Alarms } from '../timeline.ts';
import { type Book, createBook } from './book.ts';
import { readDefinition, readName } from './definition.ts';
import { createFiring, type FiringOptions } from './firing.ts';
import { createGroups, describeGroup, type Groups, groupArn, type StoredGroup } from './groups.ts';
import { type DeadLetter, type StoredSchedule, scheduleArn } from './occasion.ts';
import { pageOf } from './page.ts';
import { createReplays } from './replays.ts';

export type SchedulerOptions = FiringOptions & {
  /** Where schedules and groups live; without them they end with the process. */
  snapshot?: Snapshot<StoredSchedule>;
  groupSnapshot?: Snapshot<StoredGroup>;
};

export type Scheduler = {
  service: LocalService;
  alarms: Alarms;
  /** What would stand in the dead-letter queues of the schedules. */
  deadLetters: readonly DeadLetter[];
};

const wire: JsonWire = { contentType: 'application/json', messageKey: 'Message' };

type Call = {
  book: Book;
  groups: Groups;
  name: string;
  query: URLSearchParams;
  input: JsonObject;
  nowMs: number;
};
type Operation = (call: Call) => JsonObject;

const operations: Record<string, Operation> = {
  'POST schedules/': ({ book, groups, name, input, nowMs }) => {
    const definition = readDefinition(name, input, nowMs);
    groups.find(definition.GroupName);
    book.create(definition);
    return { ScheduleArn: scheduleArn(definition) };
  },
  'PUT schedules/': ({ book, name, input, nowMs }) => {
    const definition = readDefinition(name, input, nowMs);
    book.replace(definition, findSchedule(book, definition.GroupName, name));
    return { ScheduleArn: scheduleArn(definition) };
  },
  'GET schedules/': ({ book, name, query }) => {
    const schedule = findSchedule(book, query.get('groupName') ?? 'default', name);
    return { ...schedule.definition, ...arnAndDates(schedule) };
  },
  'DELETE schedules/': ({ book, name, query }) => {
    const groupName = query.get('groupName') ?? 'default';
    findSchedule(book, groupName, name);
    book.remove(groupName, name);
    return {};
  },
  'GET schedules': ({ book, groups, query }) => {
    const [groupName, state] = [query.get('ScheduleGroup'), query.get('State')];
    const prefix = query.get('NamePrefix') ?? '';
    if (groupName !== null) groups.find(groupName);
    const matching = book.all().filter(([, { definition }]) => {
      if (groupName !== null && definition.GroupName !== groupName) return false;
      return definition.Name.startsWith(prefix) && (state === null || definition.State === state);
    });
    const { values, nextToken } = pageOf(matching, query);
    return { Schedules: values.map(summary), NextToken: nextToken };
  },
  'POST schedule-groups/': ({ groups, name }) => {
    groups.create(readName(name));
    return { ScheduleGroupArn: groupArn(name) };
  },
  'GET schedule-groups/': ({ groups, name }) => describeGroup(groups.find(name)),
  'DELETE schedule-groups/': ({ book, groups, name }) => {
    groups.remove(name);
    for (const [, { definition }] of book.all()) {
      if (definition.GroupName === name) book.remove(name, definition.Name);
    }
    return {};
  },
  'GET schedule-groups': ({ groups, query }) => {
    const prefix = query.get('NamePrefix') ?? '';
    const matching = groups.all().filter(([name]) => name.startsWith(prefix));
    const { values, nextToken } = pageOf(matching, query);
    return { ScheduleGroups: values.map(describeGroup), NextToken: nextToken };
  },
};

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { clock, groupSnapshot = openSnapshot<StoredGroup>() } = options;
  const book = createBook(options.snapshot ?? openSnapshot<StoredSchedule>(), clock.nowMs);
  const { deadLetters, fireDue } = createFiring(book, options);
  const groups = createGroups(groupSnapshot, clock.nowMs);
  const replays = createReplays();

  const answer = (request: LocalRequest): JsonObject => {
    const { operation, name, query } = route(request);
    const input = readJsonObject(request.body);
    const call = { book, groups, name, query, input, nowMs: clock.nowMs() };
    return replays.once(request, input, query, () => operation(call));
  };

  const service: LocalService = async (request) => {
    try {
      return jsonAnswer(wire, answer(request));
    } catch (error) {
      return errorAnswer(wire, error);
    }
  };
  const alarms: Alarms = { name: 'scheduler', nextDueMs: () => book.queue.peek()?.dueMs, fireDue };
  return { service, alarms, deadLetters };
}

function route(request: LocalRequest): { operation: Operation; name: string; query: URLSearchParams } {
  const url = new URL(request.url, 'http://scheduler');
  const [, collection = '', rawName] = url.pathname.split('/');
  const name = rawName === undefined || rawName === '' ? undefined : readPathSegment(rawName);
  const key = `${request.method} ${collection}${name === undefined ? '' : '/'}`;
  const operation = Object.hasOwn(operations, key) ? operations[key] : undefined;
  if (operation === undefined) {
    throw new AwsError('UnknownOperationException', `The embedded Scheduler does not know ${key}`, 404);
  }
  return { operation, name: name ?? '', query: url.searchParams };
}

function readPathSegment(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new AwsError('ValidationException', 'The name in the path is not properly encoded.');
  }
}

function findSchedule(book: Book, groupName: string, name: string): StoredSchedule {
  const schedule = book.find(groupName, name);
  if (schedule !== undefined) return schedule;
  throw new AwsError('ResourceNotFoundException', `Schedule ${name} does not exist.`, 404);
}

function arnAndDates({ definition, createdAtMs, modifiedAtMs }: StoredSchedule): JsonObject {
  return {
    Arn: scheduleArn(definition),
    CreationDate: createdAtMs / 1000,
    LastModificationDate: modifiedAtMs / 1000,
  };
}

function summary(schedule: StoredSchedule): JsonObject {
  const { Name, GroupName, State, Target } = schedule.definition;
  return { ...arnAndDates(schedule), Name, GroupName, State, Target: { Arn: Target.Arn } };
}
