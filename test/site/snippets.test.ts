// The code of the reference site runs: each call of the reference once in curl and TypeScript, and the guides
// in TypeScript from their first line to the last. `npm run trial -- clients` runs the other languages.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { packTypescript } from '../../lib/clients/pack-typescript.ts';
import { freePort } from '../../lib/local/free-port.ts';
import { settingName, snippetOf } from '../../lib/site/snippets/languages.ts';
import { startHarness } from '../harness/harness.ts';
import { loadClient } from './client.ts';
import { guideStages, type MakeCall, referenceCalls, settingsOf, stagedGuide, tellStory } from './story.ts';
import { typedPrograms } from './typed-code.ts';

const harness = await startHarness({ events: true });
const settings = await settingsOf(harness);
const client = await loadClient();
const pay = client.paymentService({
  baseUrl: settings['PAYMENT_URL'] ?? '',
  apiKey: settings['PAYMENT_API_KEY'] ?? '',
});

const calls = referenceCalls();
const snippet = (language: 'sh' | 'ts', operation: string) => {
  const call = calls.get(operation);
  if (call === undefined) throw new Error(`There is no operation ${operation}.`);
  // An order is charged once: each language charges an order of its own.
  return snippetOf(language, call).replaceAll('FATURA-1', `FATURA-${language}`);
};

type Program = { run(names: Record<string, unknown>): Promise<unknown> };
const folder = mkdtempSync(join(tmpdir(), 'snippets-'));
afterAll(() => rmSync(folder, { recursive: true }));
let programs = 0;

/** Runs lines of TypeScript that use these names, and returns the value of an expression after them. */
async function run(code: string, names: Record<string, unknown>, expression: string): Promise<unknown> {
  const imported = code.replaceAll(/^import (\{.*\}) from '(.*)';$/gm, "const $1 = await load('$2');");
  const load = async (name: string) => (name === '@payment.service/client' ? client : await import(name));
  const all = { paymentService: client.paymentService, pay, load, process: { env: settings }, ...names };
  const given = Object.keys(all).join(', ');
  const body = `export const run = async ({ ${given} }) => {${imported}\nreturn ${expression};};`;
  programs += 1;
  const file = join(folder, `${programs}.mjs`);
  writeFileSync(file, stripTypeScriptTypes(body));
  return await ((await import(file)) as Program).run(all);
}

const WAYS: Record<'curl' | 'TypeScript', MakeCall> = {
  async curl(operation, names) {
    const given = Object.entries(names).map(([name, value]) => [settingName(name), value]);
    const env = { ...process.env, ...settings, ...Object.fromEntries(given) };
    const { stdout } = await promisify(execFile)('sh', ['-c', snippet('sh', operation)], { env });
    const { success, data, errorCode } = JSON.parse(stdout);
    if (!success) throw new Error(`${operation}: ${errorCode} ${JSON.stringify(data)}`);
    return data;
  },
  TypeScript: async (operation, names) =>
    (await run(snippet('ts', operation), names, 'answer')) as Record<string, unknown>,
};

it.each(Object.entries(WAYS))('every call of the reference runs in %s', async (_, makeCall) => {
  const called = await tellStory(harness, makeCall);
  expect(called.sort()).toEqual([...calls.keys()].sort());
});

it('all code in TypeScript compiles with the packed client, as strictly as it can', () => {
  const home = join(folder, 'packed');
  packTypescript(home);
  for (const [name, code] of Object.entries(typedPrograms('ts'))) {
    const program = `${code.replaceAll("'@payment.service/client'", "'./index.ts'")}\nexport {};\n`;
    writeFileSync(join(home, 'src', `${name}.ts`), program);
  }
  const compile = () => execFileSync('tsc', ['-p', '.', '--noEmit'], { cwd: home, encoding: 'utf8' });
  expect(compile()).toBe('');
});

const GUIDES: Record<string, [expression: string, expected: unknown]> = {
  'first-sale': ['[result.status, mayDeliver, isPaid]', ['Successful', true, true]],
  'payment-link': [
    '[code.hostedPageUrl === link.hostedPageUrl, code.svg.startsWith("<svg"), open.items.length, closed.state]',
    [true, true, 1, 'Closed'],
  ],
  subscription: [
    '[late.status, why, isCharged, year.status, year.successfulPaymentCount]',
    ['Unpaid', 'NOT_SUFFICIENT_FUNDS', true, 'Cancelled', 12],
  ],
  'refund-by-two': ['[asked.status, pending.items.length, done.status]', ['Pending', 1, 'Completed']],
  'which-event': ['[delivered.includes(payment.orderNumber), seen.size]', [true, 1]],
  'order-story': ['[told.length > 1, story.payments.length]', [true, 1]],
  'going-live': ['[mode, key.scopes.length > 0, settings.threeDSecure.length > 0]', ['test', true, true]],
  'day-end': ['[sold.get("TRY") >= Math.round(payment.amount * 100), returned.length]', [true, 1]],
  sandbox: ['[fired >= 0, operations.length > 0]', [true, true]],
};

it.each(Object.entries(GUIDES))('the guide %s runs in TypeScript', async (name, [expression, expected]) => {
  const staged = stagedGuide(name, 'ts', (keeps, stage, given) => {
    return `const ${keeps} = await stages.${stage}(${given});`;
  });
  // Blocks that are copied one by one repeat what they import.
  const lines = [...new Set(staged.match(/^import .*$/gm) ?? [])];
  // The port of a guide may be in use on this machine.
  const port = String(await freePort());
  const code = [...lines, staged.replaceAll(/^import .*$/gm, '')].join('\n').replaceAll('8095', port);
  const found = await run(code, { stages: guideStages(harness) }, expression);
  expect(found).toEqual(expected);
});
