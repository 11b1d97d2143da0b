// Random choices that follow from a seed, so that a run can be repeated with the same choices. The seed does
// not decide which of two concurrent requests is faster.

export type Random = {
  /** An integer from 0 to below `end`. */
  below(end: number): number;
  /** An integer, both bounds included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  /** Picks a member; undefined if the list is empty. */
  pick<T>(list: readonly T[]): T | undefined;
  /** Picks a value; a larger weight makes it more likely. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
};

/** The same name and seed give the same choices. */
export function openRandom(seed: number, name: string): Random {
  let state = seed >>> 0;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)],
    weighted(choices) {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return (choices.at(-1) as (typeof choices)[number])[1];
    },
  };
}
