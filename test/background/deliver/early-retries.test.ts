// After an outage of ours failing webhooks are probed within minutes, not by the timetable of each.
import { expect, it } from 'vitest';
import { retryFailing } from '#flows/webhook/early-retries.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { answerWith } from '../../webhook/receiver.ts';

const harness = await startHarness();
const { moveBy, service } = harness;
const nowMs = () => service.clock.nowMs();

/** Webhooks of so many merchants, each with an event, fail for ten hours; then their servers take events. */
async function outageOf(merchants: number) {
  const owners = await Promise.all(Array.from({ length: merchants }, () => webhookOfOwnMerchant(harness)));
  for (const { receiver } of owners) receiver.answers(answerWith(500));
  for (const { announce } of owners) await announce({ objectId: 'a', sequence: 1 });
  await moveBy(10 * HOUR);
  for (const { receiver } of owners) receiver.answers(answerWith(200));
  const before = owners.map(({ receiver }) => receiver.received.length);
  const arrived = () =>
    owners.filter(({ receiver }, at) => receiver.received.length > (before[at] ?? 0)).length;
  return { owners, arrived };
}
type Owner = Awaited<ReturnType<typeof outageOf>>['owners'][number];
/** The merchant sets its webhook active, which probes it at once. */
const probeByItsMerchant = ({ api, webhook }: Owner) =>
  api('PUT', `/api/webhook/${webhook.id}`, { body: { isActive: true } });

it('an operator probes all failing webhooks, ten a second, and none twice', async () => {
  const { owners, arrived } = await outageOf(3);
  await moveBy(5 * MINUTE);
  expect(arrived()).toBe(0);
  expect(await retryFailing(nowMs())).toBe(3);
  expect(await retryFailing(nowMs())).toBe(0);
  // The local service looks for due rows again after a function ran; the deployed one each minute.
  await owners[0]?.trigger([]);
  await moveBy(2 * MINUTE);
  expect(arrived()).toBe(3);
});

it('the first webhook that works again probes those of the same outage within minutes', async () => {
  const { owners, arrived } = await outageOf(6);
  await moveBy(5 * MINUTE);
  expect(arrived()).toBe(0);
  await probeByItsMerchant(owners[0] as Owner);
  await moveBy(5 * MINUTE);
  expect(arrived()).toBe(6);
});

it('a webhook of a few merchants that works again probes no other', async () => {
  const { owners, arrived } = await outageOf(4);
  await probeByItsMerchant(owners[0] as Owner);
  await moveBy(5 * MINUTE);
  expect(arrived()).toBe(1);
});
