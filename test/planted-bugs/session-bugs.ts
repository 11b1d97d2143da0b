// Bugs in the sessions of people at the console.
import { inFile } from './planted-bug.ts';

const person = inFile('domain/person.ts');
const flow = inFile('flows/session.ts');
const people = inFile('flows/people.ts');
const call = inFile('endpoints/console/session.ts');
const stored = inFile('store/merchant/person.ts');
const TEST = 'endpoints/console/session';

export const SESSION_BUGS = [
  stored(
    'a link signs in twice',
    "PERSON.attributes({ sessions }), ['code']",
    'PERSON.attributes({ sessions })',
    TEST,
  ),
  flow('a link has no end', ' || Date.parse(person.code.endsAt) <= now.getTime()', '', TEST),
  flow('any secret signs a person in', ' || !timingSafeEqual(known, given)', '', TEST),
  flow('the sixth session goes on beside the others', '...(await endOf(ended, now)),', '', TEST),
  person(
    'a session that is renewed has no end',
    'Math.min(now.getTime() + IDLE_MS, sessionEndMs(session))',
    'now.getTime() + IDLE_MS + 0 * sessionEndMs(session)',
    TEST,
  ),
  call('a page of another host gets the key', " || host !== headerOf(event, 'host')", '', TEST),
  call('a page of another site gets the key', "site !== 'same-origin' || ", '', TEST),
  call(
    'a sign-in leaves the session before it open',
    'await signOut(cookie, now);\n      const opened',
    'const opened',
    TEST,
  ),
  flow('anybody makes links for everybody', "if (!hasScope(stored.scopes, 'keys'))", 'if (false)', TEST),
  call(
    'everybody reads the addresses of everybody',
    'mayGiveAccess ? { id, name, email,',
    'id ? { id, name, email,',
    TEST,
  ),
  people(
    'a person who was removed is given a link',
    'return person?.removedAt === undefined ? person : undefined',
    'return person',
    TEST,
  ),
];
