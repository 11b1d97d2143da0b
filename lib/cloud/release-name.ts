// The release of a deployment: the version of package.json and the commit that last changed what is deployed.
// The versions of functions carry it, so that an operator finds the one before.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
/** Commits of other files, such as documents and tests, make no release. */
const DEPLOYED = ['functions', 'lib/cloud', 'package.json', 'package-lock.json'];

type Release = {
  /** The version of package.json and the commit, which versions of functions carry. */
  release: string;
  /** True for the first release after `npm run release` has moved aliases. */
  followsMove: boolean;
};

/** The name under which `npm run preflight` notes in cdk.context.json which release comes after a move. */
export const moveFact = (stage: string) => `payment:moved:${stage}`;

/** A note about an earlier release has no effect. */
export function releaseOf(
  stage: string,
  commit: string | undefined,
  contextOf: (name: string) => unknown,
): Release {
  const release = releaseNamed(commit);
  return { release, followsMove: contextOf(moveFact(stage)) === release };
}

/** `1.1.0 a67831c8`; without a commit the version alone. */
function releaseNamed(commit: string | undefined): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  return commit === undefined ? version : `${version} ${commit}`;
}

/** Undefined outside of a repository. A plus shows changes that are not committed. */
export function deployedCommit(): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...DEPLOYED], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const commit = git('log', '-1', '--format=%h', '--abbrev=8');
    return commit === '' ? undefined : `${commit}${git('status', '--porcelain') === '' ? '' : '+'}`;
  } catch {
    return undefined;
  }
}

export const describeRelease = (release: string, impact: string) => `Release ${release}: ${impact}`;

/** Undefined for a version of before releases had names. */
export const releaseIn = (description: string | undefined): string | undefined =>
  /^Release (\S+(?: [\da-f]+\+?)?): /.exec(description ?? '')?.[1];
