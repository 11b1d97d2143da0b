// `npm run new -- endpoint NOUN/CALL [--like NOUN/CALL]` or `npm run new -- row NAME`: writes the files to
// begin with, and prints what remains, in order.
//
// An endpoint begins as a copy of another one, by default of NOUN/show: `endpoint customer/cards` adds
// GET /api/customer/{id}/cards, `endpoint refund/freeze --like refund/approve` adds POST
// /api/Refund/{id}/freeze. A row, `row price-list`, or `row card/note` in a folder of functions/store, begins
// with an id, the time of its creation and a place in a list.
import '../lib/help.ts';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newEndpoint } from '../lib/scaffold/endpoint.ts';
import { NewFiles, NotPossible } from '../lib/scaffold/new-files.ts';
import { newRow } from '../lib/scaffold/row.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
try {
  const files = new NewFiles();
  const next = plan(files);
  const written = files.write();
  const format = ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--vcs-enabled=false'];
  execFileSync(process.execPath, [...format, ...written], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  console.log(['Written:', ...written.map((path) => `  ${path}`), 'What remains:'].join('\n'));
  console.log(next.map((one, index) => `  ${index + 1}. ${one}`).join('\n'));
} catch (error) {
  const isUsage = error instanceof NotPossible || (error as { code?: string }).code?.startsWith('ERR_PARSE');
  if (!isUsage) throw error;
  console.error(`${(error as Error).message}\n\`npm run new -- --help\` shows how to call it.`);
  process.exitCode = 2;
}

function plan(files: NewFiles): string[] {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { like: { type: 'string' } },
  });
  const [kind, name = '', more] = positionals;
  if (more !== undefined) throw new NotPossible(`One name, not also ${more}.`);
  if (kind === 'endpoint') return newEndpoint(files, name, values.like ?? `${name.split('/')[0]}/show`);
  if (kind === 'row') return newRow(files, name);
  throw new NotPossible('Name what to write: an endpoint or a row.');
}
