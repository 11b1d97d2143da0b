// The TypeScript client as shops import it, made of its sources without the compiler.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readDocument } from '../../lib/clients/document.ts';
import { emitTypescript } from '../../lib/clients/emit-typescript.ts';

type Client = { paymentService(options: { baseUrl: string; apiKey: string }): unknown };
const resolveDir = fileURLToPath(new URL('../../lib/clients/typescript', import.meta.url));

export async function loadClient(): Promise<Client> {
  const contents = emitTypescript(readDocument(), readFileSync(join(resolveDir, 'index.txt'), 'utf8'));
  const stdin = { contents, loader: 'ts', resolveDir } as const;
  const { outputFiles } = await build({ stdin, bundle: true, platform: 'node', format: 'esm', write: false });
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  writeFileSync(join(folder, 'client.mjs'), outputFiles[0]?.contents ?? '');
  const client = (await import(join(folder, 'client.mjs'))) as Client;
  rmSync(folder, { recursive: true });
  return client;
}
