// What a line tells of an error that is not ours, whose message may repeat what it was given.
import { afterEach, expect, it, vi } from 'vitest';
import { log } from '#telemetry/log.ts';

afterEach(() => vi.restoreAllMocks());

function lineAbout(error: Error): string {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  log('error', 'broken', {}, error);
  return String(written.mock.calls[0]?.[0]);
}

it('of an error names and places are told, never its message, not even lines that look like places', () => {
  const given = 'cannot read\n    at 4603450000000000\n    at 4603450000000000 ($&)';
  const line = lineAbout(new TypeError(given, { cause: new RangeError(given) }));
  expect(line).not.toContain('460345');
  expect(JSON.parse(line)).toMatchObject({
    message: 'broken',
    error: { name: 'TypeError', cause: { name: 'RangeError' } },
  });
  expect(line).toContain('log.test.ts');
});
