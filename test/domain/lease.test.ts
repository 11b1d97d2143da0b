// The lease: who may move money, and that two holders never do at the same time. The model tries every order
// of renewals, takeovers, late writes and claims in steps of ten seconds, with clocks that differ.
import { describe, expect, it } from 'vitest';
import {
  covers,
  type Holder,
  LEASE_MS,
  type Lease,
  LONGEST_CALL_MS,
  renewed,
  SKEW_MS,
  takenOver,
} from '#domain/lease.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const HERE: Holder = { table: 'payment-live', tableId: 'one', region: 'eu-central-1' };
const THERE: Holder = { ...HERE, tableId: 'two', region: 'eu-west-1' };
const COPY: Holder = { ...HERE, tableId: 'three' };
const own = renewed(undefined, undefined, HERE, NOW) as Lease;

describe('a renewal', () => {
  it('a table that never had a lease gets one for three minutes', () => {
    expect(own).toEqual({ ...HERE, epoch: 1, validFromMs: NOW, validUntilMs: NOW + LEASE_MS });
  });

  it('the holder has it for three more minutes, in the same epoch, also after it has run out', () => {
    for (const laterMs of [60_000, LEASE_MS, 10 * LEASE_MS]) {
      const next = renewed(own, own, HERE, NOW + laterMs);
      expect(next).toEqual({ ...own, validUntilMs: NOW + laterMs + LEASE_MS });
    }
  });

  it.each([
    ['another Region', THERE],
    ['a restored table of the same name', COPY],
  ])('%s does not get it, even if it has run out', (_, holder) => {
    expect(renewed(own, own, holder, NOW + 100 * LEASE_MS)).toBeUndefined();
  });

  it('a copy whose stage has no lease gets one of the original that is over', () => {
    const refused = renewed(undefined, own, COPY, NOW) as Lease;
    expect(refused).toEqual({ ...own, validUntilMs: NOW });
    expect(covers(refused, NOW)).toBe(false);
  });

  it('the holder whose lease is in a new table of leases goes on in its epoch', () => {
    const third = { ...own, epoch: 3 };
    expect(renewed(undefined, third, HERE, NOW)).toEqual({ ...third, validUntilMs: NOW + LEASE_MS });
  });
});

describe('a takeover', () => {
  it('begins when the old lease has ended by every clock, and raises the epoch', () => {
    const taken = takenOver(own, THERE, NOW + 1);
    const validFromMs = own.validUntilMs + SKEW_MS;
    expect(taken).toEqual({ ...THERE, epoch: 2, validFromMs, validUntilMs: validFromMs + LEASE_MS });
    expect(renewed(taken, own, HERE, NOW + 2)).toBeUndefined();
  });

  it('begins at once if the old lease has run out, or there is none', () => {
    const laterMs = own.validUntilMs + SKEW_MS;
    expect(takenOver(own, THERE, laterMs)).toMatchObject({ epoch: 2, validFromMs: laterMs });
    expect(takenOver(undefined, THERE, NOW)).toMatchObject({ epoch: 1, validFromMs: NOW });
  });
});

it('a call to the bank begins only if it ends within the lease', () => {
  expect([own.validFromMs - 1, own.validFromMs].map((at) => covers(own, at))).toEqual([false, true]);
  const last = own.validUntilMs - LONGEST_CALL_MS;
  expect([last, last + 1].map((at) => covers(own, at))).toEqual([true, false]);
});

/** The rules, of which a planted bug replaces one. `isStored`: the condition of a write. */
type Rules = {
  covers: typeof covers;
  renewed: typeof renewed;
  takenOver: typeof takenOver;
  isStored(current: Lease, read: Lease): boolean;
};
const RULES: Rules = {
  covers,
  renewed,
  takenOver,
  isStored: (current, read) => current.epoch === read.epoch && current.validUntilMs === read.validUntilMs,
};

type Write = { read: Lease; next: Lease };
type State = {
  atMs: number;
  lease: Lease;
  /** Of each epoch the lease that ends last: a container may have read it and keep it. */
  known: readonly Lease[];
  /** A renewal that was read and is not written yet. */
  pending: Write | undefined;
  /** When the last call to the bank of each epoch ends; 0: it made none. */
  endsMs: readonly number[];
};
const STEP_MS = 10_000;
const STEPS = 44;
const MOST_EPOCHS = 3;

/** The first time at which two holders could move money, or undefined. `aheadMs`: the clock of THERE. */
function firstOverlap(rules: Rules, aheadMs: number): State | undefined {
  const clockOf = ({ region }: Holder, atMs: number) => (region === THERE.region ? atMs + aheadMs : atMs);
  const first: State = { atMs: NOW, lease: own, known: [own], pending: undefined, endsMs: [0] };
  let states = [first];
  for (let step = 0; step < STEPS; step += 1) {
    const next = new Map<string, State>();
    for (const state of states.flatMap(written)) {
      const claimed = claims(state);
      if (claimed === undefined) return state;
      const moved = { ...claimed, atMs: claimed.atMs + STEP_MS };
      next.set(JSON.stringify(moved), moved);
    }
    states = [...next.values()];
  }
  return undefined;

  /** Every way in which the row may change at this moment. */
  function written(state: State): State[] {
    const { lease, pending, atMs } = state;
    const renewing = (holder: Holder) => {
      const renewal = rules.renewed(lease, lease, holder, clockOf(holder, atMs));
      return renewal ? [{ ...state, pending: { read: lease, next: renewal } }] : [];
    };
    const isMinute = (atMs - NOW) % 60_000 === 0;
    const begun = pending === undefined && isMinute ? [HERE, THERE].flatMap(renewing) : [];
    const other = lease.region === HERE.region ? THERE : HERE;
    const taken = rules.takenOver(lease, other, clockOf(other, atMs));
    return [
      state,
      ...begun,
      ...begun.map(stored),
      ...(pending ? [stored(state)] : []),
      ...(lease.epoch < MOST_EPOCHS ? [withLease(state, taken)] : []),
    ];
  }

  function stored({ pending, ...state }: State): State {
    const done = { ...state, pending: undefined };
    return pending && rules.isStored(state.lease, pending.read) ? withLease(done, pending.next) : done;
  }

  function withLease(state: State, lease: Lease): State {
    const known = [...state.known];
    known[lease.epoch - 1] = lease;
    return { ...state, lease, known, endsMs: known.map((_, at) => state.endsMs[at] ?? 0) };
  }

  /** Every container that may call the bank does. Undefined if two holders do so at the same time. */
  function claims(state: State): State | undefined {
    const { atMs, known } = state;
    const endsMs = [...state.endsMs];
    for (const [at, lease] of known.entries()) {
      if (!rules.covers(lease, clockOf(lease, atMs))) continue;
      const isLate = endsMs.some((endMs, other) => other > at && endMs > 0);
      const isBusy = endsMs.some((endMs, other) => other < at && endMs > atMs);
      if (isLate || isBusy) return undefined;
      endsMs[at] = atMs + LONGEST_CALL_MS;
    }
    return { ...state, endsMs };
  }
}

describe('two Regions with one lease', () => {
  const CLOCKS = [0, SKEW_MS, -SKEW_MS];

  it.each(CLOCKS)('no call of a former holder is under way when the next one begins (%i ms)', (aheadMs) => {
    expect(firstOverlap(RULES, aheadMs)).toBeUndefined();
  });

  const early = (lease: Lease | undefined, holder: Holder, nowMs: number, validFromMs: number) => ({
    ...takenOver(lease, holder, nowMs),
    validFromMs,
    validUntilMs: validFromMs + LEASE_MS,
  });
  const BUGS: [name: string, bug: Partial<Rules>][] = [
    ['begins at once', { takenOver: (lease, holder, nowMs) => early(lease, holder, nowMs, nowMs) }],
    [
      'forgets that clocks differ',
      {
        takenOver: (lease, holder, nowMs) =>
          early(lease, holder, nowMs, Math.max(nowMs, lease?.validUntilMs ?? 0)),
      },
    ],
    [
      'lets a call begin at the last moment',
      { covers: (lease, nowMs) => lease.validFromMs <= nowMs && nowMs <= lease.validUntilMs },
    ],
    [
      'is valid before it begins',
      { covers: (lease, nowMs) => nowMs + LONGEST_CALL_MS <= lease.validUntilMs },
    ],
    ['overwrites a takeover by a late renewal', { isStored: () => true }],
    ['never ends in a container', { covers: (lease, nowMs) => lease.validFromMs <= nowMs }],
    [
      'is renewed by any Region',
      {
        renewed: (lease, _, holder, nowMs) =>
          lease && { ...lease, ...holder, validUntilMs: nowMs + LEASE_MS },
      },
    ],
  ];
  it.each(BUGS)('the model notices a lease that %s', (_, bug) => {
    const overlaps = CLOCKS.map((aheadMs) => firstOverlap({ ...RULES, ...bug }, aheadMs));
    expect(overlaps.filter(Boolean)).not.toEqual([]);
  });
});
