// The report of the rehearsal: one row for each step, printed when the step ends.

export type Record = {
  /** Runs a step and prints its result. If it fails, its error is printed and thrown. */
  step<T>(name: string, act: () => Promise<T>, tell: (seen: T) => string): Promise<T>;
  rows(): readonly RecordRow[];
};
type RecordRow = { name: string; seen: string; seconds: number; passed: boolean };

const NAME_WIDTH = 44;

export function openRecord(print: (line: string) => void): Record {
  const rows: RecordRow[] = [];
  const note = (row: RecordRow) => {
    if (rows.length === 0) print(`  seconds  ${'step'.padEnd(NAME_WIDTH)}  seen`);
    rows.push(row);
    print(formatRow(row));
  };
  return {
    async step(name, act, tell) {
      const startedAt = performance.now();
      const seconds = () => (performance.now() - startedAt) / 1000;
      try {
        const result = await act();
        note({ name, seen: tell(result), seconds: seconds(), passed: true });
        return result;
      } catch (error) {
        // Only the first line; the caller prints the whole error.
        const [seen = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
        note({ name, seen, seconds: seconds(), passed: false });
        throw error;
      }
    },
    rows: () => rows,
  };
}

function formatRow({ name, seen, seconds, passed }: RecordRow): string {
  return `${passed ? ' ' : '!'} ${seconds.toFixed(1).padStart(7)}  ${name.padEnd(NAME_WIDTH)}  ${seen}`;
}
