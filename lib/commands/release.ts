// `npm run release`: shows and exchanges the release that takes the calls of a stage.
import { functionNameOf, functionsOf, TABLE_WITH_CONSOLE } from '../cloud/function/deployed-function.ts';
import { hasAlias } from '../cloud/function/traffic.ts';
import { signerInUse } from '../operator/aws/stack-outputs.ts';
import { moveTo, readStates, releasesOf, targetOf } from '../release/release.ts';
import { command, type Program } from './command.ts';

async function statesOf(stage: string) {
  const names = functionsOf(TABLE_WITH_CONSOLE)
    .filter(hasAlias)
    .map((fn) => functionNameOf(stage, fn));
  const signer = await signerInUse();
  return { signer, states: await readStates(signer, names) };
}

/** `--to` names another release of the list. */
const moving = (direction: 'back' | 'forward', does: string) =>
  command({
    does: `${does} --to NAME: to another release of the list.`,
    needs: ['stage'],
    takes: ['to'],
    reads: ['functions'],
    writes: ['functions'],
    recorded: 'never',
    run: async ({ stage, to }) => {
      const { signer, states } = await statesOf(stage);
      const move = await moveTo(signer, states, to ?? targetOf(releasesOf(states), direction));
      if (move.failed.length > 0) process.exitCode = 1;
      return {
        ...move,
        nextDeployment: 'npm run preflight -- ... && npx cdk deploy --all --import-existing-resources ...',
      };
    },
  });

export const RELEASE: Program = {
  name: 'release',
  does:
    'Shows the releases of a stage and moves back and on. The functions that are not moved keep the ' +
    'deployed code, which reads the rows of the release before and after. The next release is deployed ' +
    'as always: the preflight before it notes that its functions take all calls at once.',
  isOfService: false,
  commands: {
    list: command({
      does: 'The kept releases, the newest deployed one first, with their functions.',
      needs: ['stage'],
      reads: ['functions'],
      writes: [],
      recorded: 'never',
      run: async ({ stage }) => releasesOf((await statesOf(stage)).states),
    }),
    back: moving(
      'back',
      'Moves every function that moves money or answers a buyer to the release before the newest ' +
        'deployed one; repeated, it moves what is not there yet, and never goes one further.',
    ),
    forward: moving('forward', 'Moves them to the newest deployed one.'),
  },
};
