import { newIds } from '../../../../../lib/operator/new-ids.ts';
import { addPerson, signInLink } from '../../../../../lib/operator/people.ts';
import type { Harness } from '../../../../harness/harness.ts';

/**
 * An owner opens the console, signs in so often that the first session ends, goes on by the cookie, makes a link for
 * another person and removes that one, and signs out.
 */
export async function useConsole({ service, api, merchant, now }: Harness): Promise<void> {
  const { merchantId } = merchant;
  const person = { name: 'Kişi', email: 'kisi@shop.example', role: 'owner' } as const;
  const { personId } = await addPerson(merchantId, person, newIds(now()).personId, now());
  await fetch(`${service.baseUrl}/console`);
  const ask = async (body: object, headers = {}) =>
    await fetch(`${service.baseUrl}/console/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: service.baseUrl, ...headers },
      body: JSON.stringify(body),
    });
  let [cookie, apiKey] = ['', ''];
  for (let sessions = 0; sessions < 6; sessions += 1) {
    const code = (await signInLink(merchantId, personId, now())).signIn.split('#')[1];
    const opened = await ask({ code });
    cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    ({ apiKey } = ((await opened.json()) as { data: { apiKey: string } }).data);
  }
  await api('GET', '/api/me', { key: apiKey });
  const email = 'oteki@shop.example';
  const other = await addPerson(merchantId, { ...person, email }, newIds(now()).personId, now());
  const bodies = [{}, { linkFor: other.personId }, { remove: other.personId }, { end: true }];
  for (const body of bodies) await ask(body, { Cookie: cookie });
}
