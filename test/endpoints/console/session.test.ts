// Sessions of people at the console: links that are good once, cookies that one call reads, and their ends.
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '#domain/person.ts';
import { SCOPES_OF_ROLE } from '#domain/person.ts';
import { newIds } from '../../../lib/operator/new-ids.ts';
import { changeMerchant } from '../../../lib/operator/onboarding.ts';
import { addPerson, peopleOf, removePerson, signInLink } from '../../../lib/operator/people.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, merchant, now, moveBy, api, logs } = harness;
const { merchantId } = merchant;
const { baseUrl } = service;
const refunds = refundDriver(harness);
const OWN = { 'Content-Type': 'application/json', Origin: baseUrl };

let people = 0;
async function add(role: Role = 'owner') {
  people += 1;
  const person = { name: `Kişi ${people}`, email: `kisi${people}@shop.example`, role };
  const { personId, signIn } = await addPerson(merchantId, person, newIds(now()).personId, now());
  return { personId, code: codeIn(signIn) };
}
const codeIn = (signIn: string) => signIn.split('#')[1] ?? '';

async function ask(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}/console/session`, {
    method: 'POST',
    headers: { ...OWN, ...headers },
    body: JSON.stringify(body),
  });
  const json = (await response.json()) as {
    errorCode: string | null;
    message: string;
    data: { apiKey: string; scopes: string[]; keyEndsInSeconds: number; sessionEndsInSeconds: number };
  };
  const setCookie = response.headers.get('set-cookie') ?? '';
  return { status: response.status, ...json, setCookie, cookie: setCookie.split(';')[0] ?? '' };
}
async function signedIn(role: Role = 'owner') {
  const { personId, code } = await add(role);
  const { data, cookie } = await ask({ code });
  return { personId, cookie, key: data.apiKey };
}
const renew = async (cookie: string) => await ask({}, { Cookie: cookie });
const reads = async (key: string) => (await api('GET', '/api/payment', { key })).status;

afterEach(() => expect(JSON.stringify(logs)).not.toMatch(/__Host-console=\w|psk_test_/));

describe('a link', () => {
  it('signs in once, with the scopes of the role', async () => {
    const { code } = await add('support');
    const first = await ask({ code });
    expect([first.status, first.data.scopes]).toEqual([200, SCOPES_OF_ROLE.support]);
    expect(await reads(first.data.apiKey)).toBe(200);
    const { message, ...again } = await ask({ code });
    expect(again).toMatchObject({ status: 401, errorCode: 'API_KEY_INVALID', setCookie: '' });
    expect(message).toBe('Bu giriş bağlantısının süresi doldu ya da kullanıldı; yenisini isteyin.');
  });

  it.each([
    ['finance', 200],
    ['owner', 200],
    ['support', 403],
    ['viewer', 403],
  ] as const)('of %s answers the days’ books with %i', async (role, status) => {
    const { key } = await signedIn(role);
    expect((await api('GET', '/api/settlement', { key })).status).toBe(status);
  });

  it('of ten uses at once one signs in', async () => {
    const { code } = await add();
    const all = await Promise.all(Array.from({ length: 10 }, () => ask({ code })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is good for ten minutes', async () => {
    const { code } = await add();
    await moveBy(10 * MINUTE - SECOND);
    const { code: late } = await add();
    expect((await ask({ code })).status).toBe(200);
    await moveBy(10 * MINUTE);
    expect(await ask({ code: late }, { 'Accept-Language': 'en' })).toMatchObject({
      status: 401,
      errorCode: 'API_KEY_EXPIRED',
      message: 'This sign-in link has expired or was used; ask for a new one.',
    });
    expect((await ask({ code: 'wrong' })).message).toMatch(/^Bu giriş bağlantısının /);
  });

  it('ends with a newer one, and with the person', async () => {
    const { personId, code } = await add();
    const newer = codeIn((await signInLink(merchantId, personId, now())).signIn);
    expect((await ask({ code })).status).toBe(401);
    await removePerson(merchantId, personId, now());
    expect((await ask({ code: newer })).status).toBe(401);
    await expect(signInLink(merchantId, personId, now())).rejects.toThrow('has no person');
  });

  it.each(['', 'x', 'a.b.c', `${'0'.repeat(36)}.${'0'.repeat(36)}.${'A'.repeat(43)}`])(
    'the code "%s" is refused',
    async (code) => {
      expect((await ask({ code })).status).toBe(401);
    },
  );

  it('the secret of one person does not sign in another', async () => {
    const [one, other] = [await add(), await add()];
    const secret = one.code.split('.')[2] ?? '';
    expect((await ask({ code: `${merchantId}.${other.personId}.${secret}` })).status).toBe(401);
    expect((await ask({ code: one.code })).status).toBe(200);
  });
});

describe('the cookie', () => {
  it('is read by one call of this host alone, and no script sees it', async () => {
    const { code } = await add();
    const { setCookie, cookie, data } = await ask({ code });
    expect(setCookie).toMatch(/^__Host-console=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(data.apiKey);
    const response = await fetch(`${baseUrl}/api/payment`, { headers: { Cookie: cookie } });
    expect(response.status).toBe(401);
  });

  it('gives the same key again, also to a second tab, and further minutes', async () => {
    const { cookie, key } = await signedIn();
    await moveBy(10 * MINUTE);
    const [one, other] = await Promise.all([renew(cookie), renew(cookie)]);
    expect([one.data.apiKey, other.data.apiKey]).toEqual([key, key]);
    expect([one.data.keyEndsInSeconds, one.setCookie]).toEqual([900, '']);
    await moveBy(10 * MINUTE);
    expect(await reads(key)).toBe(200);
  });

  it('a new sign-in in the same browser ends the session before', async () => {
    const { personId, cookie, key } = await signedIn();
    const code = codeIn((await signInLink(merchantId, personId, now())).signIn);
    const next = await ask({ code }, { Cookie: cookie });
    expect(next.cookie).not.toBe(cookie);
    await moveBy(MINUTE + SECOND);
    expect([await reads(key), await reads(next.data.apiKey)]).toEqual([401, 200]);
  });

  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another port of this host', { Origin: 'http://localhost:1' }],
    ['a frame of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['no origin', { Origin: '' }],
  ])('%s gets no key', async (_, headers) => {
    const { cookie } = await signedIn();
    const answer = await ask({}, { Cookie: cookie, ...headers });
    expect(answer).toMatchObject({ status: 403, errorCode: 'REQUEST_BLOCKED' });
    const { code } = await add();
    expect((await ask({ code }, headers)).status).toBe(403);
  });

  it('a form gets no key', async () => {
    const { cookie } = await signedIn();
    const asForm = await ask({}, { Cookie: cookie, 'Content-Type': 'text/plain' });
    expect([asForm.status, asForm.errorCode]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('a session', () => {
  it('ends after 15 minutes in which nobody renews it, and cannot be renewed any more', async () => {
    const { cookie, key } = await signedIn();
    await moveBy(15 * MINUTE + SECOND);
    expect(await reads(key)).toBe(401);
    expect(await renew(cookie)).toMatchObject({ status: 401, errorCode: 'API_KEY_EXPIRED' });
  });

  it('ends after eight hours, however often it is renewed', async () => {
    const { cookie, key } = await signedIn();
    for (let minutes = 14; minutes < 480; minutes += 14) {
      await moveBy(14 * MINUTE);
      expect((await renew(cookie)).status).toBe(200);
    }
    expect((await renew(cookie)).data.sessionEndsInSeconds).toBeLessThan(15 * 60);
    await moveBy(14 * MINUTE);
    expect([await reads(key), (await renew(cookie)).status]).toEqual([401, 401]);
  });

  it('a removal ends all sessions of the person within 60 seconds, and those of nobody else', async () => {
    const { personId, cookie, key } = await signedIn();
    const second = await ask({ code: codeIn((await signInLink(merchantId, personId, now())).signIn) });
    const other = await signedIn();
    expect(await reads(key)).toBe(200);
    expect(await removePerson(merchantId, personId, now())).toBe(2);
    expect((await renew(cookie)).status).toBe(401);
    await moveBy(MINUTE);
    expect([await reads(key), await reads(second.data.apiKey), await reads(other.key)]).toEqual([
      401, 401, 200,
    ]);
    const [left] = (await peopleOf(merchantId)).filter((one) => one.personId === personId);
    expect(left?.removedAt).not.toBeNull();
  });

  it('a sign-out ends it and takes the cookie', async () => {
    const { cookie, key } = await signedIn();
    const { setCookie } = await ask({ end: true }, { Cookie: cookie });
    expect(setCookie).toContain('__Host-console=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0');
    await moveBy(MINUTE + SECOND);
    expect([await reads(key), (await renew(cookie)).status]).toEqual([401, 401]);
    expect((await ask({ end: true })).status).toBe(200);
  });

  it('the sixth session of a person ends the first', async () => {
    const { personId, key } = await signedIn();
    for (let further = 0; further < 5; further += 1)
      await ask({ code: codeIn((await signInLink(merchantId, personId, now())).signIn) });
    await moveBy(MINUTE + SECOND);
    expect(await reads(key)).toBe(401);
  });

  it('two sessions of one person are one in four eyes, and its refunds name the person', async () => {
    await changeMerchant(merchantId, { refundApproval: 'fourEyes' }, now());
    await moveBy(2 * HOUR);
    const payment = await refunds.pay();
    const one = await signedIn();
    const again = await ask({ code: codeIn((await signInLink(merchantId, one.personId, now())).signIn) });
    const other = await signedIn('finance');
    const body = { transactionId: payment, amount: 10, reason: 'x' };
    const asked = await api<{ refundId: string; requestedBy: string }>('POST', '/api/Refund', {
      key: one.key,
      body,
    });
    const { refundId, requestedBy } = asked.json.data;
    expect(requestedBy).toBe(one.personId);
    const approve = async (key: string) =>
      (await api('POST', `/api/Refund/${refundId}/approve`, { key })).status;
    expect([await approve(again.data.apiKey), await approve(other.key)]).toEqual([403, 200]);
  });

  it('every log line of its calls names the person', async () => {
    const { personId, key } = await signedIn();
    logs.length = 0;
    await reads(key);
    expect(logs.some((line) => JSON.stringify(line).includes(personId))).toBe(true);
  });
});

describe('an owner', () => {
  type Made = { data: { signIn: string; goodUntil: string; errors: { field: string }[] } };
  const linkFor = async (personId: string, cookie: string, more = {}) =>
    (await ask({ linkFor: personId }, { Cookie: cookie, ...more })) as unknown as Made & {
      status: number;
      errorCode: string | null;
    };

  it('makes a link for a person at this very console, which ends the one before', async () => {
    const owner = await signedIn();
    const { personId, code: first } = await add('support');
    const { status, data } = await linkFor(personId, owner.cookie);
    expect([status, data.signIn.split('#')[0]]).toEqual([200, `${baseUrl}/console`]);
    expect(Date.parse(data.goodUntil) - now().getTime()).toBeGreaterThan(9 * MINUTE);
    expect((await ask({ code: first })).status).toBe(401);
    const { data: opened } = await ask({ code: codeIn(data.signIn) });
    expect(opened.scopes).toEqual(SCOPES_OF_ROLE.support);
    const lines = logs.map(String).filter((line) => line.includes('link made'));
    expect([lines.length, lines.join().includes(personId)]).toEqual([1, true]);
    expect(JSON.stringify(logs)).not.toContain(codeIn(data.signIn).split('.')[2]);
  });

  it('removes a person: the link ends at once, the sessions within 60 seconds, and again is no fault', async () => {
    const owner = await signedIn();
    const other = await signedIn('finance');
    const remove = async () => await ask({ remove: other.personId }, { Cookie: owner.cookie });
    expect((await remove()).status).toBe(200);
    expect((await renew(other.cookie)).status).toBe(401);
    await moveBy(MINUTE);
    expect([await reads(other.key), (await renew(owner.cookie)).status]).toEqual([401, 200]);
    expect((await remove()).status).toBe(200);
    expect(await linkFor(other.personId, owner.cookie)).toMatchObject({
      status: 400,
      errorCode: 'VALIDATION_ERROR',
      data: { errors: [{ field: 'linkFor' }] },
    });
  });

  it.each(['viewer', 'support', 'finance'] as const)(
    'who is %s makes no link and removes nobody',
    async (role) => {
      const { cookie } = await signedIn(role);
      const { personId, code } = await add('owner');
      const answers = [await linkFor(personId, cookie), await ask({ remove: personId }, { Cookie: cookie })];
      for (const answer of answers) expect(answer).toMatchObject({ status: 403, errorCode: 'SCOPE_MISSING' });
      expect((await ask({ code })).status).toBe(200);
    },
  );

  it('the key of a session, another origin, an ended session and another merchant make no link', async () => {
    const { cookie, key } = await signedIn();
    const { personId } = await add();
    expect((await linkFor(personId, '', { 'X-Api-Key': key })).status).toBe(401);
    const made = await api('POST', '/api/key', { key, body: { name: 'Kasa', scopes: ['payments'] } });
    expect(made.json.errorCode).toBe('SCOPE_MISSING');
    expect((await linkFor(personId, cookie, { Origin: 'https://evil.example' })).status).toBe(403);
    const elsewhere = await service.addMerchant();
    const person = { name: 'Uzak', email: 'uzak@shop.example', role: 'viewer' };
    const far = await addPerson(elsewhere.merchantId, person, newIds(now()).personId, now());
    for (const id of [far.personId, 'x', '', `${personId}#`])
      expect((await linkFor(id, cookie)).status).toBe(400);
    await ask({ end: true }, { Cookie: cookie });
    expect((await linkFor(personId, cookie)).status).toBe(401);
  });

  it('alone is told who else there is; the others are told names', async () => {
    type People = { data: { people: Record<string, unknown>[] } };
    const asked = async (role: Role) => {
      const { cookie } = await signedIn(role);
      return ((await renew(cookie)) as unknown as People).data.people[0];
    };
    expect(Object.keys((await asked('finance')) ?? {})).toEqual(['id', 'name']);
    expect(await asked('owner')).toHaveProperty('email');
  });
});

describe('people', () => {
  it('one address is one person, and a role is one of four', async () => {
    const person = { name: 'Ali', email: 'Ali@Shop.example', role: 'viewer' };
    await addPerson(merchantId, person, newIds(now()).personId, now());
    const again = { ...person, email: 'ali@shop.example' };
    await expect(addPerson(merchantId, again, newIds(now()).personId, now())).rejects.toThrow('already');
    const boss = { ...person, email: 'b@shop.example', role: 'boss' };
    await expect(addPerson(merchantId, boss, newIds(now()).personId, now())).rejects.toThrow(
      '--role is one of',
    );
    const odd = { ...person, email: 'nobody' };
    await expect(addPerson(merchantId, odd, newIds(now()).personId, now())).rejects.toThrow('--email');
  });
});

describe('the page of the console', () => {
  it('is one page for every view, under a policy without inline code and other hosts', async () => {
    const [today, refundsPage] = await Promise.all(
      ['/console', '/console/refunds?status=Pending'].map((path) => fetch(baseUrl + path)),
    );
    expect(await today?.text()).toBe(await refundsPage?.text());
    const policy = today?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(today?.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(today?.headers.get('set-cookie')).toBeNull();
  });

  it('its files are kept for ever by names that follow from their content; others are not there', async () => {
    const page = await (await fetch(`${baseUrl}/console`)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/console\/console-[0-9a-f]{16}\.(?:js|css))"/g)];
    expect(files).toHaveLength(2);
    for (const [, file = ''] of files) {
      const response = await fetch(baseUrl + file);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
    expect((await fetch(`${baseUrl}/console/console-0000000000000000.js`)).status).toBe(404);
  });
});
