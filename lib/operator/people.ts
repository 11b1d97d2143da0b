// People of a merchant at its console: added by an operator, who hands each a link to sign in.
import { isEmail } from '#domain/customer.ts';
import { ROLES, type Role } from '#domain/person.ts';
import { removePerson as endPerson, newCode } from '#flows/people.ts';
import { makeCode } from '#flows/session.ts';
import { listPeople, writeNewPerson } from '#store/merchant/person.ts';
import { commit } from '#store/table/commit.ts';
import { SettingError } from './merchant-settings.ts';
import { newIds } from './new-ids.ts';
import { requireMerchant } from './stored.ts';

export type SignInLink = { personId: string; signIn: string; goodUntil: string };
export type NewPerson = { name: string; email: string; role: string };

/** The code is behind the `#`: no server and no log is sent it before it is used. */
const linkOf = (personId: string, { text, endsAt }: { text: string; endsAt: string }): SignInLink => ({
  personId,
  signIn: `${consoleUrl()}#${text}`,
  goodUntil: endsAt,
});

/** The address of the console: an origin of its own, or on one machine a path of the service. */
function consoleUrl(): string {
  const { CONSOLE_URL, STAGE, BASE_URL } = process.env;
  if (CONSOLE_URL) return `${CONSOLE_URL}/console`;
  if (STAGE === 'local') return `${BASE_URL}/console`;
  throw new SettingError('This stage has no console: deploy it with -c consoleDomain=HOST.');
}

/** Throws if a person of the merchant with this address is there already. */
export async function addPerson(
  merchantId: string,
  { name, email, role }: NewPerson,
  personId: string,
  now: Date,
): Promise<SignInLink> {
  await requireMerchant(merchantId);
  const isRole = (text: string): text is Role => ROLES.some((one) => one === text);
  if (!isRole(role)) throw new SettingError(`--role is one of ${ROLES.join(', ')}.`);
  if (!isEmail(email)) throw new SettingError('--email is an address like ayse@shop.example.');
  const others = (await listPeople(merchantId)).filter(({ removedAt }) => removedAt === undefined);
  const same = others.find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (same !== undefined) throw new SettingError(`${email} is the person ${same.personId} already.`);
  const { text, code } = makeCode({ merchantId, personId }, now);
  const link = linkOf(personId, { text, endsAt: code.endsAt });
  const createdAt = now.toISOString();
  await commit([writeNewPerson({ personId, merchantId, name, email, role, createdAt, code, sessions: [] })]);
  return link;
}

/** A new link, which ends the one before. Throws if the person does not exist, or was removed. */
export async function signInLink(merchantId: string, personId: string, now: Date): Promise<SignInLink> {
  return linkOf(personId, (await newCode(merchantId, personId, now)) ?? noPerson(merchantId, personId));
}

/** The number of sessions that end within a minute. Throws as `signInLink` does. */
export const removePerson = async (merchantId: string, personId: string, now: Date): Promise<number> =>
  (await endPerson(merchantId, personId, now)) ?? noPerson(merchantId, personId);

function noPerson(merchantId: string, personId: string): never {
  throw new SettingError(`The merchant ${merchantId} has no person ${personId}.`);
}

/** The link of the local service's own person, who is added at the first start. */
export async function demoLink(merchantId: string, now: Date): Promise<string> {
  const [known] = await listPeople(merchantId);
  const { signIn } =
    known === undefined
      ? await addPerson(merchantId, DEMO_PERSON, newIds(now).personId, now)
      : await signInLink(merchantId, known.personId, now);
  return signIn;
}
const DEMO_PERSON = { name: 'Ayşe Yılmaz', email: 'ayse@shop.example', role: 'owner' };

export async function peopleOf(merchantId: string) {
  await requireMerchant(merchantId);
  return (await listPeople(merchantId)).map(({ personId, name, email, role, createdAt, removedAt }) => ({
    personId,
    name,
    email,
    role,
    createdAt,
    removedAt: removedAt ?? null,
  }));
}
