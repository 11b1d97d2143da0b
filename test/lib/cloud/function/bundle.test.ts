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
import { expectSizes } from '../../../harness/cost-table.ts';

const deployed = functionsOf(ROUTE_TABLE);
const directory = mkdtempSync(join(tmpdir(), 'bundle-test-'));
let bundles: ReadonlyMap<string, Bundle>;

beforeAll(async () => {
  const all = await bundleFunctions(deployed.map(({ entry }) => entry));
  bundles = new Map(all.map((bundle) => [bundle.entry, bundle]));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function bundleAlone(entry: string): Promise<Bundle> {
  const [bundle] = await bundleFunctions([entry]);
  if (bundle === undefined) throw new Error(`${entry} has no bundle.`);
  return bundle;
}

/** Runs a new Node process without node_modules, as in Lambda, and returns the output of the script. */
async function runAlone(script: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: directory, env });
  return stdout;
}

test('every function is as large as docs/costs.md says', () => {
  const entries = new Map(deployed.map(({ name, entry }) => [name, entry]));
  expectSizes((name) => Math.ceil((bundles.get(entries.get(name) ?? '')?.bytes ?? 0) / 1000));
});

/**
 * Limits in bytes. A function without needs contains no client, one that uses only the table starts fastest,
 * and one that calls KMS and a bank is largest. Buyers who pay wait for the functions of payment pages; the
 * largest of these, `hosted-page-pay`, judges the card’s installments too, says the terms of a consent,
 * speaks the protocols of three banks with their pre-authorisations, and finds that stolen cards are tried.
 * `document` are the functions that contain the OpenAPI document and the reference site, with the day's book and
 * what a bank's statement names its movements by since 0.11.0; the answer to unknown routes (`nothing`) knows the
 * words of other providers for it.
 */
const BUDGET = {
  document: 836_000,
  nothing: 114_500,
  tableOnly: 285_000,
  paymentPage: 412_000,
  any: 433_000,
};
const isOfPaymentPage = ({ name }: DeployedFunction) => /^hosted-page-(?:form|return|pay|three-d)/.test(name);

function budgetOf(fn: DeployedFunction): number {
  const { needs } = fn;
  if (fn.name === 'docs-openapi' || fn.name === 'docs-page') return BUDGET.document;
  if (needs.length === 0) return BUDGET.nothing;
  if (isOfPaymentPage(fn)) return BUDGET.paymentPage;
  return needs.every((need) => /^(table|index):/.test(need)) ? BUDGET.tableOnly : BUDGET.any;
}

test('every function keeps within its byte budget', () => {
  const sizes = deployed.map((fn) => {
    const bytes = bundles.get(fn.entry)?.bytes ?? Number.POSITIVE_INFINITY;
    return { name: fn.name, bytes, most: budgetOf(fn) };
  });
  expect(sizes.filter(({ bytes, most }) => bytes > most)).toEqual([]);
});

test('functions of payment pages contain nothing of card pages and of recurring payments', () => {
  const others = /\/(?:card-page|recurring-payment)\/|\/checkout\/card-page/;
  const found = deployed.filter(isOfPaymentPage).flatMap(({ name, entry }) => {
    const inputs = Object.entries(bundles.get(entry)?.inputs ?? {});
    return inputs
      .filter(([file, bytes]) => bytes > 0 && others.test(file))
      .map(([file]) => `${name}: ${file}`);
  });
  expect(found).toEqual([]);
});

test('bundles are ASCII, so V8 stores one byte per character', () => {
  const letters = [...bundles].flatMap(([entry, { code }]) => {
    const found = [...code.matchAll(/[^\0-\x7f]/gu)];
    return found.map(({ index }) => `${entry}: ${code.slice(Math.max(0, index - 20), index + 2)}`);
  });
  expect(letters).toEqual([]);
});

test('bundles contain no literal pattern with Unicode classes, which V8 would build at each start', () => {
  // In a text the backslash is doubled.
  const literals = [...bundles.values()].flatMap(({ code }) => code.match(/(?<!\\)\\[pP]\{.{20}/g) ?? []);
  expect(literals).toEqual([]);
});

test('every bundle loads without node_modules and exports its handler', async () => {
  for (const { name, entry } of deployed) {
    writeFileSync(join(directory, `${name}.js`), bundles.get(entry)?.code ?? '');
  }
  const names = deployed.map(({ name }) => name);
  const script = `for (const name of ${JSON.stringify(names)}) {
    console.log(name, typeof require('./' + name + '.js').handler);
  }`;
  const lines = (await runAlone(script, { AWS_REGION: 'eu-central-1' })).trim().split('\n');
  expect(lines).toEqual(names.map((name) => `${name} function`));
});

test('bundles contain no credential provider but the one for environment variables', () => {
  const included = [...bundles.values()].flatMap(({ inputs }) => Object.keys(inputs));
  expect(
    included.filter((file) =>
      /@(aws-sdk|smithy)\/(credential-provider|token-providers|nested-clients)/.test(file),
    ),
  ).toEqual([]);
  expect(included.some((file) => file.endsWith('lib/cloud/function/environment-credentials.ts'))).toBe(true);
});

test('bundles contain zod/mini, a sixth of zod, and not zod', () => {
  const included = [...bundles.values()].flatMap(({ inputs }) => Object.keys(inputs));
  expect(included.filter((file) => file.includes('zod/v4/classic/'))).toEqual([]);
  expect(included.some((file) => file.includes('zod/v4/mini/'))).toBe(true);
});

test('a bundle built alone equals the one built with others, and lists its inputs', async () => {
  const entry = 'functions/authorizer.ts';
  const alone = await bundleAlone(entry);
  expect(alone.code).toBe(bundles.get(entry)?.code);
  expect(alone.bytes).toBe(Buffer.byteLength(alone.code));
  const listed = Object.values(alone.inputs).reduce((sum, bytes) => sum + bytes, 0);
  expect(listed).toBeGreaterThan(alone.bytes * 0.9);
  expect(listed).toBeLessThanOrEqual(alone.bytes);
});

test('a missing entry is rejected by name', async () => {
  await expect(bundleAlone('functions/endpoints/no/such.ts')).rejects.toThrow(
    'functions/endpoints/no/such.ts',
  );
});

describe('credentials in a bundle', () => {
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

  test('the credentials are those of the environment', async () => {
    const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'session' };
    const found = JSON.parse(await runAlone(script, { ...env, AWS_REGION: 'eu-central-1' }));
    expect(found).toMatchObject({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'session' });
  });

  test('missing credentials are reported by the names of their variables', async () => {
    const output = await runAlone(script, { AWS_REGION: 'eu-central-1' });
    expect(output).toContain('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set.');
  });
});
