// The states of a webhook whose receiver fails, works again, or is disabled.
import { describe, expect, it } from 'vitest';
import { atFormerAddress, formerAddressOf, withoutKeys } from '#domain/webhook/revoked.ts';
import { WEBHOOK_TRANSITIONS } from '#domain/webhook/transitions.ts';
import {
  afterFailure,
  afterSuccess,
  disabled,
  enabled,
  isHeld,
  isSlow,
  onTrial,
  proven,
  quickAgain,
  rotated,
  signingSecrets,
  slowed,
  takesDeliveries,
  type Webhook,
  wants,
} from '#domain/webhook/webhook.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const T0 = Date.parse('2026-11-20T09:00:00Z');
const at = (ms: number) => new Date(T0 + ms).toISOString();
const NEW: Webhook = {
  id: 'w',
  merchantId: 'm',
  url: 'https://shop.example/events',
  eventTypes: ['*'],
  state: 'Active',
  secrets: [{ sealed: new Uint8Array([1]) }],
  createdAt: at(-DAY),
  failures: 0,
};
const [OURS, THEIRS, NEW_SECRET] = ['ours', 'theirs', new Uint8Array([4])];
const failing = (times: number, webhook = NEW): Webhook =>
  Array.from({ length: times }).reduce<Webhook>((one) => afterFailure(one, T0), webhook);

describe('an endpoint that fails', () => {
  it('an endpoint is held by its third failure, not by two, and is probed 5 seconds later', () => {
    expect(isHeld(failing(2))).toBe(false);
    const third = failing(3);
    expect(third).toMatchObject({ state: 'Failing', failingSince: at(0), nextProbeAt: at(5 * SECOND) });
    expect([isHeld(third), takesDeliveries(third)]).toEqual([true, true]);
  });

  it('a success resets the count of failures, also one that only the calling function has seen', () => {
    const between = afterSuccess(failing(2), T0);
    expect(between).toMatchObject({ state: 'Active', failures: 0 });
    expect(between).not.toHaveProperty('failingSince');
    expect(afterFailure(failing(2), T0 + 1, { answeredAtMs: T0 })).toMatchObject({ failures: 1 });
    expect(afterFailure(failing(2), T0 + 1, { answeredAtMs: T0 - 1 })).toMatchObject({ state: 'Failing' });
  });

  it('probes follow the timetable; the last one is made after five days, and its failure disables', () => {
    let webhook = failing(3);
    const probes: number[] = [];
    while (webhook.state === 'Failing') {
      const probeMs = Date.parse(String(webhook.nextProbeAt));
      probes.push(probeMs - T0);
      webhook = afterFailure(webhook, probeMs, { isProbe: true });
    }
    expect(probes.slice(0, 3)).toEqual([5 * SECOND, 65 * SECOND, 365 * SECOND]);
    expect(probes.at(-1)).toBe(5 * DAY);
    expect(webhook).toMatchObject({ state: 'Disabled', disabledReason: 'FiveDays', disabledAt: at(5 * DAY) });
    expect(webhook).not.toHaveProperty('workAt');
  });

  it('failures of calls that began before an endpoint was held do not postpone its probe', () => {
    const third = failing(3);
    expect(afterFailure(third, T0 + SECOND)).toBe(third);
    expect(afterFailure(third, T0 + SECOND, { wishedMs: HOUR })).toBe(third);
  });

  it('a successful probe makes a webhook active, and its waiting events are released for ten minutes', () => {
    const active = afterSuccess(failing(3), T0 + MINUTE);
    expect(active).toMatchObject({
      state: 'Active',
      failures: 0,
      workAt: at(MINUTE),
      lastSuccessAt: at(MINUTE),
    });
    expect(active).toMatchObject({ releasingUntil: at(11 * MINUTE) });
    expect(active).not.toHaveProperty('nextProbeAt');
  });

  it('a working endpoint is written once a minute, not once an event', () => {
    const first = afterSuccess(NEW, T0);
    expect(first).toMatchObject({ lastSuccessAt: at(0) });
    expect(first && afterSuccess(first, T0 + 59 * SECOND)).toBeUndefined();
    expect(first && afterSuccess(first, T0 + 61 * SECOND)).toMatchObject({ lastSuccessAt: at(61 * SECOND) });
  });
});

describe('a webhook that is disabled', () => {
  const off = disabled(failing(3), 'Gone', T0 + HOUR);

  it('a disabled webhook gets no deliveries, and late outcomes do not change it', () => {
    expect(takesDeliveries(off)).toBe(false);
    expect(off).not.toHaveProperty('workAt');
    expect(afterSuccess(off, T0 + 2 * HOUR)).toBeUndefined();
    expect(afterFailure(off, T0 + 2 * HOUR)).toBe(off);
    expect(disabled(off, 'ByMerchant', T0 + 2 * HOUR)).toMatchObject({ disabledReason: 'Gone' });
  });

  it('a webhook that is enabled again holds all events until the missed ones are found', () => {
    const on = enabled(off, T0 + DAY);
    expect(on).toMatchObject({ state: 'Active', failures: 0, catchUp: { to: at(DAY + MINUTE) } });
    expect(on.catchUp).toMatchObject({
      recordedFrom: at(HOUR - 10 * MINUTE),
      from: at(HOUR - 10 * MINUTE - DAY),
    });
    expect(isHeld(on)).toBe(true);
    expect(on).not.toHaveProperty('disabledReason');
    expect(enabled(off, T0 + DAY, T0).catchUp).toEqual({ from: at(0), to: at(DAY + MINUTE) });
  });

  it('a webhook that is disabled again before that still finds all events since the first time', () => {
    const on = enabled(off, T0 + DAY);
    const again = enabled(disabled(on, 'ByMerchant', T0 + DAY + 1), T0 + 2 * DAY);
    expect(again.catchUp).toEqual({ ...on.catchUp, to: at(2 * DAY + MINUTE) });
  });
});

describe('an endpoint that answers slowly', () => {
  const slow = slowed(NEW, T0, undefined) ?? NEW;

  it('a slow endpoint is sent to by one caller, invoked at once; marking it again changes nothing', () => {
    expect([isSlow(slow), isHeld(slow), takesDeliveries(slow)]).toEqual([true, false, true]);
    expect(slow).toMatchObject({ slowSince: at(0), workAt: at(0), releasingUntil: at(10 * MINUTE) });
    expect(slowed(slow, T0 + SECOND, undefined)).toBeUndefined();
    expect(slowed(failing(3), T0, undefined)).toBeUndefined();
  });

  it('a slow endpoint that its only caller marks keeps its claim, so no second caller is invoked', () => {
    const claimed = { ...NEW, workAt: at(MINUTE) };
    expect(slowed(claimed, T0, 'release')).toMatchObject({ slowSince: at(0), workAt: at(MINUTE) });
    expect(slowed(claimed, T0, undefined)).toMatchObject({ workAt: at(0) });
  });

  it.each([
    ['quick calls', { sent: 3, slowestMs: 1_999, idleMs: 0 }, true],
    ['a slow call', { sent: 3, slowestMs: 2_000, idleMs: 0 }, false],
    ['nothing to send for a moment', { sent: 0, slowestMs: 0, idleMs: 20 * SECOND }, false],
    [
      'nothing to send for longer than a call takes',
      { sent: 0, slowestMs: 0, idleMs: 20 * SECOND + 1 },
      true,
    ],
  ])('a slow endpoint becomes quick again or stays slow after %s', (_, look, isQuick) => {
    const quick = quickAgain(slow, T0 + SECOND, look);
    expect(quick !== undefined).toBe(isQuick);
    if (quick === undefined) return;
    expect(quick).not.toHaveProperty('slowSince');
    expect(quick).toMatchObject({ releasingUntil: at(SECOND + 10 * MINUTE) });
    expect(quick.isUnproven).toBe(look.sent > 0 ? undefined : true);
    expect(quickAgain(NEW, T0, look)).toBeUndefined();
  });

  it('a webhook that is enabled or was slow is tried before it is sent several events at once', () => {
    for (const one of [slow, enabled(disabled(NEW, 'ByMerchant', T0), T0 + DAY)])
      expect(one).toMatchObject({ isUnproven: true });
  });

  it('a trial makes the others wait; quick, it releases them, slow, another caller sends them', () => {
    const trial = onTrial({ ...NEW, isUnproven: true }, T0);
    expect(trial).toMatchObject({ slowSince: at(0), workAt: at(MINUTE), releasingUntil: at(10 * MINUTE) });
    const quick = proven(trial, T0 + SECOND);
    expect(quick).toEqual({
      ...NEW,
      workAt: at(SECOND),
      releasingUntil: at(10 * MINUTE + SECOND),
    });
    expect(slowed(trial, T0 + 2 * SECOND, 'trial')).toMatchObject({
      slowSince: at(2 * SECOND),
      workAt: at(2 * SECOND),
      isUnproven: true,
    });
    expect(slowed(trial, T0 + 2 * SECOND, undefined)).toBeUndefined();
    const off = disabled(trial, 'ByMerchant', T0);
    for (const held of [off, enabled(off, T0), failing(3, trial)]) expect(proven(held, T0)).toBe(held);
  });

  it('a slow endpoint stays slow after single calls, until it fails, is disabled, or works again', () => {
    expect(afterSuccess(slow, T0 + HOUR)).toMatchObject({ slowSince: at(0) });
    expect(failing(2, slow)).toMatchObject({ slowSince: at(0) });
    const works = afterSuccess(failing(3, slow), T0 + HOUR);
    for (const one of [failing(3, slow), disabled(slow, 'ByMerchant', T0), works]) {
      expect(one).not.toHaveProperty('slowSince');
    }
  });
});

describe('secrets', () => {
  const [OLD, NEWER] = [new Uint8Array([1]), new Uint8Array([2])];
  it('two secrets sign for 24 hours after a rotation, the new one first; a third ends the oldest', () => {
    const once = rotated(NEW, { sealed: NEWER, setBy: THEIRS }, T0);
    expect(signingSecrets(once, T0 + DAY - 1)).toEqual([NEWER, OLD]);
    expect(signingSecrets(once, T0 + DAY)).toEqual([NEWER]);
    const twice = rotated(once, { sealed: new Uint8Array([3]), setBy: THEIRS }, T0 + 1);
    expect(signingSecrets(twice, T0 + 1)).toHaveLength(2);
  });
});

describe('after the revocation of a key', () => {
  const keys = new Set([THEIRS]);
  const HOOK: Webhook = { ...NEW, createdBy: OURS };
  const own = rotated(HOOK, { sealed: new Uint8Array([2]), setBy: OURS }, T0);
  const seen = rotated(HOOK, { sealed: new Uint8Array([2]), setBy: THEIRS }, T0);
  it.each<[string, Webhook, state: string, secrets: number]>([
    ['that has nothing of it, a webhook stays', own, 'Active', 2],
    ['that made it, it is disabled', { ...own, createdBy: THEIRS }, 'Disabled', 1],
    ['that set its address, it is disabled', { ...own, urlSetBy: THEIRS }, 'Disabled', 2],
    ['that only described it, a webhook stays', { ...own, changedBy: THEIRS }, 'Active', 2],
    ['that saw its secret, it is disabled', seen, 'Disabled', 1],
    [
      'that saw its former secret, only that ends',
      rotated(seen, { sealed: NEW_SECRET, setBy: OURS }, T0),
      'Active',
      1,
    ],
    [
      'that made a disabled one, its secrets end',
      disabled({ ...HOOK, createdBy: THEIRS }, 'ByMerchant', T0),
      'Disabled',
      0,
    ],
  ])('%s', (_, webhook, state, secrets) => {
    const after = withoutKeys(webhook, keys, T0);
    expect([after.state, after.secrets.length]).toEqual([state, secrets]);
    expect(withoutKeys(after, keys, T0)).toBe(after);
  });

  it('its former address is told of another one, unless it was stopped with its key', () => {
    const moved = { ...own, url: 'https://other.example/' };
    expect(formerAddressOf(own, moved, T0)).toMatchObject({ url: own.url, sealed: { length: 2 } });
    expect(formerAddressOf(own, { ...own, description: 'x' }, T0)).toBeUndefined();
    expect(formerAddressOf(disabled(own, 'KeyRevoked', T0), moved, T0)).toBeUndefined();
    const former = { url: own.url, sealed: [] };
    expect(atFormerAddress(disabled(moved, 'ByMerchant', T0), former)).toMatchObject({
      state: 'Active',
      url: own.url,
    });
    for (const gone of [undefined, disabled(moved, 'KeyRevoked', T0)])
      expect(atFormerAddress(gone, former)).toBeUndefined();
  });
});

describe('event types', () => {
  it.each([
    ['*', 'refund.completed', true],
    ['refund.*', 'refund.completed', true],
    ['refund.*', 'refunds.completed', false],
    ['refund.*', 'refund', false],
    ['refund.completed', 'refund.completed', true],
    ['refund.completed', 'refund.complete', false],
  ])('the type %s of a webhook matches %s: %s', (one, type, expected) => {
    expect(wants({ id: 'webhook', eventTypes: [one] }, { type, objectId: 'refund' })).toBe(expected);
  });

  it('a webhook gets no event of itself, whatever its types', () => {
    const ofOne = { type: 'webhook.updated', objectId: 'one' };
    const eventTypes = ['*', 'webhook.*', 'webhook.updated'];
    expect(['one', 'other'].map((id) => wants({ id, eventTypes }, ofOne))).toEqual([false, true]);
  });
});

it('every change of the state of a webhook is an allowed transition', () => {
  const inState = { Active: NEW, Failing: failing(3), Disabled: disabled(NEW, 'ByMerchant', T0) };
  for (const [state, webhook] of Object.entries(inState)) {
    const next = [
      afterSuccess(webhook, T0 + 9 * DAY) ?? webhook,
      afterFailure(webhook, T0 + 9 * DAY, { isProbe: true }),
      afterFailure(webhook, T0),
      disabled(webhook, 'ByMerchant', T0),
      enabled(webhook, T0),
    ];
    const reached = new Set(next.map((one) => one.state).filter((one) => one !== state));
    const allowed = Object.keys(WEBHOOK_TRANSITIONS[state as Webhook['state']]);
    expect([...reached].filter((one) => !allowed.includes(one))).toEqual([]);
  }
});
