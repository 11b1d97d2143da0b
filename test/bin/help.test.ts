// Each command of package.json, also as the subject of another, tells what it does before it does anything.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCommand, spawnCommand } from './driver/command.ts';
import { PROGRAMS } from './driver/programs.ts';

const root = new URL('../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
};
/** What `bin/subject.ts` runs tells it, not that file. */
const files = Object.values(scripts)
  .flatMap((script) => script.match(/\b(?:bin|test)\/\S+\.ts\b/g) ?? [])
  .filter((file) => file !== 'bin/subject.ts');

it('every command answers --help, most of them by the comment at their head', () => {
  expect(files.length).toBeGreaterThan(20);
  const deaf = files.filter((file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    return !text.includes('runProgram(') && !/^(?:\/\/ .*\n)+import '(?:\.\.\/)+lib\/help\.ts';$/m.test(text);
  });
  expect(deaf).toEqual([]);
});

it.each(PROGRAMS.flatMap(({ name, commands }) => Object.keys(commands).map((words) => [name, words])))(
  '%s %s --help tells its options',
  async (program, words) => {
    const typed = words.split(' ').filter((word) => word !== '');
    const { code, text } = await runCommand(program, ...typed, '--help');
    expect([code, text]).toEqual([0, expect.stringMatching(`^Usage: npm run ${program} --( ${words})?`)]);
    const { isOfService } = PROGRAMS.find(({ name }) => name === program) ?? {};
    expect(text.split('\n\n')[0]?.endsWith('[where]')).toBe(isOfService);
  },
);

it.each([['merchant', /^Usage: npm run merchant/]])('%s --help ends with 0', async (program, text) => {
  expect(await spawnCommand(program, '--help')).toEqual({ code: 0, text: expect.stringMatching(text) });
});

describe('bin/subject.ts', () => {
  const subjects = ['bin/subject.ts', 'bill=bin/sbom.ts', 'chaos=test/chaos/run.ts'] as const;

  it('runs the file of a subject with the arguments after it', async () => {
    expect(await spawnCommand(...subjects, 'bill', '--help')).toEqual({
      code: 0,
      text: expect.stringMatching(/^`npm run make -- sbom`: writes the software bill of materials/),
    });
    expect(await spawnCommand(...subjects, 'chaos', '--kills=many')).toEqual({
      code: 2,
      text: expect.stringContaining('--kills is a number from 0.'),
    });
  });

  it('gives the arguments to a file that imports them by their name', async () => {
    const { text } = await spawnCommand(
      'bin/subject.ts',
      'packed=test/clients/packed/run.ts',
      'packed',
      '--x',
    );
    expect(text).toContain("Unknown option '--x'");
  });

  it.each([
    [['--help'], 0],
    [[], 2],
    [['bills'], 2],
  ])('with %j names its subjects', async (args, code) => {
    const text = expect.stringContaining('Subjects: bill, chaos.') as string;
    expect(await spawnCommand(...subjects, ...args)).toEqual({ code, text });
  });
});
