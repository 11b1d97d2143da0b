// A command that runs in the process of its test does not meet the service that goes on in that process.
import { afterEach, expect, it, vi } from 'vitest';
import { startHarness } from '../../harness/harness.ts';
import { runCommandIn } from './command.ts';

await startHarness();
afterEach(() => vi.restoreAllMocks());

it('what goes on beside a command keeps its environment, and writes nothing into its output', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  const tables = new Set<string | undefined>();
  const beside = setInterval(() => {
    tables.add(process.env['TABLE_NAME']);
    console.error('beside');
  });
  const { code, text } = await runCommandIn({}, 'review', 'list');
  clearInterval(beside);

  expect([code, text]).toEqual([1, expect.stringContaining('--local URL')]);
  expect(text).not.toContain('beside');
  expect(written).toHaveBeenCalledWith('beside');
  expect([...tables]).toEqual([process.env['TABLE_NAME']]);
});
