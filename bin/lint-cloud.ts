// `npm run lint:cloud`: synthesises a sandbox and production with every option, and runs cfn-lint and checkov
// over the templates. Both are Python programs; without them it says so and exits with 69. What is left out,
// with the reason, is in lib/cloud/lint-exceptions.json.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Exceptions = Record<'cfn-lint' | 'checkov', Record<string, string>>;
const file = new URL('../lib/cloud/lint-exceptions.json', import.meta.url);
const exceptions = JSON.parse(readFileSync(file, 'utf8')) as Exceptions;
const left = (tool: keyof Exceptions) => Object.keys(exceptions[tool]);

const ACCOUNT = '111111111111';
const certificate = `arn:aws:acm:eu-central-1:${ACCOUNT}:certificate/name`;
/** Nothing of these exists; the templates are only read. */
const STAGES: readonly (readonly string[])[] = [
  ['stage=sandbox'],
  [
    ...['stage=production', 'alarmEmail=alarms@example.com'],
    ...['bankHosts=pos.bank.example', 'kmsEndpoint=true'],
    ...['apiDomain=api.example.com', `apiCertificateArn=${certificate}`],
    ...['payDomain=pay.example.com', `payCertificateArn=${certificate}`],
    ...['hostedZoneId=Z0000000', 'hostedZoneName=example.com', 'replicaRegion=eu-west-1'],
    ...['operator', 'breakGlass'].map((role) => `${role}RoleArn=arn:aws:iam::${ACCOUNT}:role/${role}`),
  ],
];

const exists = (tool: string) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0;
const missing = ['cfn-lint', 'checkov'].filter((tool) => !exists(tool));
if (missing.length > 0) {
  const install = 'pip install cfn-lint checkov';
  console.log(`The templates are not linted: ${missing.join(' and ')} not found (${install}).`);
  process.exit(69);
}

const folder = mkdtempSync(join(tmpdir(), 'lint-cloud-'));
const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0;
try {
  const outcomes = STAGES.map((options, at) => {
    const assembly = join(folder, String(at));
    const context = options.flatMap((option) => ['--context', option]);
    execFileSync('npx', ['cdk', 'synth', '--quiet', '--no-notices', '--output', assembly, ...context]);
    const templates = join(assembly, '*.template.json');
    const region = ['--regions', 'eu-central-1', '--ignore-checks', ...left('cfn-lint')];
    const scanned = [
      '--directory',
      assembly,
      '--framework',
      'cloudformation',
      '--compact',
      '--quiet',
      '--skip-download',
    ];
    return [
      run('cfn-lint', [templates, ...region]),
      run('checkov', [...scanned, '--skip-check', left('checkov').join()]),
    ];
  });
  process.exitCode = outcomes.flat().every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
