// The release of a deployment: the version of package.json and a digest of what is deployed, the same on
// every machine. The versions of functions carry it, so that an operator finds the one before.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
/** Other files, such as documents and tests, make no release. */
const DEPLOYED = ['functions', 'lib/cloud', 'package-lock.json'];

type Release = {
  /** The version of package.json and the digest, which versions of functions carry. */
  release: string;
  /** True for the first release after `npm run release` has moved aliases. */
  followsMove: boolean;
};

/** The name under which `npm run preflight` notes in cdk.context.json which release comes after a move. */
export const moveFact = (stage: string) => `payment:moved:${stage}`;

/** In the context: the digest of what is deployed, unless a rehearsal makes another release. */
export const DIGEST_FACT = 'payment:digest';

/** A note about an earlier release has no effect. */
export function releaseOf(stage: string, contextOf: (name: string) => unknown): Release {
  const release = releaseNamed(contextOf(DIGEST_FACT));
  return { release, followsMove: contextOf(moveFact(stage)) === release };
}

/** `0.9.0 a67831c8`; without a digest the version alone. */
function releaseNamed(digest: unknown): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string };
  return digest === undefined ? version : `${version} ${String(digest)}`;
}

/** Eight digits of the content of all files that are deployed, wherever they were checked out. */
export function deployedDigest(root = ROOT): string {
  const digest = createHash('sha256');
  for (const file of DEPLOYED.flatMap((path) => filesIn(root, path)).sort())
    digest.update(`${file}\0`).update(readFileSync(new URL(file, root)));
  return digest.digest('hex').slice(0, 8);
}

/** The paths of files, from the root on. A file is the only one of its path. */
function filesIn(root: URL, path: string): string[] {
  if (!statSync(new URL(path, root)).isDirectory()) return [path];
  const found = readdirSync(new URL(path, root), { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return files.map((entry) => relative(fileURLToPath(root), join(entry.parentPath, entry.name)));
}

/** The digest alone, else the version: what a line of the log names. */
export const digestOf = (release: string): string => release.split(' ').at(-1) ?? release;

export const describeRelease = (release: string, impact: string) => `Release ${release}: ${impact}`;

/** Undefined for a version of before releases had names. */
export const releaseIn = (description: string | undefined): string | undefined =>
  /^Release (\S+(?: [\da-f]+)?): /.exec(description ?? '')?.[1];
