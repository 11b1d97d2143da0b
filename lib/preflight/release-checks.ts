// What a gradual deployment needs: CodeDeploy moves calls away from the version that CloudFormation put
// behind an alias. `npm run release -- back` leads the alias elsewhere; the next release then takes all calls
// at once.
import type { Deployment } from '../cloud/deployment.ts';
import { functionNameOf, functionsOf, ROUTE_TABLE } from '../cloud/function/deployed-function.ts';
import { isShifted } from '../cloud/function/traffic.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { liveReleaseOf, readStates, type State } from '../release/release.ts';
import type { Check, Lack } from './check.ts';

type ReleaseTarget = { deployment: Deployment; aliases: Promise<Aliases> };
type Aliases = { states: readonly State[]; moved: readonly State[] };

export const releaseChecks = (target: ReleaseTarget): Check[] =>
  target.deployment.gradual
    ? [{ name: 'New versions follow the live ones', look: () => followed(target) }]
    : [];

/** The newest version is that of the stack: a deployment that is rolled back deletes its versions. */
export async function readAliases({ stage, gradual }: Deployment, signer: Signer): Promise<Aliases> {
  if (!gradual) return { states: [], moved: [] };
  const names = functionsOf(ROUTE_TABLE)
    .filter(isShifted)
    .map((fn) => functionNameOf(stage, fn));
  const states = await readStates(signer, names);
  const moved = states.filter(({ live, versions: [newest] }) => newest && newest.number !== live);
  return { states, moved };
}

/** True if functions were moved, and another release than the deployed one is next. */
export const comesAfterMove = ({ moved }: Aliases, { release }: Deployment): boolean =>
  moved.some(({ versions: [newest] }) => newest?.release !== release);

async function followed({ deployment, aliases }: ReleaseTarget): Promise<string | Lack> {
  const { stage, release, followsMove } = deployment;
  const { states, moved } = await aliases;
  const [first] = moved;
  if (first === undefined) return `${states.length} functions`;
  const to = liveReleaseOf(first) ?? 'a version without a release';
  const seen = `${moved.length} of ${states.length} functions were moved to ${to}`;
  if (followsMove) return `${seen}: ${release} takes all calls at once`;
  return {
    seen: `${seen}; ${release} is deployed, and changes none of them`,
    mend: [`npm run release -- forward --stage ${stage}`],
  };
}
