// `npm run trial -- release`: which commit is the last release, and what it says where it cannot run. The
// comparison itself takes half a minute: CI runs it separately.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { spawnCommand } from '../bin/driver/command.ts';
import { lastRelease, ReleaseUnavailable } from './unpack.ts';

const folder = mkdtempSync(join(tmpdir(), 'release-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const origin = join(folder, 'origin');
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

/** A commit of `package.json` with this version, and something else. */
function commit(version: string, scripts: number): string {
  const text = JSON.stringify({ version, scripts }, null, 2);
  writeFileSync(join(origin, 'package.json'), text);
  const named = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git('-C', origin, 'add', 'package.json');
  git('-C', origin, ...named, 'commit', '--quiet', '--message', version);
  return git('-C', origin, 'rev-parse', 'HEAD');
}

describe('npm run trial -- release', () => {
  it('an unknown commit is reported in one line, with exit code 69', async () => {
    const unknown = 'f'.repeat(40);
    const { code, text } = await spawnCommand('test/release/run.ts', unknown);
    expect(code).toBe(69);
    expect(text).toBe(`The releases are not compared: git does not know ${unknown} here.\n`);
  });

  it('the last release is the commit that set the version, if not this one or outside the clone', () => {
    git('init', '--quiet', origin);
    commit('0.8.0', 1);
    const release = commit('0.9.0', 1);
    expect(() => lastRelease(origin)).toThrow('this commit is the release 0.9.0');
    commit('0.9.0', 2);
    commit('0.9.0', 3);
    expect(lastRelease(origin)).toBe(release);
    for (const depth of ['1', '2', '3']) {
      const clone = join(folder, `clone-${depth}`);
      git('clone', '--quiet', '--depth', depth, `file://${origin}`, clone);
      expect(() => lastRelease(clone)).toThrow(ReleaseUnavailable);
    }
    git('clone', '--quiet', '--depth', '4', `file://${origin}`, join(folder, 'whole'));
    expect(lastRelease(join(folder, 'whole'))).toBe(release);
  });
});
