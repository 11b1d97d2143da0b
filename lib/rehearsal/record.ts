// What was seen, step by step, printed as it happens: one row each, so that the last screen is the report.

export type Record = {
  /** Runs the step and prints what was seen; where it fails, that is its row, and the failure goes on. */
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
        // Its first line; who ends the rehearsal prints all of it.
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
