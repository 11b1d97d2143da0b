// Programs that cannot be installed say why, and a slow machine gets the time that it needs.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installLimitMs, installPython, PythonUnavailable, programsOf } from './python-environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'python-'));
  writeFileSync(join(folder, 'packages.txt'), folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(programsOf(packages()), { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});

const packages = () => ({ name: 'nothing', file: pathToFileURL(join(folder, 'packages.txt')) });

/** A python3 that makes an environment, whose pip runs this script. */
function putPython(pip: string): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = '"$3/bin/python"';
  const made = `mkdir -p "$3/bin" && printf '%s' '#!/bin/sh\n${pip}' > ${program} && chmod +x ${program}`;
  writeFileSync(join(bin, 'python3'), `#!/bin/sh\n${made}\n`);
  chmodSync(join(bin, 'python3'), 0o755);
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
}
const install = (signal = new AbortController().signal) => installPython(packages(), signal);

it('without Python the message says that there is none', async () => {
  vi.stubEnv('PATH', folder);
  await expect(install()).rejects.toThrow(PythonUnavailable);
  await expect(install()).rejects.toThrow(/^nothing needs Python 3\.11 or later .*: there is no python3$/);
});

it('what pip says is told', async () => {
  putPython('echo "ERROR: No matching distribution found for nothing" >&2; exit 1');
  await expect(install()).rejects.toThrow(/: ERROR: No matching distribution found for nothing$/);
});

it('an interruption is no lack of Python, and what is installed is installed once', async () => {
  const interrupted = new Error('interrupted');
  await expect(install(AbortSignal.abort(interrupted))).rejects.toBe(interrupted);
  putPython('exit 0');
  await install();
  vi.stubEnv('PATH', folder);
  await install();
});

it('the limit of the installation follows the machine', () => {
  expect(installLimitMs(4_000)).toBe(300_000);
  expect(installLimitMs(20_000)).toBe(1_200_000);
  // A timer takes whole milliseconds only.
  expect(installLimitMs(7_123.456_789)).toBe(427_407);
});
