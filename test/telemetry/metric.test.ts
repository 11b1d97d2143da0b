import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { METRICS, measure } from '#telemetry/metric.ts';
import { correlateWith, withRequest } from '#telemetry/request-context.ts';
import { captureMetricLines } from '../../lib/local/aws/metric-lines.ts';

const lines: string[] = [];
let release = () => {};
beforeEach(() => {
  vi.stubEnv('STAGE', 'sandbox');
  lines.length = 0;
  release = captureMetricLines((line) => void lines.push(line));
});
afterEach(() => release());

const lastLine = () => JSON.parse(lines.at(-1) ?? 'null');

describe('measure', () => {
  it('a metric that is quiet at zero stands in the line, and is published above zero only', () => {
    measure({ PageDiffers: 0 }, {});
    expect(lastLine()).toMatchObject({
      message: 'PageDiffers',
      PageDiffers: 0,
      _aws: { CloudWatchMetrics: [] },
    });
    measure({ PageDiffers: 1 }, {});
    expect(lastLine()._aws.CloudWatchMetrics[0].Metrics).toEqual([{ Name: 'PageDiffers', Unit: 'Count' }]);
    measure({ PagesDeclined: 0 }, {});
    expect(lastLine()._aws.CloudWatchMetrics[0].Metrics).toEqual([{ Name: 'PagesDeclined', Unit: 'Count' }]);
  });

  it('a metric line has each metric once, by stage and at most one more dimension', () => {
    measure(
      { ChargesSucceeded: 1, ChargesDeclined: 0, TakenMinor: 4050 },
      { currency: 'TRY', merchantId: 'M-1' },
    );
    const { _aws, at, ...rest } = lastLine();
    expect(_aws).toEqual({
      Timestamp: Date.parse(at),
      CloudWatchMetrics: [
        {
          Namespace: 'Payment',
          Dimensions: [['stage', 'currency']],
          Metrics: [{ Name: 'TakenMinor', Unit: 'None' }],
        },
        {
          Namespace: 'Payment',
          Dimensions: [['stage']],
          Metrics: [
            { Name: 'ChargesSucceeded', Unit: 'Count' },
            { Name: 'ChargesDeclined', Unit: 'Count' },
          ],
        },
      ],
    });
    expect(rest).toEqual({
      message: 'TakenMinor, ChargesSucceeded, ChargesDeclined',
      stage: 'sandbox',
      currency: 'TRY',
      merchantId: 'M-1',
      ChargesSucceeded: 1,
      ChargesDeclined: 0,
      TakenMinor: 4050,
    });
  });

  it('a metric line contains no line break, which would make a second log event', () => {
    measure({ ManualReviews: 1 }, { reason: 'one\ntwo' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('\n');
  });

  it('the measure function never throws, because money may have moved', () => {
    vi.stubEnv('STAGE', undefined);
    const { error } = console;
    const logged: string[] = [];
    console.error = (line: string) => void logged.push(line);
    measure({ ManualReviews: 1 }, {});
    console.error = error;
    expect(lines).toEqual([]);
    expect(logged.join()).toContain('not measured');
  });

  it('a metric line has the id of its request and the correlation id', async () => {
    await Promise.all(
      ['R-1', 'R-2'].map((requestId) =>
        withRequest(requestId, async () => {
          await Promise.resolve();
          correlateWith(requestId === 'R-1' ? 'R-0' : undefined);
          await Promise.resolve();
          measure({ ManualReviews: 1 }, {});
        }),
      ),
    );
    const ids = lines.map((line) => JSON.parse(line)).map((one) => [one.requestId, one.correlationId]);
    expect(ids).toEqual([
      ['R-1', 'R-0'],
      ['R-2', undefined],
    ]);
  });
});

it('no dimension has values that a merchant or buyer chooses', () => {
  const dimensions = Object.values(METRICS).flatMap((metric) => ('by' in metric ? [metric.by] : []));
  expect(new Set(dimensions)).toEqual(new Set(['currency', 'operation']));
});
