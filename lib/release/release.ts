// Moves the alias `live` of every function that moves money or answers a buyer between the releases whose
// versions Lambda keeps. The other functions have one version; each reads the rows of its neighbour.
import { LIVE } from '../cloud/function/traffic.ts';
import { releaseIn } from '../cloud/release-name.ts';
import { jsonOf, rest, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';

type Version = { number: string; release: string; publishedAt: string };
export type State = {
  functionName: string;
  live: string;
  /** Newest first, those that carry a release. */
  versions: readonly Version[];
  /** True while CodeDeploy sends a part of the calls to another version. */
  isShifting: boolean;
};

type PublishedRelease = { release: string; publishedAt: string; functions: number; live: number };
type Move = {
  /** The releases in which functions were, newest first. */
  from: string[];
  to: string;
  moved: string[];
  /** Functions that the release has not: they keep their version. */
  kept: string[];
  failed: string[];
};

export async function readStates(signer: Signer, functionNames: readonly string[]): Promise<State[]> {
  const read = await Promise.all(functionNames.map((functionName) => readState(signer, functionName)));
  return read.filter((state) => state !== undefined);
}

const pathOf = (functionName: string) => `/2015-03-31/functions/${functionName}`;

/** Undefined for a function that the stage has not, or has without an alias. */
async function readState(signer: Signer, functionName: string): Promise<State | undefined> {
  const asked = rest(signer, 'lambda')('GET', `${pathOf(functionName)}/aliases/${LIVE}`);
  const text = await unless(['404'], asked);
  if (text === undefined) return undefined;
  const { FunctionVersion, RoutingConfig } = jsonOf(text) as {
    FunctionVersion: string;
    RoutingConfig?: { AdditionalVersionWeights?: object } | null;
  };
  const isShifting = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0;
  return {
    functionName,
    live: FunctionVersion,
    versions: await versionsOf(signer, functionName),
    isShifting,
  };
}

async function versionsOf(signer: Signer, functionName: string): Promise<Version[]> {
  const call = rest(signer, 'lambda');
  const found: Version[] = [];
  let marker = '';
  do {
    const at = marker === '' ? '' : `&Marker=${encodeURIComponent(marker)}`;
    const page = jsonOf(await call('GET', `${pathOf(functionName)}/versions?MaxItems=50${at}`)) as {
      Versions: { Version: string; Description?: string; LastModified: string }[];
      NextMarker?: string | null;
    };
    for (const { Version: number, Description, LastModified: publishedAt } of page.Versions) {
      const release = releaseIn(Description);
      if (number !== '$LATEST' && release !== undefined) found.push({ number, release, publishedAt });
    }
    marker = page.NextMarker ?? '';
  } while (marker !== '');
  return found.sort((one, other) => Number(other.number) - Number(one.number));
}

export const liveReleaseOf = ({ versions, live }: State) =>
  versions.find(({ number }) => number === live)?.release;

/** The newest deployed one first: a deployment that is rolled back deletes its versions. */
export function releasesOf(states: readonly State[]): PublishedRelease[] {
  const releases = new Map<string, PublishedRelease>();
  for (const state of states) {
    const live = liveReleaseOf(state);
    for (const name of new Set(state.versions.map(({ release }) => release))) {
      const publishedAt = state.versions.find(({ release }) => release === name)?.publishedAt ?? '';
      const known = releases.get(name) ?? { release: name, publishedAt, functions: 0, live: 0 };
      const newest = publishedAt > known.publishedAt ? publishedAt : known.publishedAt;
      const counts = { functions: known.functions + 1, live: known.live + (live === name ? 1 : 0) };
      releases.set(name, { release: name, publishedAt: newest, ...counts });
    }
  }
  return [...releases.values()].sort((one, other) => other.publishedAt.localeCompare(one.publishedAt));
}

/**
 * `back`: the release before the newest deployed one, wherever the aliases are, so that a repeated command
 * never goes one further; `forward`: the newest deployed one. Throws if there is none.
 */
export function targetOf(
  [deployed, before]: readonly PublishedRelease[],
  direction: 'back' | 'forward',
): string {
  const found = direction === 'back' ? before : deployed;
  if (found !== undefined) return found.release;
  throw new Error(`No version of a release before ${deployed?.release ?? 'the deployed one'} is kept.`);
}

/** What fails is told, and the command can be repeated. */
export async function moveTo(signer: Signer, states: readonly State[], to: string): Promise<Move> {
  const shifting = states.filter(({ isShifting }) => isShifting).map(({ functionName }) => functionName);
  if (shifting.length > 0) {
    throw new Error(
      `A deployment is moving the calls of ${shifting.join(', ')}. Stop it, and it goes back by itself: ` +
        'aws cloudformation cancel-update-stack --stack-name with the name of the stage.',
    );
  }
  const releases = releasesOf(states);
  if (!releases.some(({ release }) => release === to))
    throw new Error(`No version of release ${to} is kept.`);
  const from = releases.filter(({ live }) => live > 0).map(({ release }) => release);
  const move: Move = { from, to, moved: [], kept: [], failed: [] };
  await Promise.all(
    states.map(async ({ functionName, live, versions }) => {
      const version = versions.find(({ release }) => release === to);
      if (version === undefined) return void move.kept.push(functionName);
      if (version.number === live) return;
      const path = `${pathOf(functionName)}/aliases/${LIVE}`;
      const body = { FunctionVersion: version.number, RoutingConfig: { AdditionalVersionWeights: {} } };
      await rest(signer, 'lambda')('PUT', path, body).then(
        () => move.moved.push(`${functionName}: ${live} to ${version.number}`),
        (error: unknown) =>
          move.failed.push(`${functionName}: ${error instanceof Error ? error.message : error}`),
      );
    }),
  );
  return move;
}
