// `npm run lint -- cloud`: synthesises a sandbox with NAT instances, and production with every option, and
// runs cfn-lint and checkov over the templates, and parliament over the policies of their roles. The first
// run installs these Python programs. Exit codes: 0 without findings, 1 with findings, 69 without Python.
// lint-exceptions.json lists the ignored findings and their reasons.
import '../../lib/help.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appIn, build } from '../lib/cloud/cloud.ts';
import { installPython, PythonUnavailable, programsOf } from './python-environment.ts';
import { rolePolicies, type Template } from './role-policies.ts';

/** `EX_UNAVAILABLE` of sysexits.h. */
const UNAVAILABLE = 69;

type Exceptions = Record<'cfn-lint' | 'checkov' | 'parliament', Record<string, string>>;
const file = new URL('lint-exceptions.json', import.meta.url);
const exceptions = JSON.parse(readFileSync(file, 'utf8')) as Exceptions;
const ignored = (tool: keyof Exceptions) => Object.keys(exceptions[tool]);

const ACCOUNT = '111111111111';
const REGION = 'eu-central-1';
const certificate = `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/name`;
/** The options of each linted stage. Its resources do not exist, because no template is deployed. */
const STAGES = [
  { stage: 'sandbox', fixedEgress: 'true' },
  {
    stage: 'production',
    alarmTo: 'alarms@example.com',
    bankHosts: `bank.execute-api.${REGION}.amazonaws.com`,
    apiDomain: 'api.example.com',
    payDomain: 'pay.example.com',
    certificateArn: certificate,
    hostedZoneId: 'Z0000000',
    standbyRegions: 'eu-west-1,eu-west-3',
    canary: `01890000-0000-7000-8000-000000000001:psk_test_${'0'.repeat(38)}`,
  },
];

const LINTERS = { name: 'cfn-lint', file: new URL('lint-packages.txt', import.meta.url) };
try {
  await installPython(LINTERS, new AbortController().signal);
} catch (error) {
  if (!(error instanceof PythonUnavailable)) throw error;
  console.log(error.message);
  process.exit(UNAVAILABLE);
}
const program = (name: string) => join(programsOf(LINTERS), name);

const folder = mkdtempSync(join(tmpdir(), 'lint-cloud-'));
const run = (command: string, args: readonly string[]) =>
  spawnSync(program(command), args, { stdio: 'inherit' }).status === 0;

type Finding = { issue: string; title: string; detail: unknown; location: { filepath: string } };

/** Runs parliament over the role policies. Returns true if every finding is in the exceptions. */
function lintPolicies(assembly: string): boolean {
  const policies = join(assembly, 'policies');
  mkdirSync(policies);
  for (const file of readdirSync(assembly).filter((name) => name.endsWith('.template.json'))) {
    const template = JSON.parse(readFileSync(join(assembly, file), 'utf8')) as Template;
    const stack = file.replace('.template.json', '');
    for (const { name, text } of rolePolicies(template)) {
      writeFileSync(join(policies, `${stack}-${name}.json`), text);
    }
  }
  const args = ['--directory', policies, '--include_policy_extension', 'json', '--json'];
  const { stdout, status } = spawnSync(program('parliament'), args, { encoding: 'utf8' });
  if (stdout === '' && status !== 0) return false;
  const findings = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Finding] : []));
  /** An exception is for a kind of finding, or for that of one action. */
  const isException = ({ issue, detail }: Finding) =>
    ignored('parliament').some((one) => {
      const [kind, action = ''] = one.split(' ');
      return kind === issue && JSON.stringify(detail ?? '').includes(action);
    });
  const open = findings.filter((finding) => !isException(finding));
  for (const { issue, title, detail, location } of open) {
    console.log(`${location.filepath}: ${issue}: ${title} ${JSON.stringify(detail)}`);
  }
  console.log(`parliament: ${readdirSync(policies).length} policies, ${open.length} findings`);
  return open.length === 0;
}
try {
  const outcomes = STAGES.map((options, at) => {
    const assembly = join(folder, String(at));
    // The code of the functions is nothing that these programs read.
    const app = appIn(assembly);
    build(app, options);
    app.synth();
    const templates = join(assembly, '*.template.json');
    const region = ['--regions', REGION, '--ignore-checks', ...ignored('cfn-lint')];
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
      run('checkov', [...scanned, '--skip-check', ignored('checkov').join()]),
      lintPolicies(assembly),
    ];
  });
  process.exitCode = outcomes.flat().every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
