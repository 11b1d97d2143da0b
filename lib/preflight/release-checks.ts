// What a gradual deployment needs: CodeDeploy moves calls away from the version that CloudFormation put
// behind an alias. `npm run release -- back` leads the alias elsewhere.
import type { Deployment } from '../cloud/deployment.ts';
import { functionNameOf, functionsOf, ROUTE_TABLE } from '../cloud/function/deployed-function.ts';
import { isShifted } from '../cloud/function/traffic.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { liveReleaseOf, readStates } from '../release/release.ts';
import type { Check, Lack } from './check.ts';

type Of = { deployment: Deployment; signer: Signer };

export const releaseChecks = (of: Of): Check[] =>
  of.deployment.gradual ? [{ name: 'New versions follow the live ones', look: () => aliases(of) }] : [];

/** The newest version is that of the stack: a deployment that is rolled back deletes its versions. */
async function aliases({ deployment, signer }: Of): Promise<string | Lack> {
  const { stage } = deployment;
  const names = functionsOf(ROUTE_TABLE)
    .filter(isShifted)
    .map((fn) => functionNameOf(stage, fn));
  const states = await readStates(signer, names);
  const [first, ...others] = states.filter(
    ({ live, versions: [newest] }) => newest && newest.number !== live,
  );
  if (first === undefined) return `${states.length} functions`;
  const count = `${1 + others.length} of ${states.length} functions`;
  return {
    seen: `${count} were moved to ${liveReleaseOf(first) ?? 'a version without a release'}`,
    mend: [
      '# the mended release, at once:',
      `npx cdk deploy --all -c stage=${stage} -c gradual=false`,
      '# or first the release that was deployed last:',
      `npm run release -- forward --stage ${stage}`,
    ],
  };
}
