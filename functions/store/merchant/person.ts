// People of a merchant at its console. The key of a session is a row of its own, which the authorizer reads
// as it reads every key; the row of the person names the open ones, so that a removal ends them all.
import { type Person, type PersonSession, personFields, type SignInCode } from '#domain/person.ts';
import { change, create, type Write } from '../table/commit.ts';
import { apiKeyKey, peoplePartition, personKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, newItem, row, type Stored } from '../table/row.ts';
import { everyPage, getItems, queryChildren } from '../table/table.ts';
import { API_KEY, type ApiKeyItem, listApiKeys } from './api-key.ts';

export type PersonItem = Person & Stored;

const PERSON = /* @__PURE__ */ row<Person>('person', personFields);

export const personKind = () =>
  ({
    keys: [personKey('{m}', '{id}')],
    readBy: 'the console: sign-in; people',
    grants: { person: 'people at the console, and their links to sign in' },
    events: 'nothing: operators change it, and a session is told as its key',
    read: PERSON.find,
  }) satisfies Kind;

export const loadPerson = (merchantId: string, personId: string) =>
  loadRow(PERSON, personKey(merchantId, personId));

/** All people of a merchant, those who were removed included. */
export async function listPeople(merchantId: string): Promise<PersonItem[]> {
  const people: PersonItem[] = [];
  const wanted = { partition: peoplePartition(merchantId), limit: 1000 };
  for await (const page of everyPage(queryChildren, wanted)) people.push(...page.map(PERSON.read));
  return people;
}

/** The names of keys that have one, and of people, by the ids that records name them by. */
export async function loadHolderNames(merchantId: string): Promise<ReadonlyMap<string, string>> {
  const [keys, people] = await Promise.all([listApiKeys(merchantId), listPeople(merchantId)]);
  const ofKeys = keys.flatMap(({ keyId, name }) => (name === undefined ? [] : [[keyId, name] as const]));
  return new Map([...ofKeys, ...people.map(({ personId, name }) => [personId, name] as const)]);
}

export const writeNewPerson = (person: Person): Write =>
  create('person', newItem(personKey(person.merchantId, person.personId), PERSON.attributes(person)));

/** Replaces the open link. */
export const writeSignInCode = (person: PersonItem, code: SignInCode): Write =>
  change('person', person, PERSON.attributes({ code }));

/** The link is used up, and the session begins: a conflict if either of two uses at once came second. */
export const writeSignIn = (person: PersonItem, sessions: PersonSession[]): Write =>
  change('person', person, PERSON.attributes({ sessions }), ['code']);

export const writeRemoval = (person: PersonItem, removedAt: string): Write =>
  change('person', person, PERSON.attributes({ removedAt, sessions: [] }), ['code']);

/** The keys of sessions that have not ended by a sign-out. */
export async function loadSessionKeys(sessions: readonly PersonSession[]): Promise<ApiKeyItem[]> {
  const rows = await getItems(sessions.map(({ keyDigest }) => apiKeyKey(keyDigest)));
  return rows.flatMap((one) => API_KEY.find(one) ?? []).filter(({ revokedAt }) => revokedAt === undefined);
}
