// `npm run trial -- packed`: the packed clients where they are used. Kills a shop on each a thousand times,
// or as often as `packed --kills N` says; runs their receivers in Express, Next, FastAPI and Django; reads
// the types of all Python code of the documents with mypy. `packed --only kills` and the like run a part.
// Needs Python 3 and what npm and pip download. Exit codes: 0 if all passed, 1 if not, 69 if there is no
// Python 3, or pip cannot install what a part needs.
import '../../../lib/help.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packPython } from '../../../lib/clients/pack-python.ts';
import { packTypescript } from '../../../lib/clients/pack-typescript.ts';
import { type Harness, openHarness } from '../../harness/harness.ts';
import { typedPrograms } from '../../site/typed-code.ts';
import { killShop } from './killed-shop.ts';
import { pythonShop, typescriptShop } from './programs.ts';
import { checkReceivers } from './receivers.ts';

const UNAVAILABLE = 69;
const option = { type: 'string' } as const;
const { values } = parseArgs({ args: argv.slice(2), options: { kills: option, only: option } });
const { kills = '1000', only = '' } = values;
if (spawnSync('python3', ['--version']).error) {
  stdout.write('Not run, because this machine has no python3.\n');
  process.exit(UNAVAILABLE);
}
const folder = mkdtempSync(join(tmpdir(), 'packed-clients-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const home = join(folder, 'typescript');
const archive = packTypescript(home);
const wheel = packPython(join(folder, 'python'));
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
const run = (command: string, args: string[], cwd = folder) => void execFileSync(command, args, { cwd, env });

const PARTS: Record<string, () => Promise<string>> = {
  'kills of typescript': () => kill(typescriptShop(home)),
  'kills of python': () => kill(pythonShop(wheel)),
  'receivers in Express and Next': async () => {
    const cwd = join(folder, 'receivers');
    cpSync(here('./next'), cwd, { recursive: true });
    cpSync(here('./receivers.mjs'), join(cwd, 'receivers.mjs'));
    writeFileSync(join(cwd, 'package.json'), '{}');
    run('npm', ['install', '--silent', 'express@5', 'next@16', 'react', 'react-dom', archive], cwd);
    run('npx', ['next', 'build'], cwd);
    const paths = { express: [0, '/webhook'], 'express-raw': [0, '/raw'], next: [1, '/webhook'] } as const;
    return await receive({ command: 'node', args: ['receivers.mjs'], cwd, paths });
  },
  'receivers in FastAPI and Django': async () => {
    const paths = {
      fastapi: [0, '/webhook'],
      'fastapi-async': [0, '/later'],
      django: [1, '/webhook'],
    } as const;
    const args = [here('./receivers.py')];
    const command = python('fastapi', 'uvicorn', 'django');
    return await receive({ command, args, cwd: folder, paths });
  },
  mypy: async () => {
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    const files = Object.entries(typedPrograms('python'));
    for (const [name, code] of files) writeFileSync(join(programs, `${name}.py`), code);
    const given = ['-m', 'mypy', '--strict', here('./typed_shop.py'), programs];
    const { status, stdout: told } = spawnSync(python('mypy', 'pyjwt'), given, {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(told);
    return `${files.length + 1} programs pass`;
  },
};

for (const [name, part] of Object.entries(PARTS)) {
  if (!name.includes(only)) continue;
  const result = await part().catch((error: unknown) => {
    process.exitCode = 1;
    return `FAILED\n${error instanceof Error ? error.message : String(error)}`;
  });
  stdout.write(`${name}: ${result}\n`);
}

/** A Python of its own with the wheel and these packages. Ends the program where they cannot be had. */
function python(...packages: string[]): string {
  const home = join(folder, packages.join('-'));
  const path = join(home, 'bin/python');
  run('python3', ['-m', 'venv', home]);
  const install = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...packages];
  if (spawnSync(path, install).status !== 0) {
    stdout.write(`Not run, because pip has not installed ${packages.join(', ')}.\n`);
    process.exit(UNAVAILABLE);
  }
  run(path, [...install, wheel]);
  return path;
}

async function kill(program: Parameters<typeof killShop>[1]): Promise<string> {
  const figures = await withHarness((harness) => killShop(harness, program, Number(kills)));
  return `nothing doubled, nothing missing: ${JSON.stringify(figures)}`;
}

async function receive(receivers: Parameters<typeof checkReceivers>[1]): Promise<string> {
  await withHarness((harness) => checkReceivers(harness, receivers));
  return 'passed';
}

async function withHarness<Result>(work: (harness: Harness) => Promise<Result>): Promise<Result> {
  const harness = await openHarness({ events: true, startAt: new Date() });
  try {
    return await work(harness);
  } finally {
    await harness.close();
  }
}
