// `npm run trial -- chaos` with wrong options. The chaos test itself takes a minute: CI runs it separately.
import { expect, it } from 'vitest';
import { runCommand } from '../bin/driver/command.ts';

it.each([
  [['--kills', 'many'], '--kills is a number from 0.'],
  [['--rounds', '0'], '--rounds is a number from 1.'],
  [['--speed', '3'], "Unknown option '--speed'"],
])('a command with %j is refused with the usage before a service starts', async (args, message) => {
  const { code, text } = await runCommand('test/chaos/run.ts', ...args);
  expect(code).toBe(2);
  expect(text).toContain(message);
  expect(text).toContain('Usage: npm run trial -- chaos');
});
