// `npm run trial -- openapi`: schemathesis makes some thousand calls of a service of its own from what
// docs/openapi.json says. What the document allows must be accepted and what it forbids refused; each answer
// must be one that it describes, and each refusal name its cause. Calls that schemathesis thinks valid get no
// cursor and no key twice; calls.py says what else no document can say of them. The calls are the same each
// time; `openapi --seed 2 --max-examples 500` makes others. Exit codes: 0 without findings, 1 with findings,
// 69 if Python or its packages cannot be had.
import '../../lib/help.ts';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openHarness } from '../harness/harness.ts';

const UNAVAILABLE = 69;
const home = mkdtempSync(join(tmpdir(), 'payment-calls-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
const bin = (program: string) => join(home, 'bin', program);
try {
  execFileSync('python3', ['-m', 'venv', home]);
  execFileSync(bin('pip'), ['install', '-q', '--disable-pip-version-check', 'schemathesis==4.32.0']);
} catch (error) {
  console.log(`There is no Python 3, or no schemathesis to download: ${String(error).split('\n', 1).join()}`);
  process.exit(UNAVAILABLE);
}
const { service, merchant, close } = await openHarness({ events: true, startAt: new Date() });
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const options = ['--header', `X-Api-Key: ${merchant.apiKey}`, ...process.argv.slice(2)];
const args = ['--config-file', here('calls.toml'), 'run', `${service.baseUrl}/openapi.json`, ...options];
const env = { ...process.env, SCHEMATHESIS_HOOKS: here('calls.py') };
const calls = spawn(bin('st'), args, { cwd: home, stdio: 'inherit', env });
const [status] = await once(calls, 'exit');
await close();
process.exit(status === 0 ? 0 : 1);
