// Packs the Python client as a wheel: what is written by hand and what is made of the OpenAPI document. Needs
// no Python.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDocument } from './document.ts';
import { emitPython } from './emit-python.ts';
import { wheel } from './wheel.ts';

const PACKAGE = 'payment_service_client';
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** What is written by hand; `py.typed` says that the package has types. */
const SOURCES = [
  'python/__init__.py',
  'python/core.py',
  'python/exact.py',
  'python/receivers.py',
  'python/sandbox.py',
  'python/transport.py',
  'python/verify.py',
  'python/py.typed',
];

/** Returns the path of the packed file. */
export function packPython(folder: string): string {
  const home = resolve(folder);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const api = readDocument();
  const { types, operations } = emitPython(api);
  const files = [
    ...SOURCES.map((path) => ({ name: path.replace('python/', ''), text: read(path) })),
    { name: 'types.py', text: types },
    { name: 'operations.py', text: operations },
  ];
  const file = join(home, `${PACKAGE}-${api.version}-py3-none-any.whl`);
  writeFileSync(file, wheel(PACKAGE, api.version, files, read('README.md')));
  return file;
}
