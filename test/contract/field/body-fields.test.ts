// `UPDATE_DOCS=1` writes functions/contract/field/body-fields.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { EndpointHandler } from '#http/endpoint.ts';
import { ROUTES } from '#routes.ts';

const FILE = new URL('../../../functions/contract/field/body-fields.ts', import.meta.url);
const READER = { timeZone: 'Europe/Istanbul', mode: 'test' } as const;

async function namesInContracts(): Promise<string[]> {
  const names = new Set<string>();
  for (const { file } of ROUTES.filter(({ audience }) => audience === 'merchant')) {
    const path = new URL(`../../../functions/endpoints/${file}.ts`, import.meta.url);
    const { contract } = ((await import(path.href)) as { handler: EndpointHandler }).handler;
    const accepts = contract.body?.(READER).accepts;
    if (accepts?.kind === 'object') for (const name of Object.keys(accepts.fields)) names.add(name);
  }
  return [...names].sort();
}

it('the names by which a misplaced field is recognised are those of all bodies', async () => {
  const lines = (await namesInContracts()).map((name) => `  '${name}',\n`).join('');
  const written = readFileSync(FILE, 'utf8');
  const wanted = written.replace(/= \[[^\]]*\];/, `= [\n${lines}];`);
  if (process.env['UPDATE_DOCS']) writeFileSync(FILE, wanted);
  else expect(written, 'Run this test with UPDATE_DOCS=1 to renew the file').toBe(wanted);
});
