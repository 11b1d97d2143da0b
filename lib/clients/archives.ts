// The packed clients as the reference site serves them.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packPython } from './pack-python.ts';
import { packTypescript } from './pack-typescript.ts';

type ClientArchive = { name: string; bytes: Buffer; sha256: string };

let made: { typescript: ClientArchive; python: ClientArchive } | undefined;

/** Made once in a process, because the compiler takes seconds. */
export function clientArchives(): { typescript: ClientArchive; python: ClientArchive } {
  made ??= packed();
  return made;
}

function packed() {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'));
  const archive = (path: string): ClientArchive => {
    const bytes = readFileSync(path);
    return { name: basename(path), bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  const typescript = archive(packTypescript(join(folder, 'typescript')));
  const python = archive(packPython(join(folder, 'python')));
  rmSync(folder, { recursive: true });
  return { typescript, python };
}
