// The files of another release, taken out of the git history into a folder of their own.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PRESENT = fileURLToPath(new URL('../..', import.meta.url));

/** The check cannot run here. This says nothing about the two releases. */
export class ReleaseUnavailable extends Error {}

/** The last release, as `package.json` names it. */
export function lastRelease(): string {
  const { lastRelease: ref } = JSON.parse(readFileSync(join(PRESENT, 'package.json'), 'utf8')) as {
    lastRelease: string;
  };
  return ref;
}

function git(...args: readonly string[]): Buffer {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', ['-C', PRESENT, ...args], { stdio, maxBuffer: 1 << 30 });
}

/** Throws if the machine has no git, or the history no such commit: a shallow clone has a few only. */
export function commitOf(ref: string): string {
  try {
    return git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).toString().trim();
  } catch {
    throw new ReleaseUnavailable(`The releases are not compared: git does not know ${ref} here.`);
  }
}

/** What the local service needs: the commands, the code, and what it reads of the documents. */
const PATHS = ['package.json', 'package-lock.json', 'bin', 'lib', 'functions', 'docs'];

/** Unpacks the commit into the folder, with the packages that its lockfile names. */
export function unpack(commit: string, folder: string): void {
  mkdirSync(folder);
  const archive = git('archive', '--format=tar', commit, ...PATHS);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(PRESENT)) {
    symlinkSync(join(PRESENT, 'node_modules'), join(folder, 'node_modules'));
  } else {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
}
