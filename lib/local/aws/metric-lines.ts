// Lines of figures that functions write for CloudWatch. Nobody graphs them on one machine, so they are taken
// out of what is printed for a person; whoever wants them, a test for instance, is handed each.

/** How functions/telemetry/metric.ts begins a line, and nothing else does. */
const OPENING = '{"_aws":';

/** From now on; answers how to end it. */
export function takeMetricLines(hand: (line: string) => void = () => {}): () => void {
  const { stdout } = process;
  const write = stdout.write;
  const filtered = (chunk: unknown, ...rest: unknown[]): boolean => {
    if (typeof chunk !== 'string' || !chunk.startsWith(OPENING)) {
      return Boolean(Reflect.apply(write, stdout, [chunk, ...rest]));
    }
    hand(chunk.trimEnd());
    return true;
  };
  stdout.write = filtered;
  return () => {
    stdout.write = write;
  };
}
