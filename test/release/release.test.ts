// `npm run test:release` where it cannot run. The comparison itself takes half a minute: CI runs it
// separately.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { spawnCommand } from '../bin/driver/command.ts';
import { lastRelease } from './unpack.ts';

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' });
const isHistoryWhole = git('rev-parse', '--is-shallow-repository').stdout?.trim() === 'false';

describe('npm run test:release', () => {
  it('an unknown commit is reported in one line, with exit code 69', async () => {
    const unknown = 'f'.repeat(40);
    const { code, text } = await spawnCommand('test/release/run.ts', unknown);
    expect(code).toBe(69);
    expect(text).toBe(`The releases are not compared: git does not know ${unknown} here.\n`);
  });

  // An archive or a shallow clone has no release to compare with.
  if (isHistoryWhole)
    it('the last release is a commit before this one', () => {
      expect(git('merge-base', '--is-ancestor', lastRelease(), 'HEAD').status).toBe(0);
    });
});
