// Python programs that the checks of the cloud use: pip installs them into a separate virtual environment,
// and compares every archive with its digest.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** `file`: the requirements with their digests. */
type PythonPackages = { name: string; file: URL };

const run = promisify(execFile);
/** The limit of making the environment, which takes some seconds and waits for no network. */
const ENVIRONMENT_MS = 600_000;
/** The time to download and unpack the packages, as a multiple of it; not less than the second number. */
const ENVIRONMENTS = 60;
const LEAST_INSTALL_MS = 300_000;

/**
 * This machine has no suitable Python, or the packages cannot be downloaded. It is no fault of the service.
 * The message has the cause.
 */
export class PythonUnavailable extends Error {}

/** The limit follows the machine: a busy one is slow at both. */
export const installLimitMs = (environmentMs: number) =>
  Math.max(LEAST_INSTALL_MS, Math.round(environmentMs * ENVIRONMENTS));

/** A changed file gets another folder, so that its packages are installed again. */
function homeOf({ name, file }: PythonPackages): string {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  return fileURLToPath(new URL(`../../node_modules/.cache/python/${name}-${digest}`, import.meta.url));
}

/** The folder of the installed programs, `python` among them. */
export const programsOf = (packages: PythonPackages): string => join(homeOf(packages), 'bin');

/** Installs the packages unless they are installed. Throws PythonUnavailable, or the reason of `signal`. */
export async function installPython(packages: PythonPackages, signal: AbortSignal): Promise<void> {
  const home = homeOf(packages);
  /** Written last, so an interrupted installation does not have it. */
  const whole = join(home, 'whole');
  if (existsSync(whole)) return;
  rmSync(home, { recursive: true, force: true });
  let limitMs = ENVIRONMENT_MS;
  const bounded = () => ({ signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) });
  try {
    const startedMs = performance.now();
    await run('python3', ['-m', 'venv', home], bounded());
    limitMs = installLimitMs(performance.now() - startedMs);
    // Source archives are not permitted: building one would run programs without a digest.
    const from = ['--only-binary', ':all:', '--requirement', fileURLToPath(packages.file)];
    const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
    await run(join(programsOf(packages), 'python'), [...args, ...from], bounded());
  } catch (cause) {
    rmSync(home, { recursive: true, force: true });
    signal.throwIfAborted();
    if (!isOfProgram(cause)) throw cause;
    const needed = 'needs Python 3.11 or later with venv, and pip to download its packages';
    throw new PythonUnavailable(`${packages.name} ${needed}: ${causeOf(cause, limitMs)}`, { cause });
  }
  writeFileSync(whole, '');
}

/** A program ended or was ended, or is not there. Anything else is a fault of this module. */
const isOfProgram = (error: unknown) =>
  error instanceof Error && ('cmd' in error || 'path' in error || error.name === 'AbortError');

/** In one line: the last lines of what the program said, or that it took too long, or that there is none. */
function causeOf(error: unknown, limitMs: number): string {
  const { name, code, stderr = '' } = error as { name?: string; code?: unknown; stderr?: string };
  if (name === 'AbortError') return `not installed after ${Math.round(limitMs / 1000)} s`;
  if (code === 'ENOENT') return 'there is no python3';
  const said = stderr.trim().split('\n').slice(-3).join(' / ');
  return said || `it ended with ${code}`;
}
