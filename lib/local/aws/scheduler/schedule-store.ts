// Stores the schedules and orders their invocations by due time. Both survive a restart: an interrupted
// invocation is still stored and is made again, because delivery is at least once.
import type { Snapshot } from '../../snapshot.ts';
import { createDueQueue } from '../../time/due-queue.ts';
import { AwsError } from '../aws-json.ts';
import type { ScheduleDefinition } from './definition.ts';
import { firstInvocation, type ScheduledInvocation } from './invocation.ts';

/** A line of the snapshot file. A one-time schedule has one waiting invocation and is deleted after it. */
export type StoredSchedule = { definition: ScheduleDefinition; waiting: ScheduledInvocation[] };

/** An invocation in the queue. It is ignored unless it is still the waiting invocation of its schedule. */
export type QueuedInvocation = { key: string; invocation: ScheduledInvocation };

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

export function createScheduleStore(snapshot: Snapshot<StoredSchedule>) {
  const current = ({ key, invocation }: QueuedInvocation): StoredSchedule | undefined => {
    const schedule = snapshot.get(key);
    return schedule?.waiting[0]?.executionId === invocation.executionId ? schedule : undefined;
  };
  const queue = createDueQueue<QueuedInvocation>((waiting) => current(waiting) !== undefined);
  const enqueue = (key: string, invocation: ScheduledInvocation) =>
    queue.push(invocation.dueMs, { key, invocation });
  const write = (key: string, definition: ScheduleDefinition, invocation: ScheduledInvocation) => {
    snapshot.set(key, { definition, waiting: [invocation] });
    enqueue(key, invocation);
  };
  for (const [key, { waiting }] of snapshot.entries()) {
    for (const invocation of waiting) enqueue(key, invocation);
  }

  return {
    current,
    queue,
    create(definition: ScheduleDefinition) {
      const key = keyOf(definition.GroupName, definition.Name);
      if (snapshot.get(key) !== undefined) {
        throw new AwsError('ConflictException', `Schedule ${definition.Name} already exists.`, 409);
      }
      write(key, definition, firstInvocation(definition));
    },
    delete(groupName: string, name: string) {
      const key = keyOf(groupName, name);
      if (snapshot.get(key) === undefined) {
        throw new AwsError('ResourceNotFoundException', `Schedule ${name} does not exist.`, 404);
      }
      snapshot.delete(key);
    },
    /** Stores the next invocation of a schedule in place of a completed one, or deletes the schedule. */
    replace(done: QueuedInvocation, next: ScheduledInvocation | undefined) {
      const schedule = current(done);
      if (schedule === undefined) return;
      if (next === undefined) snapshot.delete(done.key);
      else write(done.key, schedule.definition, next);
    },
    definitions: () => Array.from(snapshot.entries(), ([, { definition }]) => definition),
  };
}

function keyOf(groupName: string, name: string): string {
  return `${groupName}/${name}`;
}
