// The lease: who may move money, and that two holders never do at the same time. The model tries every order
// of takeovers, reads and calls of two Regions in steps of ten seconds, with clocks that differ.
import { describe, expect, it } from 'vitest';
import {
  type Holder,
  type Lease,
  LONGEST_CALL_MS,
  mayMoveMoney,
  TAKEOVER_MS,
  TRUSTED_MS,
  takenOver,
} from '#domain/lease.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const HERE: Holder = { table: 'payment-live', tableId: 'one', region: 'eu-central-1' };
const THERE: Holder = { ...HERE, tableId: 'two', region: 'eu-west-1' };
const COPY: Holder = { ...HERE, tableId: 'three' };
const first = takenOver(undefined, undefined, HERE, NOW);

describe('a takeover', () => {
  it('by a table that never had a holder counts at once', () => {
    expect(first).toEqual({ ...HERE, epoch: 1, validFromMs: NOW });
  });

  it('of another table raises the epoch, and counts after two minutes', () => {
    const taken = takenOver(first, first, THERE, NOW + 1);
    expect(taken).toEqual({ ...THERE, epoch: 2, validFromMs: NOW + 1 + 120_000 });
    expect(takenOver(taken, first, HERE, NOW + 2)).toMatchObject({ ...HERE, epoch: 3 });
  });

  it('of a copy in another account is above the epoch of its original, and waits as long', () => {
    const taken = takenOver(undefined, { ...first, epoch: 4 }, COPY, NOW);
    expect(taken).toEqual({ ...COPY, epoch: 5, validFromMs: NOW + TAKEOVER_MS });
    expect(takenOver({ ...first, epoch: 6 }, { ...first, epoch: 4 }, COPY, NOW).epoch).toBe(7);
  });
});

describe('a call to the bank', () => {
  const read = (lease: Lease | undefined, own = HERE, readAtMs = NOW) => ({ lease, own, readAtMs });

  it('may be begun by the holder for ever', () => {
    const muchLater = NOW + 1e12;
    expect(mayMoveMoney(read(first, HERE, muchLater), muchLater)).toBe(true);
  });

  it.each([
    ['in another Region', read(first, THERE)],
    ['by a restored table of the same name', read(first, COPY)],
    ['by a table of another name', read(first, { ...HERE, table: 'payment-live-2' })],
    ['without any lease', read(undefined)],
    ['before a takeover counts', read({ ...first, validFromMs: NOW + 1 })],
  ])('is not begun %s', (_, one) => {
    expect(mayMoveMoney(one, NOW)).toBe(false);
  });

  it('may be begun for less than a minute after the lease was read, and not before', () => {
    const ages = [-1, 0, TRUSTED_MS - 1, TRUSTED_MS];
    expect(ages.map((ageMs) => mayMoveMoney(read(first), NOW + ageMs))).toEqual([false, true, true, false]);
    expect(TRUSTED_MS).toBe(60_000);
  });
});

/** The rules, of which a planted bug replaces one. `stamped`: when a read counts as begun. */
type Rules = {
  mayMoveMoney: typeof mayMoveMoney;
  takenOver: typeof takenOver;
  stamped(readAtMs: number): number;
};
const RULES: Rules = { mayMoveMoney, takenOver, stamped: (readAtMs) => readAtMs };

type State = {
  atMs: number;
  /** The row, and when it became so. */
  rows: readonly { lease: Lease; sinceMs: number }[];
  /** When the last call to the bank of each epoch ends; 0: it made none. */
  endsMs: readonly number[];
};
const STEP_MS = 10_000;
const STEPS = 44;
const MOST_EPOCHS = 3;
/** By how much the clock of the second Region is ahead, and that of the operator behind. */
type Clocks = { aheadMs: number; behindMs: number };

/** The first time at which two holders could move money, or undefined. */
function firstOverlap(rules: Rules, { aheadMs, behindMs }: Clocks): State | undefined {
  const clockOf = ({ region }: Holder, atMs: number) => (region === THERE.region ? atMs + aheadMs : atMs);
  let states: State[] = [{ atMs: NOW, rows: [{ lease: first, sinceMs: NOW }], endsMs: [0] }];
  for (let step = 0; step < STEPS; step += 1) {
    const next = new Map<string, State>();
    for (const state of states.flatMap(afterOperator)) {
      const claimed = claims(state);
      if (claimed === undefined) return state;
      const moved = { ...claimed, atMs: claimed.atMs + STEP_MS };
      next.set(JSON.stringify(moved), moved);
    }
    states = [...next.values()];
  }
  return undefined;

  /** The operator does nothing, or gives the lease to the other Region. */
  function afterOperator(state: State): State[] {
    const { atMs, rows, endsMs } = state;
    const { lease } = rows.at(-1) ?? { lease: first };
    if (lease.epoch === MOST_EPOCHS) return [state];
    const other = lease.region === HERE.region ? THERE : HERE;
    const taken = rules.takenOver(lease, lease, other, atMs - behindMs);
    return [state, { atMs, rows: [...rows, { lease: taken, sinceMs: atMs }], endsMs: [...endsMs, 0] }];
  }

  /** Each row is read at the last moment before the next one: while trust ends, that is the worst. */
  function claims({ atMs, rows, endsMs: before }: State): State | undefined {
    const endsMs = [...before];
    for (const [at, { lease }] of rows.entries()) {
      const readAtMs = Math.min(atMs, rows[at + 1]?.sinceMs ?? atMs);
      const read = { lease, own: lease, readAtMs: rules.stamped(clockOf(lease, readAtMs)) };
      if (!rules.mayMoveMoney(read, clockOf(lease, atMs))) continue;
      const isLate = endsMs.some((endMs, other) => other > at && endMs > 0);
      const isBusy = endsMs.some((endMs, other) => other < at && endMs > atMs);
      if (isLate || isBusy) return undefined;
      endsMs[at] = atMs + LONGEST_CALL_MS;
    }
    return { atMs, rows, endsMs };
  }
}

describe('two Regions with one lease', () => {
  const CLOCKS: Clocks[] = [0, 10_000, -10_000].flatMap((aheadMs) =>
    [0, 10_000, -10_000].map((behindMs) => ({ aheadMs, behindMs })),
  );

  it.each(CLOCKS)('no call of a former holder is under way when the next one begins (%o)', (clocks) => {
    expect(firstOverlap(RULES, clocks)).toBeUndefined();
  });

  const begunAfter = (waitMs: number): Partial<Rules> => ({
    takenOver: (lease, owner, holder, nowMs) => ({
      ...takenOver(lease, owner, holder, nowMs),
      validFromMs: nowMs + waitMs,
    }),
  });
  const BUGS: [name: string, bug: Partial<Rules>][] = [
    ['counts at once', begunAfter(0)],
    ['counts after a minute', begunAfter(60_000)],
    ['forgets that a call of the last moment takes time', begunAfter(TRUSTED_MS + STEP_MS)],
    ['forgets that clocks differ', begunAfter(TRUSTED_MS + LONGEST_CALL_MS - STEP_MS)],
    [
      'is valid before it begins',
      {
        mayMoveMoney: (read, nowMs) =>
          mayMoveMoney({ ...read, lease: read.lease && { ...read.lease, validFromMs: 0 } }, nowMs),
      },
    ],
    [
      'a container trusts for ever',
      { mayMoveMoney: (read, nowMs) => mayMoveMoney({ ...read, readAtMs: nowMs }, nowMs) },
    ],
    ['counts a read from its late answer on', { stamped: (readAtMs) => readAtMs + 40_000 }],
  ];
  it.each(BUGS)('the model notices a lease that %s', (_, bug) => {
    const overlaps = CLOCKS.map((clocks) => firstOverlap({ ...RULES, ...bug }, clocks));
    expect(overlaps.filter(Boolean)).not.toEqual([]);
  });
});
