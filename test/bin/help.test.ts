// Each command of package.json tells what it does before it does anything.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { spawnCommand } from './driver/command.ts';

const root = new URL('../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
};
const files = Object.values(scripts).flatMap((script) => /^node (\S+\.ts)$/.exec(script)?.[1] ?? []);

it('every command answers --help, most of them by the comment at their head', () => {
  expect(files.length).toBeGreaterThan(20);
  const deaf = files.filter((file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    const isReader = text.includes('readCommand(') || text.includes('values.help');
    return !isReader && !/^(?:\/\/ .*\n)+import '(?:\.\.\/)+lib\/help\.ts';$/m.test(text);
  });
  expect(deaf).toEqual([]);
});

it.each([
  ['bin/sbom.ts', /^`npm run sbom`: writes the software bill of materials/],
  ['merchant', /^Usage: npm run merchant/],
  ['release', /^Usage: npm run release/],
  ['smoke', /^Usage: npm run smoke/],
])('%s --help ends with 0', async (program, text) => {
  expect(await spawnCommand(program, '--help')).toEqual({ code: 0, text: expect.stringMatching(text) });
});
