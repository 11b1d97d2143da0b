// The report of the rehearsal: one row for each step, printed when the step ends.

export type Report = {
  /** Runs a step and prints its result. If it fails, its error is printed and thrown. */
  step<T>(name: string, act: () => Promise<T>, describe: (result: T) => string): Promise<T>;
  rows(): readonly ReportRow[];
};
type ReportRow = { name: string; result: string; seconds: number; passed: boolean };

const NAME_WIDTH = 44;

export function openReport(print: (line: string) => void): Report {
  const rows: ReportRow[] = [];
  const addRow = (row: ReportRow) => {
    if (rows.length === 0) print(`  seconds  ${'step'.padEnd(NAME_WIDTH)}  seen`);
    rows.push(row);
    print(formatRow(row));
  };
  return {
    async step(name, act, describe) {
      const startedAt = performance.now();
      const seconds = () => (performance.now() - startedAt) / 1000;
      try {
        const result = await act();
        addRow({ name, result: describe(result), seconds: seconds(), passed: true });
        return result;
      } catch (error) {
        // Prints the first line only; the caller prints the whole error.
        const [result = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
        addRow({ name, result, seconds: seconds(), passed: false });
        throw error;
      }
    },
    rows: () => rows,
  };
}

function formatRow({ name, result, seconds, passed }: ReportRow): string {
  return `${passed ? ' ' : '!'} ${seconds.toFixed(1).padStart(7)}  ${name.padEnd(NAME_WIDTH)}  ${result}`;
}
