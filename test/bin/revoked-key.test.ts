// What a revoked key has made, set or seen ends with it, unless the operator keeps it (api.md 6.11).
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { SCOPES } from '#domain/scope.ts';
import { inPool } from '#flows/pool.ts';
import { ROUTES } from '#routes.ts';
import { writeNewCustomer } from '#store/customer-writes.ts';
import { commit } from '#store/table/commit.ts';
import { issueKey, revokeKey } from '../../lib/operator/onboarding.ts';
import { makeObjects, pathWith, sampleOf } from '../fixtures/samples.ts';
import { CARDS, DAY, MINUTE, startHarness } from '../harness/harness.ts';
import { type Received, startReceiver } from '../webhook/receiver.ts';
import { runCommand } from './driver/command.ts';

const harness = await startHarness({ events: true });
const { service, api, buyer, createPage, moveBy, now } = harness;

type Made = { id: string; state: string };
type Revoked = {
  made: { webhooks: Made[]; pages: Made[]; links: Made[]; installmentTables: string[] };
  stopped?: string[];
  left?: string[];
  stays: Record<string, { count: string; ids: string[] }>;
};

async function merchant(command: string, ...args: string[]): Promise<Revoked & Record<string, string>> {
  const { code, text } = await runCommand('merchant', command, ...args, '--local', service.baseUrl);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text);
}

const CUSTOMER = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };

/** A merchant with a second key, which has made a webhook, two pages and a link, as the first one has. */
async function begin() {
  const owner = await service.addMerchant();
  const { merchantId } = owner;
  const second = await issueKey(merchantId, now(), { scopes: SCOPES });
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, key: string, body?: object) =>
    (await api(method, path, { key, ...(body && { body }) })).json.data;
  const make = async (key: string) => {
    const { url } = await startReceiver();
    const webhook = await call('POST', '/api/webhook', key, { url });
    const customer = await call('POST', '/api/customer', key, CUSTOMER);
    const link = await call('POST', `/api/customer/${String(customer['id'])}/addcardlink`, key, {});
    return {
      webhook: String(webhook['id']),
      open: await createPage({}, { key }),
      busy: await createPage({}, { key }),
      link: link as { id: string; token: string },
    };
  };
  const show = (path: string) => call('GET', path, owner.apiKey);
  return {
    merchantId,
    owner,
    second,
    call,
    make,
    revoke: (...options: string[]) =>
      merchant('revoke', '--merchant', merchantId, '--key', second.keyId, ...options),
    pageOf: ({ token }: { token: string }) => show(`/api/payment/hostedpage/${token}`),
    webhookOf: (id: string) => show(`/api/webhook/${id}`),
  };
}

const idsOf = ({ made }: Revoked) =>
  [...made.webhooks, ...made.pages, ...made.links].map(({ id }) => id).toSorted();

it('what a revoked key made is stopped but for a payment under way, or kept and listed', async () => {
  const { owner, second, make, pageOf, webhookOf, revoke } = await begin();
  const [theirs, ours] = [await make(second.apiKey), await make(owner.apiKey)];
  await buyer.post(await buyer.open(theirs.busy.hostedPageUrl), {
    ownerName: 'Ayşe Yılmaz',
    cardNumber: CARDS.approved,
    expiry: '12/29',
    cvv: '123',
  });
  expect(await pageOf(theirs.busy)).toMatchObject({ state: 'Processing', createdBy: second.keyId });
  const all = [theirs.webhook, theirs.open.id, theirs.busy.id, theirs.link.id].toSorted();
  const kept = await revoke('--keep');
  expect([idsOf(kept), kept.stopped]).toEqual([all, undefined]);
  expect(await pageOf(theirs.open)).toMatchObject({ state: 'Open' });

  const ended = await revoke();
  const stopped = all.filter((id) => id !== theirs.busy.id);
  expect([ended.stopped?.toSorted(), ended.left]).toEqual([stopped, [theirs.busy.id]]);
  expect(await webhookOf(theirs.webhook)).toMatchObject({ state: 'Disabled', disabledReason: 'KeyRevoked' });
  for (const page of [theirs.open, theirs.link])
    expect(await pageOf(page)).toMatchObject({ state: 'Closed' });
  expect(await pageOf(theirs.busy)).toMatchObject({ state: 'Processing' });
  for (const page of [ours.open, ours.link]) expect(await pageOf(page)).toMatchObject({ state: 'Open' });
  expect(await webhookOf(ours.webhook)).toMatchObject({ state: 'Active' });
  expect(idsOf(await revoke())).toEqual([theirs.busy.id]);
});

it('revoking a key closes its payment link of 60 days ago', async () => {
  const { owner, second, pageOf, revoke } = await begin();
  const link = await createPage({ expiresInMinutes: 129_600 }, { key: second.apiKey });
  const ours = await createPage({ expiresInMinutes: 129_600 }, { key: owner.apiKey });
  await service.timeline.setRunning(false);
  await moveBy(60 * DAY);
  expect((await revoke()).stopped).toEqual([link.id]);
  await service.timeline.setRunning(true);
  expect((await buyer.open(link.hostedPageUrl)).status).toBe(410);
  expect([await pageOf(link), await pageOf(ours)]).toMatchObject([{ state: 'Closed' }, { state: 'Open' }]);
});

const typesOf = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

it('a stolen key that takes over a webhook loses it, and the former receiver was told once', async () => {
  const { owner, second, call, revoke, webhookOf } = await begin();
  const [shop, thief] = [await startReceiver(), await startReceiver()];
  // The events of the keys are recorded before there is a webhook; no function ran that would have noted them.
  service.rescheduleTimers();
  await moveBy(0);
  const made = await call('POST', '/api/webhook', owner.apiKey, { url: shop.url });
  const path = `/api/webhook/${String(made['id'])}`;
  await call('PUT', path, second.apiKey, { url: thief.url });
  const secret = String((await call('POST', `${path}/secret`, second.apiKey))['secret']);
  // The thief hides what it can.
  await call('PUT', path, second.apiKey, { isActive: false });
  await call('PUT', path, second.apiKey, { isActive: true });
  await moveBy(2 * MINUTE);
  expect(typesOf(shop.received)).toEqual(['webhook.updated']);
  const [told] = shop.received;
  const headers = told?.headers as Record<string, string>;
  const event = new Webhook(String(made['secret'])).verify(String(told?.body), headers);
  expect(event).toMatchObject({
    data: { object: { url: thief.url, changedBy: second.keyId }, previous: { url: shop.url } },
  });

  await revoke();
  await moveBy(MINUTE + 1_000);
  const before = thief.received.length;
  await call('POST', '/api/customer', owner.apiKey, CUSTOMER);
  await buyer.submit(await buyer.open((await createPage({}, { key: owner.apiKey })).hostedPageUrl));
  await moveBy(DAY);
  expect(typesOf(thief.received.slice(before))).toEqual([]);
  expect(await webhookOf(String(made['id']))).toMatchObject({ disabledReason: 'KeyRevoked' });

  const enable = () => api('PUT', path, { key: owner.apiKey, body: { url: shop.url, isActive: true } });
  expect((await enable()).json.errorCode).toBe('WEBHOOK_SECRET_ENDED');
  expect((await api('POST', `${path}/test`, { key: owner.apiKey })).json.errorCode).toBe(
    'WEBHOOK_SECRET_ENDED',
  );
  const renewed = String((await call('POST', `${path}/secret`, owner.apiKey))['secret']);
  expect((await enable()).status).toBe(200);
  await moveBy(5 * MINUTE);
  const missed = shop.received.slice(1);
  expect(typesOf(missed)).toEqual(expect.arrayContaining(['customer.created', 'payment.succeeded']));
  const verified = (known: string) => {
    const [{ body, headers: of } = { body: '', headers: {} }] = missed;
    return () => new Webhook(known).verify(body, of as Record<string, string>);
  };
  expect(verified(renewed)).not.toThrow();
  for (const old of [secret, String(made['secret'])]) expect(verified(old)).toThrow();
  expect(thief.received).toHaveLength(before);
});

const ROW = { family: 'Bonus', installment: 3, ratePercent: 1.75, surchargeBearer: 'buyer' };

it('the former installment table returns, with an event of each change and who made it', async () => {
  const { owner, second, call, revoke } = await begin();
  const path = '/api/installment/table';
  const put = (key: string, ratePercent: number) =>
    call('PUT', path, key, { rows: [{ ...ROW, ratePercent }], confirmed: true });
  await put(owner.apiKey, 1.75);
  await put(second.apiKey, 90);
  await moveBy(1_000);
  await put(second.apiKey, 100);
  await revoke();
  await moveBy(MINUTE);
  expect(await call('GET', path, owner.apiKey)).toMatchObject({ rows: [{ ratePercent: 1.75 }] });
  const list = '/api/event?order=oldest&type=installment_table.updated';
  const { items } = (await call('GET', list, owner.apiKey)) as { items: { data: unknown }[] };
  const rates = (...percents: number[]) => percents.map((ratePercent) => ({ ratePercent }));
  expect(items.map(({ data }) => data)).toMatchObject([
    {
      object: { rows: rates(1.75), changedBy: expect.not.stringMatching(second.keyId) },
      previous: {},
    },
    { object: { rows: rates(90), changedBy: second.keyId }, previous: { rows: rates(1.75) } },
    { object: { rows: rates(100), changedBy: second.keyId }, previous: { rows: rates(90) } },
    { object: { rows: rates(1.75) }, previous: { rows: rates(100), changedBy: second.keyId } },
  ]);
});

it('customers, cards, plans and refunds that a revoked key made are listed and stay', async () => {
  const { owner, second, call, revoke } = await begin();
  const ours = owner.apiKey;
  const customerId = String((await call('POST', '/api/customer', ours, CUSTOMER))['id']);
  await makeObjects(harness, ours);
  const ids = await makeObjects(harness, second.apiKey);
  const cardNumber = CARDS.approvedVisa;
  const card = { customerId, cardAlias: 'İş kartım', cardNumber, expiryMonth: '12', expiryYear: '2029' };
  const ofOurs = String((await call('POST', '/api/card', second.apiKey, card))['id']);
  const { stays } = await revoke();
  expect(stays).toEqual({
    customers: { count: '1', ids: [ids.customer] },
    cards: { count: '2', ids: expect.arrayContaining([ids.card, ofOurs]) },
    recurringPayments: { count: '1', ids: [ids.recurringPayment] },
    refunds: { count: '1', ids: [ids.refund] },
  });
  expect(await call('GET', `/api/customer/${ids.customer}`, ours)).toMatchObject({ isActive: true });
  expect(await call('GET', `/api/RecurringPayment/${ids.recurringPayment}`, ours)).toMatchObject({
    status: 'Active',
  });
});

it('of more than a thousand customers that a revoked key made, the newest thousand are named', async () => {
  const { merchantId, second, revoke } = await begin();
  const numbers = Array.from({ length: 1_001 }, (_, at) => at);
  const createdAt = now().toISOString();
  await inPool(numbers, 25, async () => {
    const id = randomUUID();
    const times = { createdAt, updatedAt: createdAt };
    const fullName = CUSTOMER.fullName;
    const customer = { id, merchantId, fullName, isActive: true, createdBy: second.keyId, ...times };
    await commit([writeNewCustomer(customer)]);
  });
  const { stays } = await revoke();
  expect(stays['customers']).toMatchObject({ count: '1000+', ids: { length: 1_000 } });
});

it('a minute after a revocation no byte leaves through anything that the key made or changed', async () => {
  const { merchantId, owner, second, call } = await begin();
  const thief = await startReceiver();
  const ids = await makeObjects(harness, owner.apiKey);
  const isAddress = (value: unknown) => typeof value === 'string' && /^https?:/.test(value);
  const turned = (body: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(body).map(([name, one]) => [name, isAddress(one) ? thief.url : one]));
  const pages: string[] = [];
  const setAll = async () => {
    for (const route of ROUTES) {
      if (route.audience !== 'merchant' || route.method === 'GET' || route.method === 'DELETE') continue;
      const body = {
        ...turned(sampleOf(route).body(ids)),
        ...(route.file === 'webhook/update' && { url: thief.url }),
      };
      const { json } = await api(route.method, pathWith(route, ids), { key: second.apiKey, body });
      const { hostedPageUrl } = (json.data ?? {}) as { hostedPageUrl?: string };
      if (hostedPageUrl !== undefined) pages.push(hostedPageUrl);
    }
  };
  await setAll();
  // The gateway lets the key in for up to a minute, in which it sets all again.
  const untilRefused = async () => {
    await setAll();
    await moveBy(MINUTE + 1_000);
    return now();
  };
  const { stopped } = await revokeKey(merchantId, second.keyId, now(), { untilRefused });
  expect(stopped?.length).toBeGreaterThan(5);
  const before = thief.received.length;
  expect(before).toBeGreaterThan(0);
  await call('POST', '/api/customer', owner.apiKey, CUSTOMER);
  await buyer.submit(await buyer.open((await createPage({}, { key: owner.apiKey })).hostedPageUrl));
  await moveBy(DAY);
  expect(typesOf(thief.received.slice(before))).toEqual([]);
  expect(pages.length).toBeGreaterThan(4);
  for (const page of pages) expect((await buyer.open(page)).form).toBeUndefined();
});

it('a rotated key passes what it made to the one that replaces it, however old it is', async () => {
  const { merchantId, second, make, webhookOf } = await begin();
  const { webhook } = await make(second.apiKey);
  const rotation = ['--merchant', merchantId, '--key', second.keyId, '--overlap-hours', '0'];
  const next = await merchant('rotate', ...rotation);
  await moveBy(400 * DAY);
  expect(await webhookOf(webhook)).toMatchObject({ state: 'Active' });
  const ended = await merchant('revoke', '--merchant', merchantId, '--key', String(next['keyId']));
  expect(ended.stopped).toEqual([webhook]);
  expect(ended.stays['customers']?.count).toBe('1');
  await moveBy(MINUTE);
});
