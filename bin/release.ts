// `npm run release -- list|back|forward`: shows and exchanges the release that takes the calls of a stage.
import { functionNameOf, functionsOf, ROUTE_TABLE } from '../lib/cloud/function/deployed-function.ts';
import { hasAlias } from '../lib/cloud/function/traffic.ts';
import { signerInUse } from '../lib/operator/aws/stack-outputs.ts';
import { readCommand, runCommand } from '../lib/operator/command-line.ts';
import { UsageError } from '../lib/operator/service-choice.ts';
import { moveTo, readStates, releasesOf, targetOf } from '../lib/release/release.ts';

const USAGE = `Usage: npm run release -- COMMAND --stage NAME

Commands: list      the kept releases, the newest deployed one first, with their functions
          back      moves every function that moves money or answers a buyer to the release before the newest
                    deployed one; repeated, it moves what is not there yet, and never goes one further
          forward   moves them to the newest deployed one
Options:  --to NAME  another release of the list

The other functions keep the deployed code, which reads the rows of the release before and after. The next
release is deployed as always: the preflight before it notes that its functions take all calls at once.
`;

const OPTIONS = { stage: { type: 'string' }, to: { type: 'string' } } as const;
const { values, command } = readCommand(USAGE, OPTIONS);

await runCommand(USAGE, async () => {
  if (command !== 'list' && command !== 'back' && command !== 'forward') {
    throw new UsageError(`There is no command ${command ?? 'without a name'}.`);
  }
  const { stage } = values;
  if (!stage) throw new UsageError('--stage is needed.');
  const names = functionsOf(ROUTE_TABLE)
    .filter(hasAlias)
    .map((fn) => functionNameOf(stage, fn));
  const signer = await signerInUse();
  const states = await readStates(signer, names);
  const releases = releasesOf(states);
  if (command === 'list') return releases;
  const move = await moveTo(signer, states, values.to ?? targetOf(releases, command));
  if (move.failed.length > 0) process.exitCode = 1;
  return { ...move, nextDeployment: 'npm run preflight -- ... && npx cdk deploy --all ...' };
});
