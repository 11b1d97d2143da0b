// Compares names of fields: a name that differs from a known one by a typing slip is probably that one. The
// result is used for nothing else, and the work is bounded for hostile input.

/** Longer names are not compared. */
const LONGEST = 40;

/** The form in which names are compared: `order_number` and `OrderNumber` become `ordernumber`. */
const folded = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');

/** The most letters by which a slip may differ: in short names two letters make another word. */
const slipsAllowed = ({ length }: string): number => (length > 4 ? 2 : Math.max(0, length - 3));

/**
 * True if `name` is `known`, or at most two letters away: missing, additional, wrong or swapped ones. A known
 * name of three letters matches only itself and its plural.
 */
export function isNearly(name: string, known: string): boolean {
  if (name.length > LONGEST) return false;
  const [one, other] = [folded(name), folded(known)];
  const most = slipsAllowed(other);
  if (other.length === 3 && one === `${other}s`) return true;
  return Math.abs(one.length - other.length) <= most && distance(one, other) <= most;
}

/** Damerau-Levenshtein, in which two swapped neighbours are one slip. */
function distance(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
