// What a revoked key made does not outlive it unnoticed (api.md 6.11).
import { expect, it } from 'vitest';
import { issueKey } from '../../lib/operator/onboarding.ts';
import { CARDS, DAY, startHarness } from '../harness/harness.ts';
import { startReceiver } from '../webhook/receiver.ts';
import { runCommand } from './driver/command.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, moveBy, now } = harness;

type Made = { id: string; state: string };
type Revoked = {
  made: { webhooks: Made[]; pages: Made[]; links: Made[] };
  next?: string;
  successor?: string;
  stopped?: string[];
  left?: string[];
};

async function merchant(
  command: string,
  ...args: string[]
): Promise<Revoked & { keyId: string; apiKey: string }> {
  const { code, text } = await runCommand('merchant', command, ...args, '--local', service.baseUrl);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text);
}

/** A merchant with a second key, which has made a webhook, two pages and a link, as the first one has. */
async function begin() {
  const owner = await service.addMerchant();
  const { merchantId } = owner;
  const second = await issueKey(merchantId, now());
  const make = async (key: string) => {
    const { url } = await startReceiver();
    const webhook = (await api('POST', '/api/webhook', { body: { url }, key })).json.data;
    const customer = (
      await api('POST', '/api/customer', {
        body: { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' },
        key,
      })
    ).json.data;
    const link = await api('POST', `/api/customer/${String(customer['id'])}/addcardlink`, { body: {}, key });
    return {
      webhook: String(webhook['id']),
      open: await createPage({}, { key }),
      busy: await createPage({}, { key }),
      link: link.json.data as { id: string; token: string },
    };
  };
  const [theirs, ours] = [await make(second.apiKey), await make(owner.apiKey)];
  const show = async (path: string) => (await api(`GET`, path, { key: owner.apiKey })).json.data;
  const pageOf = ({ token }: { token: string }) => show(`/api/payment/hostedpage/${token}`);
  const webhookOf = (id: string) => show(`/api/webhook/${id}`);
  return { merchantId, owner, second, theirs, ours, pageOf, webhookOf };
}

const idsOf = ({ made }: Revoked) =>
  [...made.webhooks, ...made.pages, ...made.links].map(({ id }) => id).toSorted();

it('what a revoked key made is listed, kept, or stopped but for a payment under way', async () => {
  const { merchantId, second, theirs, ours, pageOf, webhookOf } = await begin();
  const keyOptions = ['--merchant', merchantId, '--key', second.keyId];
  await buyer.post(await buyer.open(theirs.busy.hostedPageUrl), {
    ownerName: 'Ayşe Yılmaz',
    cardNumber: CARDS.approved,
    expiry: '12/29',
    cvv: '123',
  });
  expect(await pageOf(theirs.busy)).toMatchObject({ state: 'Processing', createdBy: second.keyId });
  expect(await pageOf(theirs.link)).toMatchObject({ state: 'Open', createdBy: second.keyId });
  expect(await webhookOf(theirs.webhook)).toMatchObject({ state: 'Active', createdBy: second.keyId });

  const all = [theirs.webhook, theirs.open.id, theirs.busy.id, theirs.link.id].toSorted();
  const asked = await merchant('revoke', ...keyOptions);
  expect([idsOf(asked), asked.next]).toEqual([all, expect.stringContaining('--stop')]);
  expect(await pageOf(theirs.open)).toMatchObject({ state: 'Open' });
  const kept = await merchant('revoke', ...keyOptions, '--keep');
  expect([idsOf(kept), kept.next, kept.stopped]).toEqual([all, undefined, undefined]);

  const ended = await merchant('revoke', ...keyOptions, '--stop');
  expect([ended.stopped?.toSorted(), ended.left]).toEqual([
    all.filter((id) => id !== theirs.busy.id),
    [theirs.busy.id],
  ]);
  expect(await webhookOf(theirs.webhook)).toMatchObject({ state: 'Disabled', disabledReason: 'KeyRevoked' });
  for (const page of [theirs.open, theirs.link])
    expect(await pageOf(page)).toMatchObject({ state: 'Closed' });
  expect(await pageOf(theirs.busy)).toMatchObject({ state: 'Processing' });
  for (const page of [ours.open, ours.link]) expect(await pageOf(page)).toMatchObject({ state: 'Open' });
  expect(await webhookOf(ours.webhook)).toMatchObject({ state: 'Active' });
  expect(idsOf(await merchant('revoke', ...keyOptions, '--stop'))).toEqual([theirs.busy.id]);
}, 60_000);

it('a rotated key passes what it made to its successor; 90 days count', async () => {
  const { merchantId, second, theirs } = await begin();
  const keyOf = (keyId: string) => ['--merchant', merchantId, '--key', keyId];
  const next = await merchant('rotate', ...keyOf(second.keyId), '--overlap-hours', '0');
  const passed = await merchant('revoke', ...keyOf(second.keyId));
  expect(passed).toMatchObject({ successor: next.keyId });
  expect(passed.next).toBeUndefined();
  expect(idsOf(await merchant('revoke', ...keyOf(next.keyId)))).toContain(theirs.webhook);
  await moveBy(91 * DAY);
  expect(idsOf(await merchant('revoke', ...keyOf(next.keyId)))).toEqual([]);
}, 60_000);
