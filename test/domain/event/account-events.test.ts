// The events of webhooks and API keys: what the merchant or an operator decides, and of what deliveries find
// out only that they fail or have ended.
import { describe, expect, it } from 'vitest';
import { eventsOfApiKey, eventsOfWebhook } from '#domain/event/account-events.ts';
import type { Happening } from '#domain/event/happening.ts';
import { WEBHOOK_TRANSITIONS } from '#domain/webhook/transitions.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';

const typesOf = (happenings: readonly Happening[]) => happenings.map(({ type }) => type);
const CHANGES = Object.entries(WEBHOOK_TRANSITIONS).flatMap(([from, to]) =>
  Object.keys(to).map((state) => [from, state] as const),
);

describe('a webhook', () => {
  const inState = (state: Webhook['state'], more: Partial<Webhook> = {}): Webhook => ({
    id: '1',
    merchantId: 'm',
    url: 'https://shop.example/',
    eventTypes: ['*'],
    state,
    secrets: [{ sealed: new Uint8Array([1]) }],
    createdAt: '1',
    failures: 0,
    ...more,
  });
  type Reason = NonNullable<Webhook['disabledReason']>;
  const disabledBy = (reason: string) => inState('Disabled', { disabledReason: reason as Reason });
  const UPDATED = ['webhook.updated'];
  /** Every reason, so that a new one does not compile until it is decided. */
  const INTO_DISABLED: Record<Reason, string[]> = {
    ByMerchant: UPDATED,
    KeyRevoked: UPDATED,
    Gone: ['webhook.disabled'],
    FiveDays: ['webhook.disabled'],
  };

  const inEach = (state: string): [Webhook, string[]][] =>
    state === 'Disabled'
      ? Object.entries(INTO_DISABLED).map(([reason, types]) => [disabledBy(reason), types])
      : [[inState(state as Webhook['state']), state === 'Failing' ? ['webhook.failing'] : []]];

  it.each(CHANGES)('%s to %s is an event if it was decided by hand, or ends regular messages', (from, to) => {
    for (const [before] of inEach(from)) {
      for (const [after, types] of inEach(to)) {
        const expected = from === to ? [] : from === 'Disabled' ? UPDATED : types;
        expect(typesOf(eventsOfWebhook(before, after))).toEqual(expected);
        const renamed = { ...after, description: 'a' };
        expect(typesOf(eventsOfWebhook(before, renamed))).toEqual([...new Set([...UPDATED, ...expected])]);
      }
    }
  });

  it('address, types, description and secret are events; what deliveries find out is none', () => {
    const before = inState('Active');
    const changes: Partial<Webhook>[] = [
      { url: 'https://shop.example/2' },
      { eventTypes: ['refund.*'] },
      { description: 'a' },
      { secrets: [{ sealed: new Uint8Array([2]) }, ...before.secrets] },
    ];
    for (const change of changes) {
      expect(typesOf(eventsOfWebhook(before, { ...before, ...change }))).toEqual(UPDATED);
    }
    const health = { failures: 2, lastFailureAt: '2', lastSuccessAt: '2', failingSince: '2', workAt: '3' };
    const more = { nextProbeAt: '3', slowSince: '2', releasingUntil: '4', catchUp: { from: '1', to: '2' } };
    expect(eventsOfWebhook(before, { ...before, ...health, ...more })).toEqual([]);
    expect(eventsOfWebhook(undefined, undefined)).toEqual([]);
  });
});

it('a key has an event when it is issued and when it is revoked, and none when it gets an end', () => {
  const key = { createdAt: '1' };
  const revoked = { ...key, revokedAt: '2' };
  expect(eventsOfApiKey(undefined, key)).toEqual([{ type: 'api_key.created', at: '1' }]);
  expect(eventsOfApiKey(key, revoked)).toEqual([{ type: 'api_key.revoked', at: '2' }]);
  const ending = { ...key, expiresAt: '3' };
  expect([eventsOfApiKey(key, ending), eventsOfApiKey(revoked, { ...revoked, ...ending })]).toEqual([[], []]);
});
