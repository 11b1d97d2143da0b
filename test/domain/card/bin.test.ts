// The longest prefix decides, and six digits tell only what holds for every card that begins with them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BIN_PLACES, type BinFacts, type BinRange, factsOf, freePlace } from '#domain/card/bin.ts';
import { rounds } from '../../harness/thoroughness.ts';

const facts: fc.Arbitrary<BinFacts> = fc.record(
  {
    bankCode: fc.constantFrom('0062', '0064'),
    type: fc.constantFrom('credit', 'debit'),
    family: fc.constantFrom('Bonus', 'Maximum'),
    commercial: fc.boolean(),
  },
  { requiredKeys: [] },
);
/** The next two digits of some prefixes of 540611, or none for the six digits themselves. */
const ends = fc.constantFrom('', '00', '01', '10', '11', '99');
const entries = fc.uniqueArray(fc.tuple(ends, facts), { selector: ([end]) => end, maxLength: 6 });

it('the longest prefix of a card decides, 8 digits before 6, however the prefixes are grouped', () => {
  fc.assert(
    fc.property(entries, ends, (listed, end) => {
      const all = listed.map(([rest, told]) => ({ prefix: `540611${rest}`, told }));
      const ranges = [...Map.groupBy(all, ({ told }) => JSON.stringify(told)).values()].map(
        (alike): BinRange => ({ ...alike[0]?.told, prefixes: alike.map(({ prefix }) => prefix) }),
      );
      const bin = `540611${end}`;
      const found = factsOf(ranges, bin);
      const [longest] = all
        .filter(({ prefix }) => bin.startsWith(prefix))
        .sort((one, other) => other.prefix.length - one.prefix.length);
      expect(found?.prefix).toBe(longest?.prefix);
      for (const name of ['bankCode', 'type', 'family', 'commercial'] as const) {
        const values = new Set(all.map(({ told }) => told[name]));
        const isKnown = end !== '' || values.size === 1;
        expect(found?.facts[name]).toBe(isKnown ? longest?.told[name] : undefined);
      }
    }),
    { numRuns: rounds(5000, 500) },
  );
});

it('a new list is written to a place that neither the current list nor the one before uses', () => {
  const listAt = (place: number) => ({ listVersion: 1, place, prefixes: 1, importedAt: '' });
  for (const current of BIN_PLACES) {
    for (const previous of BIN_PLACES.filter((place) => place !== current)) {
      const free = freePlace({ current: listAt(current), previous: listAt(previous) });
      expect([current, previous]).not.toContain(free);
    }
  }
});
