// A command that runs in the process of its test is separated from the service in that process.
import { afterEach, expect, it, vi } from 'vitest';
import { startHarness } from '../../harness/harness.ts';
import { runCommandIn } from './command.ts';

await startHarness();
afterEach(() => vi.restoreAllMocks());

it('work of the service beside a command keeps its environment, and adds nothing to its output', async () => {
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
