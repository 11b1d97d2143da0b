// A log line about an error of a library, whose message may repeat its input.
import { afterEach, expect, it, vi } from 'vitest';
import { log } from '#telemetry/log.ts';

afterEach(() => vi.restoreAllMocks());

function lineAbout(error: Error): string {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  log('error', 'broken', {}, error);
  return String(written.mock.calls[0]?.[0]);
}

it('an error is logged with its name and stack, without its message, also if it looks like a stack', () => {
  const message = 'cannot read\n    at 4603450000000000\n    at 4603450000000000 ($&)';
  const line = lineAbout(new TypeError(message, { cause: new RangeError(message) }));
  expect(line).not.toContain('460345');
  expect(JSON.parse(line)).toMatchObject({
    message: 'broken',
    error: { name: 'TypeError', cause: { name: 'RangeError' } },
  });
  expect(line).toContain('log.test.ts');
});
