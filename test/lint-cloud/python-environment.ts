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
const INSTALL_MS = 300_000;

/**
 * This machine has no suitable Python, or the packages cannot be downloaded. It is no fault of the service.
 */
export class PythonUnavailable extends Error {}

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
  const bounded = { signal: AbortSignal.any([signal, AbortSignal.timeout(INSTALL_MS)]) };
  try {
    await run('python3', ['-m', 'venv', home], bounded);
    // Source archives are not permitted: building one would run programs without a digest.
    const from = ['--only-binary', ':all:', '--requirement', fileURLToPath(packages.file)];
    const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
    await run(join(programsOf(packages), 'python'), [...args, ...from], bounded);
  } catch (cause) {
    rmSync(home, { recursive: true, force: true });
    signal.throwIfAborted();
    const needed = 'Python 3.11 or later, with venv and pip to install the packages';
    throw new PythonUnavailable(`${packages.name} needs ${needed}.`, { cause });
  }
  writeFileSync(whole, '');
}
