// A container loads a merchant's value once and repeats only a failed load.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryClock, rememberPerMerchant } from '#vault/remember.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A counter of loads; the n-th load fails if `failing(n)` is true. */
function counted(failing: (load: number) => boolean = () => false) {
  const loads: string[] = [];
  const load = async (merchantId: string) => {
    loads.push(merchantId);
    if (failing(loads.length)) throw new Error('KMS is not reachable.');
    return `${merchantId} ${loads.length}`;
  };
  return { loads, load };
}

describe('rememberPerMerchant', () => {
  it('a value is loaded once per merchant, also by concurrent calls', async () => {
    const { load, loads } = counted();
    const remembered = rememberPerMerchant(load);
    expect(await Promise.all([remembered('a'), remembered('a'), remembered('b')])).toEqual([
      'a 1',
      'a 1',
      'b 2',
    ]);
    expect(await remembered('a')).toBe('a 1');
    expect(loads).toEqual(['a', 'b']);
  });

  it('a value is loaded again after a failure', async () => {
    const { load } = counted((number) => number === 1);
    const remembered = rememberPerMerchant(load);
    await expect(remembered('a')).rejects.toThrow('KMS is not reachable.');
    expect(await remembered('a')).toBe('a 2');
  });

  it('a value is loaded again when its time is over', async () => {
    const { load } = counted();
    let nowMs = 5_000;
    vi.spyOn(memoryClock, 'nowMs').mockImplementation(() => nowMs);
    const remembered = rememberPerMerchant(load, 60_000);
    expect(await remembered('a')).toBe('a 1');
    nowMs += 59_999;
    expect(await remembered('a')).toBe('a 1');
    nowMs += 1;
    expect(await remembered('a')).toBe('a 2');
  });

  it('the memory measures real time', () => {
    const before = performance.now();
    const nowMs = memoryClock.nowMs();
    expect(nowMs).toBeGreaterThanOrEqual(before);
    expect(nowMs).toBeLessThanOrEqual(performance.now());
  });
});
