// Everything that a key can make or change names the key: `createdBy`, `changedBy`, and on refunds `requestedBy`
// and `decidedBy` (api.md 6.11).
import { beforeAll, expect, it } from 'vitest';
import { SCOPES } from '#domain/scope.ts';
import { issueKey } from '../../lib/operator/onboarding.ts';
import { type Ids, makeObjects, UNKNOWN } from '../fixtures/samples.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { service, api, now } = harness;
const { merchantId } = await service.addMerchant({ threeDSecure: 'never' });
const maker = await issueKey(merchantId, now(), { scopes: SCOPES, name: 'Kasa' });
const other = await issueKey(merchantId, now(), { scopes: SCOPES, name: 'Masa' });
const named = async (path: string) => (await api('GET', path, { key: other.apiKey })).json.data;

let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, maker.apiKey);
});

it.each([
  ['hostedPage', '/api/payment/hostedpage/'],
  ['cardPage', '/api/payment/hostedpage/'],
  ['payment', '/api/payment/'],
  ['customer', '/api/customer/'],
  ['card', '/api/card/'],
  ['recurringPayment', '/api/RecurringPayment/'],
  ['webhook', '/api/webhook/'],
] as const)('a %s names the key that made it, and no other one later', async (noun, path) => {
  expect(await named(path + ids[noun])).toMatchObject({ createdBy: maker.keyId });
});

it.each([
  ['customer', '/api/customer/', { fullName: 'Ayşe Yıldız' }],
  ['card', '/api/card/', { cardAlias: 'Ev kartım' }],
  ['webhook', '/api/webhook/', { description: 'Muhasebe' }],
] as const)(
  'a changed %s names the key that changed it, and a change of nothing names none',
  async (noun, path, body) => {
    const put = (change: object) => api('PUT', path + ids[noun], { key: other.apiKey, body: change });
    expect((await put({})).json.data).toMatchObject({ createdBy: maker.keyId, changedBy: null });
    const changed = { createdBy: maker.keyId, changedBy: other.keyId };
    expect((await put(body)).json.data).toMatchObject(changed);
    expect(await named(path + ids[noun])).toMatchObject(changed);
  },
);

it('a refund names who asked and who decided, by id, and by name where it is read', async () => {
  const refund = `/api/Refund/${ids.refund}`;
  const asked = { requestedBy: maker.keyId, requestedByName: 'Kasa' };
  expect(await named(refund)).toMatchObject({ ...asked, decidedBy: null, decidedByName: null });
  await api('POST', `${refund}/reject`, { key: other.apiKey, body: { reason: 'Yok' } });
  const decided = { ...asked, decidedBy: other.keyId, decidedByName: 'Masa' };
  expect(await named(refund)).toMatchObject(decided);
  const { transactionId, orderNumber } = await named(refund);
  expect(await named(`/api/Refund?transactionId=${transactionId}`)).toMatchObject({ items: [decided] });
  const story = await named(`/api/order?orderNumber=${orderNumber}`);
  expect(story).toMatchObject({ refunds: [decided], pages: [{ createdByName: 'Kasa' }] });
  expect(await named(`/api/payment/hostedpage?orderNumber=${orderNumber}`)).toMatchObject({
    items: [{ createdBy: maker.keyId, createdByName: 'Kasa' }],
  });
});

it('an installment table names the key that set it, and a key the one that made it', async () => {
  const body = { rows: [{ family: 'Bonus', installment: 3 }], confirmed: true };
  await api('PUT', '/api/installment/table', { key: other.apiKey, body });
  expect(await named('/api/installment/table')).toMatchObject({ changedBy: other.keyId });
  const { items } = (await named('/api/key')) as {
    items: { id: string; createdBy: string | null; name: string }[];
  };
  expect(items.find(({ id }) => id === ids.key)).toMatchObject({ createdBy: maker.keyId, name: 'Kasa' });
  expect(items.find(({ id }) => id === maker.keyId)).toMatchObject({ createdBy: null, name: 'Kasa' });
});
