// `npm run new` in a copy of the repository: what it writes compiles, passes lint, and is held by the tests
// of all endpoints and rows at once.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../bin/driver/command.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'new-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const FOLDERS = ['bin', 'functions', 'lib', 'test', 'docs'];
for (const name of [...FOLDERS, 'package.json', 'tsconfig.json', 'biome.json', 'vitest.config.ts'])
  cpSync(join(ROOT, name), join(folder, name), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

function run(...args: string[]) {
  // CI compares recorded calls with the grants of the functions, among which those of the copy are not.
  const { AWS_CALLS: _, ...inherited } = process.env;
  const env = { ...inherited, UPDATE_ROWS: '1', UPDATE_DOCS: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, text: stdout + stderr };
}
function passes(path: string, ...args: string[]) {
  const { status, text } = run(join('node_modules', path), ...args);
  expect(status, text).toBe(0);
}
const command = (...args: string[]) => run('bin/new.ts', ...args);
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

const WRITTEN = [
  ['endpoint', 'customer/cards'],
  ['endpoint', 'customer/block', '--like', 'customer/update'],
  ['endpoint', 'payment/receipt'],
  ['endpoint', 'invoice/list', '--like', 'customer/list'],
  ['row', 'price-list'],
  ['row', 'card/note'],
];

describe('the files that the command writes', () => {
  const outputs = WRITTEN.map((args) => command(...args));
  const files = outputs.flatMap(({ text }) =>
    [...text.matchAll(/^ {2}(\w\S+\.ts)$/gm)].map(([, path = '']) => path),
  );

  it('each call of the command names what it wrote and what remains', () => {
    expect(outputs.map(({ status }) => status)).toEqual(WRITTEN.map(() => 0));
    for (const { text } of outputs) expect(text).toMatch(/^Written:\n( {2}\S+\n)+What remains:\n {2}1\. /);
    expect(read('functions/routes/customer.ts')).toContain("path: '/api/customer/{id}/cards'");
    expect(read('functions/routes/customer.ts')).toContain("path: '/api/customer/{id}/block'");
    expect(read('functions/routes/payment.ts')).toContain(
      "path: '/api/payment/{paymentReferenceNumber}/receipt'",
    );
    expect(read('functions/routes/invoice.ts')).toContain("path: '/api/invoice'");
  });

  it('what was written compiles and passes lint', () => {
    const config = { extends: './tsconfig.json', include: [], files };
    writeFileSync(join(folder, 'tsconfig.new.json'), JSON.stringify(config));
    passes('typescript/bin/tsc', '-p', 'tsconfig.new.json');
    passes('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...files);
    passes('oxlint/bin/oxlint', ...files);
  });

  it('the tests of layers, grants and rows, and the new tests themselves, pass', () => {
    const architecture = ['lambdas', 'layers', 'grants'].map((name) => `test/architecture/${name}.test.ts`);
    const own = files.filter((path) => path.endsWith('.test.ts'));
    const rows = 'test/store/table/keys.test.ts';
    passes('vitest/vitest.mjs', 'run', '--project', 'node', '--maxWorkers=1', ...architecture, rows, ...own);
    expect(read('docs/table.md')).toContain('| price-list | `M#{m}#PRICE_LIST#{id}` | `PRICE_LIST` |');
    expect(read('docs/table.md')).toContain('| list | `M#{m}#NOTE#{month}` | `{instant}#{id}` | note |');
  });
});

it.each([
  [['endpoint', 'cards'], 'cards is not NOUN/CALL'],
  [['endpoint', 'customer/show'], 'GET /api/customer/{id} is customer/show.'],
  [['endpoint', 'basket/show'], 'There is no basket/show to copy. Choose one with --like: '],
  [['row', 'Price'], 'Price is no name of a row'],
  [['row', 'payment'], 'There is a row payment.'],
  [['page', 'x'], 'Name what to write'],
  [['row', 'a', 'b'], 'One name, not also b.'],
  [['row', 'a', '--index'], "Unknown option '--index'"],
])('%j is refused with the reason and writes nothing', async (args, reason) => {
  const { code, text } = await runCommand('new', ...args);
  expect([code, text]).toEqual([2, expect.stringContaining(reason)]);
  expect(text).toContain('npm run new -- --help');
});
