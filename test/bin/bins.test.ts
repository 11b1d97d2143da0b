// `npm run bins`: an operator sees what a list of card ranges changes before it holds, and can go back.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startHarness } from '../harness/harness.ts';
import { lastAction, operator, recordedActions } from './driver/operator.ts';

const { api } = await startHarness();
const { operate } = operator();
const folder = mkdtempSync(join(tmpdir(), 'bins-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = 'prefix,bankCode,type,association,commercial,program';
const write = (name: string, ...lines: string[]) => {
  const file = join(folder, name);
  writeFileSync(file, [HEADER, ...lines].join('\n'));
  return file;
};
const run = async (...words: string[]) => await operate('bins', ...words);
const read = async (...words: string[]) => {
  const { code, text } = await run(...words);
  expect([code, text]).toEqual([0, expect.stringMatching(/^\{/)]);
  return JSON.parse(text) as Record<string, unknown>;
};
const familyOf = async (bin: string) => (await api('GET', `/api/bin/${bin}`)).json.data['family'];

it('a list is previewed, imported, replaced and taken back, and each change is recorded', async () => {
  const first = write(
    'first list.csv',
    '454360,0062,credit,VISA,false,Bonus',
    '4543600,0062,credit,VISA,false,',
  );
  const changes = { prefixes: 1, added: 1, removed: 0, changed: 0, families: { Bonus: '0 -> 1' } };
  expect(await read('import', first)).toMatchObject({
    rows: 2,
    faults: { digits: 1 },
    lines: ['3: 4543600 has 7 digits, not 6 or 8: left out'],
    creditWithoutFamily: { rows: 1, lines: '3' },
    changes,
    next: 'Nothing was changed. Repeat with --confirm.',
  });
  expect([await familyOf('454360'), await recordedActions()]).toEqual([null, []]);

  expect(await read('import', first, '--confirm')).toMatchObject({ changes, current: { prefixes: 1 } });
  expect(await familyOf('454360')).toBe('Bonus');
  expect(await lastAction()).toMatchObject({ command: 'bins import', options: ['confirm'] });

  const second = write('second.csv', '454360,0062,debit,VISA,false,', '454361,0067,credit,VISA,false,World');
  await read('import', second, '--confirm');
  expect([await familyOf('454360'), await familyOf('454361')]).toEqual([null, 'World']);

  const back = { prefixes: 1, added: 0, removed: 1, changed: 1 };
  expect(await read('back')).toMatchObject({
    changes: { ...back, families: { Bonus: '0 -> 1', World: '1 -> 0', none: '1 -> 0' } },
    next: 'Nothing was changed. Repeat with --confirm.',
  });
  expect(await familyOf('454361')).toBe('World');
  expect(await read('back', '--confirm')).toMatchObject({ current: { listVersion: 1 } });
  expect([await familyOf('454360'), await familyOf('454361')]).toEqual(['Bonus', null]);
  expect(await lastAction()).toMatchObject({ command: 'bins back', options: ['confirm'] });
});

it('without a file the shipped list is imported, and `show` reads it as shops do', async () => {
  expect(await read('import', '--confirm')).toMatchObject({
    lines: [],
    changes: { families: { Bonus: expect.stringContaining('->') } },
  });
  const shown = await read('show', '365771');
  expect(shown).toMatchObject({ bank: { code: '0124', name: 'Alternatif Bank' }, family: 'Bonus' });
  expect((await api('GET', '/api/bin/365771')).json.data).toEqual(shown);
});

it.each([
  [['show'], 'DIGITS are the first six or eight digits of a card.'],
  [['show', '5406110'], 'DIGITS are the first six or eight digits of a card.'],
  [['export'], 'There is no command export.'],
  [[], 'A command is needed'],
  [['import', '/no/such/file.csv'], '/no/such/file.csv cannot be read'],
])('%j is refused with the reason', async (words, reason) => {
  const { code, text } = await run(...words);
  expect([code, text]).toEqual([1, expect.stringContaining(reason)]);
});

it('a file without any range changes nothing, also confirmed', async () => {
  const { code, text } = await run('import', write('empty.csv'), '--confirm');
  expect([code, text]).toEqual([1, 'The list has no range of cards: nothing was changed.\n']);
});
