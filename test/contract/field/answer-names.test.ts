// `UPDATE_DOCS=1` writes functions/contract/field/answer-names.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as written from '#contract/field/answer-names.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { type ApiObject, ROUTES, type Route } from '#routes.ts';
import { OPENAPI_FILE } from '../../../lib/openapi/openapi.ts';

const FILE = new URL('../../../functions/contract/field/answer-names.ts', import.meta.url);

type Schemas = Record<ApiObject, { properties: Record<string, unknown> }>;
const schemas: Schemas = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')).components.schemas;

const namesOf = (object: ApiObject) => Object.keys(schemas[object].properties);
/** `RECURRING_PAYMENT_NAMES` holds the names of a RecurringPayment. */
const objectOf = (constant: string) =>
  constant
    .replace('_NAMES', '')
    .toLowerCase()
    .replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()) as ApiObject;

/** The names in lines of at most 108 characters. */
const filled = (names: readonly string[]) =>
  ` ${names.join(' ')}`.replaceAll(/ (.{1,106})(?= |$)/g, '  $1\n').trimEnd();

it('the names of each object are those of its schema', () => {
  const before = readFileSync(FILE, 'utf8');
  const wanted = before.replaceAll(
    /export const (\w+) = (.*)words\(`[^`]*`\)/g,
    (_, constant: string, pure: string) =>
      `export const ${constant} = ${pure}words(\`\n${filled(namesOf(objectOf(constant)))}\n\`)`,
  );
  if (process.env['UPDATE_DOCS']) writeFileSync(FILE, wanted);
  else expect(before, 'Run this test with UPDATE_DOCS=1 to renew the file').toBe(wanted);
  expect(Object.keys(written).length).toBeGreaterThan(0);
});

/** What the call creates, or else what the calls about its noun are about. */
function resourceOf({ file, returns }: Route): ApiObject | undefined {
  if (returns?.status === 201) return returns.object;
  const [noun] = file.split('/');
  return ROUTES.find((one) => one.file === `${noun}/create`)?.returns?.object;
}

const rows = ROUTES.flatMap((route) => {
  const resource = resourceOf(route);
  const isWrite = route.audience === 'merchant' && /^(?:POST|PUT)$/.test(route.method);
  return isWrite && resource ? [{ name: `${route.method} ${route.path}`, file: route.file, resource }] : [];
});

// The file that was just written is read in the next run.
if (!process.env['UPDATE_DOCS'])
  it.each(rows)('$name knows the names of its $resource', async ({ file, resource }) => {
    const path = new URL(`../../../functions/endpoints/${file}.ts`, import.meta.url);
    const { contract } = ((await import(path.href)) as { handler: EndpointHandler }).handler;
    expect(contract.answer).toEqual(expect.arrayContaining(namesOf(resource)));
  });
