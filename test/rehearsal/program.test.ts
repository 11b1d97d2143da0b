import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defined } from '#domain/defined.ts';
import { type Program, run, start } from './program.ts';

const forever = new AbortController().signal;
const node = (script: string, input?: string): Program => ({
  command: process.execPath,
  args: ['-e', script],
  env: { PATH: process.env['PATH'] },
  ...defined({ input }),
});

test('a successful program returns its output', async () => {
  expect(await run(node('process.stdin.pipe(process.stdout)', 'card'), forever)).toBe('card');
});

test('a failed program throws with the end of its output', async () => {
  const failing = node('console.error("no such bucket"); process.exit(3)');
  await expect(run(failing, forever)).rejects.toThrow(/ended with 3:\nno such bucket/);
});

test('a program that cannot be started throws', async () => {
  await expect(start({ command: '/no/such/program', args: [], env: {} })).rejects.toThrow('ENOENT');
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Prints the id of its child process; both ignore SIGTERM and keep running. */
const STUBBORN = `
  const { spawn } = require('node:child_process');
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
  console.log(spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' }).pid);
  setInterval(() => {}, 1000);
`;

test('stopping a program also kills its children, even if they ignore SIGTERM', async () => {
  const running = await start(node(STUBBORN));
  while (running.output() === '') await pause(10);
  const child = Number(running.output());
  expect(isAlive(child)).toBe(true);
  await running.stop();
  while (isAlive(child)) await pause(10);
  // A second stop has no effect.
  await running.stop();
});

test('an aborted signal stops a running program', async () => {
  const interruption = new AbortController();
  const running = run(node('setInterval(() => {}, 1000)'), interruption.signal);
  interruption.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
});
