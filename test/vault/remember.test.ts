// A container loads a merchant's value once and repeats only a failed load.
import { describe, expect, it } from 'vitest';
import { rememberPerMerchant } from '#vault/remember.ts';

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
    const remembered = rememberPerMerchant(load, 0);
    expect([await remembered('a'), await remembered('a')]).toEqual(['a 1', 'a 2']);
  });
});
