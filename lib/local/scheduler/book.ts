// The book of all schedules: what is planned and in which order it falls due. All of it survives a restart; a
// firing cut short by one is still in the book and is made again, since the promise is at least once.
import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-json.ts';
import { createDueQueue } from '../due-queue.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ScheduleDefinition } from './definition.ts';
import { firstOccasion, type Occasion, type StoredSchedule } from './occasion.ts';

/** An occasion as it waits in the queue; it counts only while its schedule still has this revision. */
export type Waiting = { key: string; revision: string; occasion: Occasion };

export type Book = ReturnType<typeof createBook>;

export function createBook(snapshot: Snapshot<StoredSchedule>, nowMs: () => number) {
  const current = ({ key, revision }: Waiting): StoredSchedule | undefined => {
    const schedule = snapshot.get(key);
    return schedule?.revision === revision ? schedule : undefined;
  };
  const queue = createDueQueue<Waiting>((waiting) => current(waiting) !== undefined);

  const enqueue = (key: string, { revision }: StoredSchedule, occasions: readonly Occasion[]) => {
    for (const occasion of occasions) queue.push(occasion.dueMs, { key, revision, occasion });
  };
  for (const [key, schedule] of snapshot.entries()) enqueue(key, schedule, schedule.waiting);

  const write = (definition: ScheduleDefinition, present: StoredSchedule | undefined) => {
    const key = keyOf(definition.GroupName, definition.Name);
    const schedule = planned(definition, present, nowMs());
    snapshot.set(key, schedule);
    enqueue(key, schedule, schedule.waiting);
  };

  return {
    current,
    queue,
    find: (groupName: string, name: string) => snapshot.get(keyOf(groupName, name)),
    create(definition: ScheduleDefinition) {
      if (snapshot.get(keyOf(definition.GroupName, definition.Name)) !== undefined) {
        throw new AwsError('ConflictException', `Schedule ${definition.Name} already exists.`, 409);
      }
      write(definition, undefined);
    },
    replace: (definition: ScheduleDefinition, present: StoredSchedule) => write(definition, present),
    remove: (groupName: string, name: string) => snapshot.delete(keyOf(groupName, name)),
    /** Replaces an occasion by what follows from it, unless its schedule was changed or deleted meanwhile. */
    settle(settled: Waiting, followers: readonly Occasion[]) {
      const schedule = current(settled);
      if (schedule === undefined) return;
      const { executionId } = settled.occasion;
      const others = schedule.waiting.filter((other) => other.executionId !== executionId);
      const waiting = [...others, ...followers];
      const isGone = waiting.length === 0 && schedule.definition.ActionAfterCompletion === 'DELETE';
      if (isGone) snapshot.delete(settled.key);
      else snapshot.set(settled.key, { ...schedule, waiting });
      enqueue(settled.key, schedule, followers);
    },
    /** Sorted, so that a page of a list can continue after the last entry of the one before. */
    all: () => Array.from(snapshot.entries()).sort(([left], [right]) => (left < right ? -1 : 1)),
  };
}

function planned(
  definition: ScheduleDefinition,
  present: StoredSchedule | undefined,
  nowMs: number,
): StoredSchedule {
  const alike = present !== undefined && sameTiming(present.definition, definition) ? present : undefined;
  const draft = {
    definition,
    createdAtMs: present?.createdAtMs ?? nowMs,
    modifiedAtMs: nowMs,
    anchorMs: definition.StartDate === undefined ? (alike?.anchorMs ?? nowMs) : definition.StartDate * 1000,
    revision: randomUUID(),
  };
  // What has run its course does not run again because its description was changed.
  const isOver = alike?.definition.State === 'ENABLED' && alike.waiting.length === 0;
  return { ...draft, waiting: isOver ? [] : firstOccasion(draft, nowMs) };
}

function sameTiming(left: ScheduleDefinition, right: ScheduleDefinition): boolean {
  return (
    left.ScheduleExpression === right.ScheduleExpression &&
    left.ScheduleExpressionTimezone === right.ScheduleExpressionTimezone
  );
}

function keyOf(groupName: string, name: string): string {
  return `${groupName}/${name}`;
}
