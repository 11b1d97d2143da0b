// Schedule groups: named drawers for schedules. `default` is always there and can never be deleted.
import { AwsError, type JsonObject, localArn } from '../aws-json.ts';
import type { Snapshot } from '../snapshot.ts';

export type StoredGroup = { name: string; createdAtMs: number };

export type Groups = ReturnType<typeof createGroups>;

export function createGroups(snapshot: Snapshot<StoredGroup>, nowMs: () => number) {
  if (snapshot.get('default') === undefined) {
    snapshot.set('default', { name: 'default', createdAtMs: nowMs() });
  }

  const find = (name: string): StoredGroup => {
    const group = snapshot.get(name);
    if (group !== undefined) return group;
    throw new AwsError('ResourceNotFoundException', `Schedule group ${name} does not exist.`, 404);
  };

  return {
    find,
    create(name: string) {
      if (snapshot.get(name) !== undefined) {
        throw new AwsError('ConflictException', `Schedule group ${name} already exists.`, 409);
      }
      snapshot.set(name, { name, createdAtMs: nowMs() });
    },
    remove(name: string) {
      find(name);
      if (name === 'default') {
        throw new AwsError('ValidationException', 'The default schedule group cannot be deleted.');
      }
      snapshot.delete(name);
    },
    all: () => Array.from(snapshot.entries()).sort(([left], [right]) => (left < right ? -1 : 1)),
  };
}

export function groupArn(name: string): string {
  return localArn('scheduler', `schedule-group/${name}`);
}

export function describeGroup(group: StoredGroup): JsonObject {
  const date = group.createdAtMs / 1000;
  const { name } = group;
  return { Arn: groupArn(name), Name: name, State: 'ACTIVE', CreationDate: date, LastModificationDate: date };
}
