// The files of another release, unpacked from the git history into a separate folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PRESENT = fileURLToPath(new URL('../..', import.meta.url));

/** The check cannot run on this machine. The error is no finding about the two releases. */
export class ReleaseUnavailable extends Error {}

function git(root: string, ...args: readonly string[]): Buffer {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', ['-C', root, ...args], { stdio, maxBuffer: 1 << 30 });
}

/**
 * The commit of the last release: the newest one that set `version` in `package.json` to what it is now.
 * Throws ReleaseUnavailable if that is this commit, or is not in the history: a shallow clone shows its first
 * commit as if it had set everything.
 */
export function lastRelease(root = PRESENT): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const set = `"version": "${version}"`;
  try {
    const commit = git(root, 'log', '-1', '--format=%H', `-S${set}`, '--', 'package.json').toString().trim();
    git(root, 'rev-parse', '--verify', `${commit}^`);
    if (commit !== git(root, 'rev-parse', 'HEAD').toString().trim()) return commit;
  } catch {
    throw new ReleaseUnavailable(`The releases are not compared: git does not show here who set ${version}.`);
  }
  throw new ReleaseUnavailable(`The releases are not compared: this commit is the release ${version}.`);
}

/** Throws if git is missing, or the commit is not in the history: a shallow clone has few commits. */
export function commitOf(ref: string): string {
  try {
    return git(PRESENT, 'rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).toString().trim();
  } catch {
    throw new ReleaseUnavailable(`The releases are not compared: git does not know ${ref} here.`);
  }
}

/** What the local service and a synthesis need: commands, code, and the documents that they read. */
const PATHS = ['package.json', 'package-lock.json', 'cdk.json', 'bin', 'lib', 'functions', 'docs'];

type Lock = { packages: Record<string, { version?: string; integrity?: string }> };
const packagesOf = (root: string) =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock).packages;

/** Unpacks the commit into the folder, with the packages that its lockfile names; most are installed here. */
export function unpack(commit: string, folder: string): void {
  mkdirSync(folder);
  const archive = git(PRESENT, 'archive', '--format=tar', commit, ...PATHS);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const { '': _, ...needed } = packagesOf(folder);
  const here = packagesOf(PRESENT);
  const isHere = ([path, { version, integrity }]: [string, Lock['packages'][string]]) =>
    here[path]?.version === version && here[path]?.integrity === integrity;
  if (Object.entries(needed).every(isHere)) {
    symlinkSync(join(PRESENT, 'node_modules'), join(folder, 'node_modules'));
  } else {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
}
