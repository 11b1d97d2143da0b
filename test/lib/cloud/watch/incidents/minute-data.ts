// Published values by minute, as CloudWatch keeps them: their sum, number and maximum.

/** A value that a function or AWS has published. */
export type Datum = {
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, string>>;
  value: number;
  atMs: number;
};
type Metric = Pick<Datum, 'namespace' | 'name' | 'dimensions'>;
export type Summary = { sum: number; count: number; max(): number };

const MINUTE_MS = 60_000;

export const keyOf = ({ namespace, name, dimensions }: Metric): string =>
  [namespace, name, ...Object.entries(dimensions).flat().sort()].join(' ');

type Column = { metric: Metric; sums: Float64Array; counts: Float64Array; max: Float64Array };

export class MinuteData {
  readonly #fromMs: number;
  readonly #minutes: number;
  readonly #columns = new Map<string, Column>();
  #isSummed = false;

  /** Values before `fromMs`, or later than `minutes` after it, are not kept. */
  constructor(fromMs: number, minutes: number) {
    this.#fromMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS;
    this.#minutes = minutes;
  }

  static of(data: readonly Datum[]): MinuteData {
    const [first, last] = [Math.min, Math.max].map((which) =>
      data.reduce((known, { atMs }) => which(known, atMs), data[0]?.atMs ?? 0),
    ) as [number, number];
    const own = new MinuteData(first, Math.floor((last - first) / MINUTE_MS) + 2);
    for (const { value, atMs, ...metric } of data) own.add(metric, atMs, value);
    return own;
  }

  /** Adds `count` values with this sum; `max` is the highest one. */
  add(metric: Metric, atMs: number, sum = 1, count = 1, max = sum): void {
    const at = Math.floor((atMs - this.#fromMs) / MINUTE_MS);
    if (at < 0 || at >= this.#minutes || count === 0) return;
    if (this.#isSummed) throw new Error('Values come before the first look.');
    const column = this.#columnOf(metric);
    column.sums[at + 1] = (column.sums[at + 1] ?? 0) + sum;
    column.counts[at + 1] = (column.counts[at + 1] ?? 0) + count;
    column.max[at] = Math.max(column.max[at] ?? Number.NEGATIVE_INFINITY, max);
  }

  /** The keys of the metrics that a query finds. */
  keysOf(isFound: (metric: Metric) => boolean): string[] {
    return [...this.#columns].filter(([, { metric }]) => isFound(metric)).map(([key]) => key);
  }

  #columnOf(metric: Metric): Column {
    const key = keyOf(metric);
    const known = this.#columns.get(key);
    if (known) return known;
    const size = this.#minutes + 1;
    const max = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
    const column = { metric, sums: new Float64Array(size), counts: new Float64Array(size), max };
    this.#columns.set(key, column);
    return column;
  }

  /** Undefined if nothing was published from one instant to another. */
  summary(key: string, fromMs: number, toMs: number): Summary | undefined {
    if (!this.#isSummed) this.#sumUp();
    const column = this.#columns.get(key);
    if (column === undefined) return undefined;
    const [from, to] = [fromMs, toMs].map((atMs) => this.#placeOf(atMs)) as [number, number];
    const count = (column.counts[to] ?? 0) - (column.counts[from] ?? 0);
    if (count === 0) return undefined;
    const max = () => column.max.subarray(from, to).reduce((a, b) => Math.max(a, b));
    return { sum: (column.sums[to] ?? 0) - (column.sums[from] ?? 0), count, max };
  }

  #placeOf(atMs: number): number {
    const at = Math.floor((atMs - this.#fromMs) / MINUTE_MS);
    return Math.min(Math.max(at, 0), this.#minutes);
  }

  #sumUp(): void {
    for (const { sums, counts } of this.#columns.values()) {
      for (let at = 1; at < sums.length; at += 1) {
        sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0);
        counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
      }
    }
    this.#isSummed = true;
  }
}
