// What an operator, and an owner at the console, does for the people of a merchant: links to sign in, and removals.
import { loadPerson, writeRemoval, writeSignInCode } from '#store/merchant/person.ts';
import { commit } from '#store/table/commit.ts';
import { endOf, makeCode } from './session.ts';

async function loadPresent(merchantId: string, personId: string) {
  const person = await loadPerson(merchantId, personId);
  return person?.removedAt === undefined ? person : undefined;
}

/** The code of a new link, which ends the one before. Undefined for a person who is not there, or was removed. */
export async function newCode(
  merchantId: string,
  personId: string,
  now: Date,
): Promise<{ text: string; endsAt: string } | undefined> {
  const person = await loadPresent(merchantId, personId);
  if (person === undefined) return undefined;
  const { text, code } = makeCode(person, now);
  const { kind } = await commit([writeSignInCode(person, code)]);
  return kind === 'committed' ? { text, endsAt: code.endsAt } : await newCode(merchantId, personId, now);
}

/**
 * Ends the open link at once and the sessions within a minute, the time for which API Gateway caches the
 * authorizer's result. Returns the number of the sessions; undefined for a person who is not there, or was removed.
 */
export async function removePerson(
  merchantId: string,
  personId: string,
  now: Date,
): Promise<number | undefined> {
  const person = await loadPresent(merchantId, personId);
  if (person === undefined) return undefined;
  const ended = await endOf(person.sessions, now);
  const { kind } = await commit([writeRemoval(person, now.toISOString()), ...ended]);
  return kind === 'committed' ? ended.length : await removePerson(merchantId, personId, now);
}
