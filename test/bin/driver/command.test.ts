// A command that runs in the process of its test is separated from the service in that process.
import { afterEach, expect, it, vi } from 'vitest';
import { freePort } from '../../../lib/local/free-port.ts';
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
  // A service of the developer may run where commands look by default.
  const nowhere = `http://localhost:${await freePort()}`;
  const { code, text } = await runCommandIn({}, 'review', 'list', '--local', nowhere);
  clearInterval(beside);

  expect([code, text]).toEqual([1, expect.stringContaining('--local URL')]);
  expect(text).not.toContain('beside');
  expect(written).toHaveBeenCalledWith('beside');
  expect([...tables]).toEqual([process.env['TABLE_NAME']]);
});
