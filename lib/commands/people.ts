// `npm run merchant -- person ...`: the people of a merchant who work at its console.
import { KEY_CACHED_SECONDS, SIGN_IN_MINUTES } from '#domain/limits.ts';
import { command, type OperatorCommand } from './command.ts';

const people = () => import('../operator/people.ts');

export const PERSON_COMMANDS = {
  'person add': command({
    does:
      'A person who works at the console (docs/interface/console.md), and a link to sign in that is good ' +
      `once, for ${SIGN_IN_MINUTES} minutes. ROLE is viewer (reads), support (also links, customers, requests of refunds), ` +
      'finance (also approves refunds) or owner (also webhooks and settings).',
    needs: ['merchant', 'name', 'email', 'role'],
    reads: ['merchant', 'person'],
    writes: ['person'],
    creates: ['personId'],
    recorded: 'always',
    run: async ({ merchant, name, email, role }, { now, ids }) =>
      await (await people()).addPerson(merchant, { name, email, role }, ids.personId, now),
  }),
  'person list': command({
    does: 'The people of the merchant, those who were removed included.',
    needs: ['merchant'],
    reads: ['merchant', 'person'],
    writes: [],
    recorded: 'always',
    run: async ({ merchant }) => await (await people()).peopleOf(merchant),
  }),
  'person sign-in': command({
    does: `A new link to sign in, good once, for ${SIGN_IN_MINUTES} minutes; it ends the one before.`,
    needs: ['merchant', 'person'],
    reads: ['person'],
    writes: ['person'],
    recorded: 'always',
    run: async ({ merchant, person }, { now }) => await (await people()).signInLink(merchant, person, now),
  }),
  'person remove': command({
    does: `Ends the sessions of a person within ${KEY_CACHED_SECONDS} seconds, and the open link at once.`,
    needs: ['merchant', 'person'],
    reads: ['person', 'api-key'],
    writes: ['person', 'api-key'],
    recorded: 'always',
    run: async ({ merchant, person }, { now }) => ({
      removed: person,
      endedSessions: await (await people()).removePerson(merchant, person, now),
    }),
  }),
} as const satisfies Record<string, OperatorCommand>;
