// Packs the TypeScript client: what is written by hand and what is made of the OpenAPI document, compiled to
// JavaScript with its types.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument } from './document.ts';
import { emitTypescript } from './emit-typescript.ts';
import { tarball } from './tarball.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * A scope with a dot, which the registry of npm gives to nobody: whoever installs by the name alone gets nothing,
 * and never the package of a stranger.
 */
const NAME = '@payment.service/client';

/** What is written by hand. */
const SOURCES = [
  'lib/clients/typescript/core.ts',
  'lib/clients/typescript/sandbox.ts',
  'lib/clients/typescript/verify.ts',
];

const COMPILER = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.asynciterable'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  rewriteRelativeImportExtensions: true,
  declaration: true,
  types: ['node'],
  typeRoots: [here('../../node_modules/@types')],
  rootDir: 'src',
  outDir: '.',
};

/** Returns the path of the packed file. Throws if the client does not compile. */
export function packTypescript(folder: string): string {
  const home = resolve(folder);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, 'src'), { recursive: true });
  for (const file of SOURCES) cpSync(here(`../../${file}`), join(home, 'src', basename(file)));
  cpSync(here('./README.md'), join(home, 'README.md'));
  const api = readDocument();
  writeFileSync(
    join(home, 'src/index.ts'),
    emitTypescript(api, readFileSync(here('./typescript/index.txt'), 'utf8')),
  );
  const about = { name: NAME, version: api.version, license: 'UNLICENSED', private: true };
  const entry = { type: 'module', exports: './index.js', types: './index.d.ts' };
  writeFileSync(join(home, 'package.json'), JSON.stringify({ ...about, ...entry }, null, 2));
  writeFileSync(
    join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER, include: ['src'], exclude: [] }),
  );
  execFileSync(here('../../node_modules/.bin/tsc'), ['-p', '.'], { cwd: home, stdio: 'inherit' });
  const packed = readdirSync(home).filter((name) =>
    /^(?:README\.md|package\.json|.*\.js|.*\.d\.ts)$/.test(name),
  );
  const files = packed.sort().map((name) => ({ name, text: readFileSync(join(home, name), 'utf8') }));
  const file = join(home, `payment-service-client-${api.version}.tgz`);
  writeFileSync(file, tarball(files));
  return file;
}
