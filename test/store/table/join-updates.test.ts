// Two updates of one row become one, as DynamoDB requires of a transaction.
import { expect, it } from 'vitest';
import type { Write } from '#store/table/commit.ts';
import { joinUpdates } from '#store/table/join-updates.ts';

const key = { pk: 'M#1#CARD#1', sk: 'CARD' };
const update = (name: string): Write => ({
  what: 'card',
  kind: 'update',
  key,
  set: { [name]: 1 },
  remove: [`no-${name}`],
  addTo: { [`to-${name}`]: name },
  condition: { expression: `#${name} = :${name} OR #x = :x`, values: { [`:${name}`]: 1 } },
});

it('the joined update makes both changes, under both conditions', () => {
  expect(joinUpdates([update('one'), update('two')])).toEqual([
    {
      what: 'card',
      kind: 'update',
      key,
      set: { one: 1, two: 1 },
      remove: ['no-one', 'no-two'],
      addTo: { 'to-one': 'one', 'to-two': 'two' },
      takeFrom: {},
      add: {},
      condition: {
        expression: '(#one = :one OR #x = :x) AND (#two = :two OR #x = :x)',
        values: { ':one': 1, ':two': 1 },
      },
    },
  ]);
});

it('updates of different rows stay apart, and a row is not both put and updated', () => {
  const other: Write = { ...update('two'), key: { ...key, sk: 'OTHER' } } as Write;
  expect(joinUpdates([update('one'), other])).toEqual([update('one'), other]);
  const put: Write = {
    what: 'card',
    kind: 'put',
    item: { ...key },
    condition: { expression: '', values: {} },
  };
  expect(() => joinUpdates([put, update('one')])).toThrow('two writes of one row');
});
