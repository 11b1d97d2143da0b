// The move of a stage's table to indexes of keys: one index in a deployment, and functions that read what is
// there. test/store/table/moved-indexes.test.ts plays it with rows under load.
import { describe, expect, test } from 'vitest';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { indexesAfter, STEPS, shapeAfter } from '../../../../lib/operator/table-indexes.ts';
import { type Cloud, deploymentOf, resourcesOf, routeWith, synthesize, tableWith } from '../cloud.ts';

const few = tableWith([]);

describe('the move of a table to indexes of keys', () => {
  const namesAfter = (steps: number) => indexesAfter(steps).map(({ name }) => name);
  const uses = Object.keys(TABLE_SHAPE.indexes);
  const keys = uses.map((use) => `${use}-keys`);

  test('each deployment of the move creates or removes one index', () => {
    const changes = STEPS.map((_step, steps) => {
      const [before, after] = [new Set(namesAfter(steps)), new Set(namesAfter(steps + 1))];
      return [...before.symmetricDifference(after)];
    });
    expect(changes).toEqual([...keys, ...uses].map((name) => [name]));
    expect([namesAfter(0), namesAfter(STEPS.length)]).toEqual([uses, keys]);
  });

  test('functions read indexes that the table has before and after the deployment', () => {
    for (let steps = 1; steps <= STEPS.length; steps += 1) {
      // While a deployment is under way, or rolls back, functions of the one before run on the new table.
      const read = [shapeAfter(steps - 1), shapeAfter(steps)].map((shape) =>
        shape === 'copies' ? uses : keys,
      );
      for (const name of read.flat()) expect(namesAfter(steps)).toContain(name);
    }
  });

  test('a stage without the option has a new table, and the option moves one that exists', () => {
    const indexesOf = ({ dataTemplate }: Cloud) => {
      const table = resourcesOf(dataTemplate, 'AWS::DynamoDB::GlobalTable').get('Table');
      const indexes = table?.Properties['GlobalSecondaryIndexes'] as { IndexName: string }[] | undefined;
      return indexes?.map(({ IndexName }) => IndexName);
    };
    const words = (cloud: Cloud) =>
      ['TableIndexes'].map((output) => cloud.serviceTemplate.findOutputs(output)[output]?.['Value']);
    const [fresh, moved] = [synthesize({}, few), synthesize({ indexes: '3' }, few)];
    expect([indexesOf(fresh), ...words(fresh)]).toEqual([keys, 'short']);
    expect([indexesOf(moved), ...words(moved)]).toEqual([[...uses, ...keys.slice(0, 3)], 'copies']);
    expect(() => deploymentOf({ indexes: '11' })).toThrow('indexes: is above 10');
  });

  test('while a table moves, functions may read both indexes of a use, and no other', () => {
    const functions = tableWith([routeWith('list', ['index:list', 'table:get-many'])]);
    const resources = (indexes: string) =>
      [
        ...resourcesOf(synthesize({ indexes }, functions).functionsTemplate, 'AWS::IAM::Role').values(),
      ].flatMap((role) => JSON.stringify(role).match(/index\/list[\w-]*/g) ?? []);
    expect(new Set(resources('4'))).toEqual(new Set(['index/list', 'index/list-keys']));
    expect(new Set(resources('10'))).toEqual(new Set(['index/list-keys']));
  });
});
