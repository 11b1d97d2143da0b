// Removes CloudWatch metric lines from the output of the local service, where they would only hide log lines.
// Tests can receive them instead.

/** The beginning of every line that functions/telemetry/metric.ts writes, and of no other line. */
const OPENING = '{"_aws":';

/** Captures metric lines until the returned function is called. */
export function captureMetricLines(onLine: (line: string) => void = () => {}): () => void {
  const { stdout } = process;
  const write = stdout.write;
  const filtered = (chunk: unknown, ...rest: unknown[]): boolean => {
    if (typeof chunk !== 'string' || !chunk.startsWith(OPENING)) {
      return Boolean(Reflect.apply(write, stdout, [chunk, ...rest]));
    }
    onLine(chunk.trimEnd());
    return true;
  };
  stdout.write = filtered;
  return () => {
    stdout.write = write;
  };
}
