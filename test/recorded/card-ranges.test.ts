// The public list of Turkish card ranges, of which the shipped one is made: its faults are found, and both
// tell the same of every card.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { agreedFacts, type BinFacts, factsOf } from '#domain/card/bin.ts';
import { readListFile } from '../../lib/operator/bins/bin-lists.ts';
import { reportOf } from '../../lib/operator/bins/list-report.ts';

const source = readListFile(new URL('../../../shared/bins/cards-tr.csv', import.meta.url));
const shipped = readListFile();

/** What a list tells of the digits. */
function toldBy(ranges: ReadonlyMap<string, BinFacts>) {
  const byBin = Map.groupBy(ranges, ([prefix]) => prefix.slice(0, 6));
  return (bin: string) => {
    const same = (byBin.get(bin.slice(0, 6)) ?? []).map(([prefix, facts]) => ({
      ...facts,
      prefixes: [prefix],
    }));
    return agreedFacts([factsOf(same, bin)?.facts ?? {}]);
  };
}

describe('the public list of card ranges', () => {
  it('its faults are reported', () => {
    const { lines, creditWithoutFamily, familyOfBank, ...counts } = reportOf(source);
    expect(counts).toEqual({
      rows: 9957,
      prefixes: 9916,
      faults: {
        form: 0,
        digits: 2,
        firstDigits: 24,
        surplusRows: 15,
        prefixesWithSurplusRows: 9,
        contradictingPrefixes: 5,
      },
    });
    expect(lines.length).toBe(41);
    expect(lines).toContain('687: 113012 begins as no card does: left out');
    expect([creditWithoutFamily.rows, familyOfBank.rows]).toEqual([339, 2812]);
  });

  it('the shipped list tells the same of every card', () => {
    const [ours, theirs] = [toldBy(shipped.ranges), toldBy(source.ranges)];
    const differing = [...source.ranges.keys()].filter(
      (prefix) => !isDeepStrictEqual(ours(prefix), theirs(prefix)),
    );
    expect(differing).toEqual([]);
  });

  it('the shipped list knows no card that the public one does not know', () => {
    const isKnown = (prefix: string) => source.ranges.has(prefix);
    expect([...shipped.ranges.keys()].filter((prefix) => !isKnown(prefix))).toEqual([]);
  });
});
