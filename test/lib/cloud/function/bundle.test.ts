import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import {
  type DeployedFunction,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../lib/cloud/function/deployed-function.ts';

const doors = functionsOf(ROUTE_TABLE);
const directory = mkdtempSync(join(tmpdir(), 'bundle-test-'));
let bundles: ReadonlyMap<string, Bundle>;

beforeAll(async () => {
  const all = await bundleFunctions(doors.map(({ entry }) => entry));
  bundles = new Map(all.map((bundle) => [bundle.entry, bundle]));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function bundleAlone(entry: string): Promise<Bundle> {
  const [bundle] = await bundleFunctions([entry]);
  if (bundle === undefined) throw new Error(`${entry} has no bundle.`);
  return bundle;
}

/** A fresh Node without modules to find, as Lambda starts one; answers what the script prints. */
async function runAlone(script: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: directory, env });
  return stdout;
}

/**
 * Bytes. What needs nothing carries no client; functions of the table alone start soonest; those that speak
 * to KMS and a bank carry more.
 */
const BUDGET = { nothing: 60_000, tableOnly: 320_000, any: 480_000 };

function budgetOf({ needs }: DeployedFunction): number {
  if (needs.length === 0) return BUDGET.nothing;
  return needs.every((need) => /^(table|index):/.test(need)) ? BUDGET.tableOnly : BUDGET.any;
}

test('every function keeps within its budget of bytes', () => {
  const sizes = doors.map((door) => {
    const bytes = bundles.get(door.entry)?.bytes ?? Number.POSITIVE_INFINITY;
    return { name: door.name, bytes, most: budgetOf(door) };
  });
  expect(sizes.filter(({ bytes, most }) => bytes > most)).toEqual([]);
});

test('no letter of a bundle is beyond ASCII, so that V8 reads it in one byte a letter', () => {
  const letters = [...bundles].flatMap(([entry, { code }]) => {
    return (code.match(/.{0,20}[^\0-\x7f]/gu) ?? []).map((text) => `${entry}: ${text}`);
  });
  expect(letters).toEqual([]);
});

test('every function loads alone, without a package beside it, and exports its handler', async () => {
  for (const { name, entry } of doors) {
    writeFileSync(join(directory, `${name}.js`), bundles.get(entry)?.code ?? '');
  }
  const names = doors.map(({ name }) => name);
  const script = `for (const name of ${JSON.stringify(names)}) {
    console.log(name, typeof require('./' + name + '.js').handler);
  }`;
  const lines = (await runAlone(script, { AWS_REGION: 'eu-central-1' })).trim().split('\n');
  expect(lines).toEqual(names.map((name) => `${name} function`));
});

test('no function carries the chain that looks for credentials anywhere but in the environment', () => {
  const carried = [...bundles.values()].flatMap(({ inputs }) => Object.keys(inputs));
  expect(
    carried.filter((file) =>
      /@(aws-sdk|smithy)\/(credential-provider|token-providers|nested-clients)/.test(file),
    ),
  ).toEqual([]);
  expect(carried.some((file) => file.endsWith('lib/cloud/function/environment-credentials.ts'))).toBe(true);
});

test('no function carries the whole of zod, of which zod/mini is a sixth', () => {
  const carried = [...bundles.values()].flatMap(({ inputs }) => Object.keys(inputs));
  expect(carried.filter((file) => file.includes('zod/v4/classic/'))).toEqual([]);
  expect(carried.some((file) => file.includes('zod/v4/mini/'))).toBe(true);
});

test('one function is bundled as many are, byte for byte, and accounts for its bytes', async () => {
  const entry = 'functions/authorizer.ts';
  const alone = await bundleAlone(entry);
  expect(alone.code).toBe(bundles.get(entry)?.code);
  expect(alone.bytes).toBe(Buffer.byteLength(alone.code));
  const accounted = Object.values(alone.inputs).reduce((sum, bytes) => sum + bytes, 0);
  expect(accounted).toBeGreaterThan(alone.bytes * 0.9);
  expect(accounted).toBeLessThanOrEqual(alone.bytes);
});

test('a missing entry is refused by its name', async () => {
  await expect(bundleAlone('functions/endpoints/no/such.ts')).rejects.toThrow(
    'functions/endpoints/no/such.ts',
  );
});

describe('the credentials of a function', () => {
  const entry = join(directory, 'sign.ts');
  const script = `require('./sign.js').handler().then(
    (found) => console.log(JSON.stringify(found)),
    (error) => console.log(error.message),
  );`;
  beforeAll(async () => {
    const client = join(import.meta.dirname, '../../../../node_modules/@aws-sdk/client-kms');
    writeFileSync(
      entry,
      `import { KMSClient } from ${JSON.stringify(client)};
      const kms = new KMSClient();
      export const handler = () => kms.config.credentials();`,
    );
    writeFileSync(join(directory, 'sign.js'), (await bundleAlone(entry)).code);
  });

  test('are those of the environment', async () => {
    const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'session' };
    const found = JSON.parse(await runAlone(script, { ...env, AWS_REGION: 'eu-central-1' }));
    expect(found).toMatchObject({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'session' });
  });

  test('are missed by name where there are none', async () => {
    const said = await runAlone(script, { AWS_REGION: 'eu-central-1' });
    expect(said).toContain('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set.');
  });
});
