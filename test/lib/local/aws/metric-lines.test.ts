import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { measure } from '#telemetry/metric.ts';
import { captureMetricLines } from '../../../../lib/local/aws/metric-lines.ts';

const printed: string[] = [];
const { write } = process.stdout;
beforeEach(() => {
  vi.stubEnv('STAGE', 'local');
  printed.length = 0;
  process.stdout.write = (text: string) => printed.push(text) > 0;
});
afterEach(() => {
  process.stdout.write = write;
});

it('captured metric lines are not printed, and other lines are', () => {
  const captured: string[] = [];
  const release = captureMetricLines((line) => void captured.push(line));
  measure({ ManualReviews: 1 }, {});
  process.stdout.write('Payment service on this machine\n');
  release();
  expect(printed).toEqual(['Payment service on this machine\n']);
  expect(captured.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ ManualReviews: 1 })]);
});

it('metric lines are printed one per line after the capture ends', () => {
  captureMetricLines()();
  measure({ ManualReviews: 1 }, {});
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(/^\{"_aws":.+\}\n$/);
});
