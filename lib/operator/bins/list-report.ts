// What an operator reads before a list of card ranges holds: its faults line by line, and the credit cards
// whose family is not known, because nobody is offered installments for them.
import type { ListFault, ReadList } from './list-file.ts';

export function reportOf({ rows, ranges, faults, familyOfBank, creditWithoutFamily }: ReadList) {
  const ofKind = (...kinds: ListFault['kind'][]) => faults.filter(({ kind }) => kinds.includes(kind));
  const prefixesOf = (some: readonly ListFault[]) => new Set(some.map(({ prefix }) => prefix)).size;
  const surplus = ofKind('double', 'contradiction');
  return {
    rows,
    prefixes: ranges.size,
    faults: {
      form: ofKind('form').length,
      digits: ofKind('digits').length,
      firstDigits: ofKind('firstDigits').length,
      surplusRows: surplus.length,
      prefixesWithSurplusRows: prefixesOf(surplus),
      contradictingPrefixes: prefixesOf(ofKind('contradiction')),
    },
    lines: faults.map(({ line, problem }) => `${line}: ${problem}`),
    creditWithoutFamily: { rows: creditWithoutFamily.length, lines: runsOf(creditWithoutFamily) },
    familyOfBank: { rows: familyOfBank.length, lines: runsOf(familyOfBank) },
  };
}

/** `3-5, 9` */
function runsOf(lines: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
