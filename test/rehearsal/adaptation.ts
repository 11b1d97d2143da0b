// Changes copies of the templates if the emulator lacks a feature. The rehearsal's report lists each change
// with its reason.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Resource = { Type: string; Properties?: Record<string, unknown> };
type Template = { Resources: Record<string, Resource> };

type Adaptation = {
  reason: string;
  /** Changes the resource in place. */
  adapt(resource: Resource): 'untouched' | 'changed' | 'left out';
};

export const ADAPTATIONS: readonly Adaptation[] = [
  {
    reason: 'saved queries are left out: the emulator does not know the type',
    adapt: ({ Type }) => (Type === 'AWS::Logs::QueryDefinition' ? 'left out' : 'untouched'),
  },
  {
    reason: 'incidents of several alarms are left out: the emulator does not know the type',
    adapt: ({ Type }) => (Type === 'AWS::CloudWatch::CompositeAlarm' ? 'left out' : 'untouched'),
  },
  {
    reason: 'new versions take all calls at once: the emulator does not know CodeDeploy',
    adapt: ({ Type }) => (Type.startsWith('AWS::CodeDeploy::') ? 'left out' : 'untouched'),
  },
  {
    reason:
      'nothing is selected for the daily backup and the monthly restore: the emulator knows no such type',
    adapt: ({ Type }) =>
      Type === 'AWS::Backup::BackupSelection' || Type.startsWith('AWS::Backup::RestoreTesting')
        ? 'left out'
        : 'untouched',
  },
  {
    reason: 'nothing carries events: the emulator does not know streams of a global table',
    // Only streams have a position.
    adapt: ({ Type, Properties }) =>
      Type === 'AWS::Lambda::EventSourceMapping' && Properties?.['StartingPosition'] !== undefined
        ? 'left out'
        : 'untouched',
  },
  {
    reason: 'queues have no policy, which denies plain HTTP: the emulator has no TLS here',
    adapt: ({ Type }) => (Type === 'AWS::SQS::QueuePolicy' ? 'left out' : 'untouched'),
  },
  {
    reason: 'alarms use the first metric of their expression: the emulator has no metric math',
    adapt: watchFirstMetric,
  },
  {
    reason: 'a grant on a key is for every purpose: the emulator ignores encryption contexts',
    adapt: (resource) => adaptStatements(resource, allowEveryPurpose),
  },
  {
    reason: 'the policy of a key denies no caller: the emulator does not know the caller when it reads one',
    adapt: leaveOutDenials,
  },
  {
    reason: 'no role is denied its keys outside its function: the emulator does not say whose code calls',
    adapt: leaveOutElsewhere,
  },
  {
    reason: 'a grant on rows also allows requests without keys: the emulator sends no keys',
    adapt: (resource) => adaptStatements(resource, allowWithoutKeys),
  },
  {
    reason: 'a grant on schedules is for every group: the emulator has the default group only',
    adapt: (resource) => adaptStatements(resource, allowEveryGroup),
  },
  {
    reason: 'functions of nested stacks name their roles: the emulator forgets attributes in an update',
    adapt: nameRole,
  },
  {
    reason: 'a call to AWS may take ten seconds: the emulator shares one machine with all functions',
    adapt: giveCallsTime,
  },
];

/** A role has the name of its function. */
function nameRole({ Type, Properties }: Resource): 'untouched' | 'changed' {
  const { FunctionName: name, Role: role } = Properties ?? {};
  const isOfApi = Type === 'AWS::Lambda::Function' && /-(?:api|pay)-/.test(String(name));
  if (!isOfApi || !JSON.stringify(role).includes('Fn::GetAtt')) return 'untouched';
  const arn = `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:role/${String(name)}`;
  Object.assign(Properties ?? {}, { Role: { 'Fn::Sub': arn } });
  return 'changed';
}

function giveCallsTime({ Type, Properties }: Resource): 'untouched' | 'changed' {
  const environment = Properties?.['Environment'] as { Variables: Record<string, unknown> } | undefined;
  if (Type !== 'AWS::Lambda::Function' || environment === undefined) return 'untouched';
  if (environment.Variables['AWS_CALL_TIMEOUT_MS'] !== undefined) return 'untouched';
  environment.Variables['AWS_CALL_TIMEOUT_MS'] = '10000';
  return 'changed';
}

type MetricStat = { Metric: Readonly<Record<string, unknown>>; Stat: unknown; Period: unknown };

type Part = { MetricStat?: MetricStat; Expression?: string; Period?: number };

/** The metric of a query over all that have its name. */
function queried({ Expression = '', Period }: Part): MetricStat[] {
  const [, MetricName, Namespace] = /^SELECT SUM\((\w+)\) FROM SCHEMA\("([^"]+)"/.exec(Expression) ?? [];
  return MetricName ? [{ Metric: { Namespace, MetricName }, Stat: 'Sum', Period }] : [];
}

function watchFirstMetric(resource: Resource): 'untouched' | 'changed' {
  const { Metrics: metrics, ...rest } = resource.Properties ?? {};
  if (resource.Type !== 'AWS::CloudWatch::Alarm' || !Array.isArray(metrics)) return 'untouched';
  const parts = metrics as Part[];
  const [first] = [...parts.flatMap(({ MetricStat }) => MetricStat ?? []), ...parts.flatMap(queried)];
  if (first === undefined) throw new Error('An alarm has no metric.');
  resource.Properties = { ...rest, ...first.Metric, Statistic: first.Stat, Period: first.Period };
  return 'changed';
}

type Statement = { Condition?: unknown; Resource?: unknown };
type InlinePolicy = { PolicyName?: string; PolicyDocument: { Statement: Statement[] } };

function adaptStatements(resource: Resource, adapt: (statement: Statement) => boolean) {
  if (resource.Type !== 'AWS::IAM::Role') return 'untouched';
  const policies = (resource.Properties?.['Policies'] ?? []) as InlinePolicy[];
  const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements.filter(adapt).length > 0 ? 'changed' : 'untouched';
}

function leaveOutDenials(resource: Resource): 'untouched' | 'changed' {
  const policy = resource.Properties?.['KeyPolicy'] as { Statement: { Effect: string }[] } | undefined;
  if (resource.Type !== 'AWS::KMS::Key' || policy === undefined) return 'untouched';
  const allowing = policy.Statement.filter(({ Effect }) => Effect !== 'Deny');
  if (allowing.length === policy.Statement.length) return 'untouched';
  policy.Statement = allowing;
  return 'changed';
}

function leaveOutElsewhere({ Type, Properties }: Resource): 'untouched' | 'changed' {
  const policies = (Properties?.['Policies'] ?? []) as InlinePolicy[];
  const others = policies.filter(({ PolicyName }) => PolicyName !== 'elsewhere');
  if (Type !== 'AWS::IAM::Role' || others.length === policies.length) return 'untouched';
  Object.assign(Properties ?? {}, { Policies: others });
  return 'changed';
}

function allowEveryPurpose(statement: Statement): boolean {
  if (!JSON.stringify(statement.Condition)?.includes('kms:EncryptionContext:')) return false;
  delete statement.Condition;
  return true;
}

function allowEveryGroup(statement: Statement): boolean {
  const before = JSON.stringify(statement.Resource);
  const after = before?.replace(/:schedule\/[\w-]+\/\*/, ':schedule/*');
  if (after === before) return false;
  statement.Resource = JSON.parse(after);
  return true;
}

function allowWithoutKeys(statement: Statement): boolean {
  const { Null: missing, ...others } = (statement.Condition ?? {}) as Record<string, unknown>;
  if (missing === undefined) return false;
  statement.Condition = others;
  return true;
}

export type Adapted = { resources: number; changes: ReadonlyMap<string, number> };

/** Changes the templates of a `cdk synth` folder. Returns the number of changed resources for each reason. */
export function adaptTemplates(folder: string): Adapted {
  const files = readdirSync(folder).filter((file) => file.endsWith('.template.json'));
  const changes = new Map<string, number>();
  let resources = 0;
  for (const file of files.map((name) => join(folder, name))) {
    const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
    for (const [id, resource] of Object.entries(template.Resources)) {
      resources += 1;
      for (const { reason, adapt } of ADAPTATIONS) {
        const outcome = adapt(resource);
        if (outcome !== 'untouched') changes.set(reason, (changes.get(reason) ?? 0) + 1);
        if (outcome === 'left out') delete template.Resources[id];
      }
    }
    writeFileSync(file, JSON.stringify(template));
  }
  return { resources, changes };
}

/** The reason for the change of CDK's bootstrap template. */
export const BOOTSTRAP_REASON = 'the bucket of the CDK accepts plain HTTP: the emulator has no TLS here';

/** Removes the policy that denies plain HTTP. */
export function adaptBootstrap(template: string): string {
  const adapted = template.replace(/^ {2}StagingBucketPolicy:\n(?: {4}.*\n)*/m, '');
  if (adapted === template) throw new Error('The bootstrap template has no StagingBucketPolicy any more.');
  return adapted;
}
