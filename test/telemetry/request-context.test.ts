// The fields that the context of an invocation adds to its lines of output.
import { afterEach, expect, it, vi } from 'vitest';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import {
  correlateWith,
  invocationEndMs,
  withInvocation,
  withSeparateCorrelation,
} from '#telemetry/request-context.ts';

afterEach(() => vi.restoreAllMocks());

const invocation = { awsRequestId: 'R-1', getRemainingTimeInMillis: () => 60_000 };

it('a background function’s lines have its request and correlation, and no time of the process', () => {
  vi.stubEnv('STAGE', 'test');
  vi.stubEnv(
    '_X_AMZN_TRACE_ID',
    'Self=1-0-0;Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0',
  );
  const logged = vi.spyOn(console, 'info').mockImplementation(() => {});
  const written = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  withInvocation(invocation, () => {
    withSeparateCorrelation(() => {
      correlateWith('C-1');
      log('info', 'done');
      measure({ BanksDown: 0 }, {});
    });
  });
  const line = JSON.parse(String(logged.mock.calls[0]?.[0]));
  expect(Object.keys(line)).toEqual(['level', 'message', 'at', 'requestId', 'traceId', 'correlationId']);
  expect(line.traceId).toBe('1-5759e988-bd862e3fe1be46a994272793');
  const metric = JSON.parse(String(written.mock.calls[0]?.[0]));
  expect(Object.keys(metric).sort()).toEqual(
    ['BanksDown', '_aws', 'at', 'correlationId', 'message', 'requestId', 'stage', 'traceId'].sort(),
  );
  vi.unstubAllEnvs();
});

it('the end of a background function’s time is known in each part of its work', () => {
  const latest = performance.now() + 61_000;
  const ends = withInvocation(invocation, () => withSeparateCorrelation(() => invocationEndMs() ?? 0));
  expect(ends).toBeGreaterThan(performance.now());
  expect(ends).toBeLessThan(latest);
  expect(invocationEndMs()).toBeUndefined();
});
