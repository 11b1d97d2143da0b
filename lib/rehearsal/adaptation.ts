// What the emulator cannot take of our templates, and what it is given instead. Only copies are changed, and
// whatever is changed is said with its reason when the rehearsal ends.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Resource = { Type: string; Properties?: Record<string, unknown> };
type Template = { Resources: Record<string, Resource> };
type MetricStat = {
  Metric: { Namespace: unknown; MetricName: unknown; Dimensions?: unknown };
  Stat: unknown;
  Period: unknown;
};

export type Adaptation = {
  reason: string;
  /** Changes the resource in place; answers whether there was something to change. */
  adapt(resource: Resource): boolean;
};

export const ADAPTATIONS: readonly Adaptation[] = [
  {
    reason: 'alarms watch the first metric of their sum: the emulator knows no metric math',
    adapt(resource) {
      const { Metrics: metrics, ...rest } = resource.Properties ?? {};
      if (resource.Type !== 'AWS::CloudWatch::Alarm' || !Array.isArray(metrics)) return false;
      const first = metrics.find((metric: { MetricStat?: MetricStat }) => metric.MetricStat)?.MetricStat;
      const { Metric, Stat, Period } = first as MetricStat;
      resource.Properties = { ...rest, ...Metric, Statistic: Stat, Period };
      return true;
    },
  },
  {
    reason: 'a grant on a key is for every purpose: the emulator does not tell encryption contexts apart',
    adapt: (resource) =>
      adaptStatements(resource, (statement) => {
        if (!JSON.stringify(statement.Condition)?.includes('kms:EncryptionContext:')) return false;
        delete statement.Condition;
        return true;
      }),
  },
  {
    reason: 'a grant on schedules is for every group: the emulator takes all groups for the default one',
    adapt: (resource) =>
      adaptStatements(resource, (statement) => {
        const before = JSON.stringify(statement.Resource);
        const after = before?.replace(/:schedule\/[\w-]+\/\*/, ':schedule/*');
        if (after === before) return false;
        statement.Resource = JSON.parse(after);
        return true;
      }),
  },
];

type Statement = { Condition?: unknown; Resource?: unknown };
type InlinePolicy = { PolicyDocument: { Statement: Statement[] } };

function adaptStatements(resource: Resource, adapt: (statement: Statement) => boolean): boolean {
  if (resource.Type !== 'AWS::IAM::Role') return false;
  const policies = (resource.Properties?.['Policies'] ?? []) as InlinePolicy[];
  const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements.filter(adapt).length > 0;
}

export type Adapted = { resources: number; changes: readonly { reason: string; count: number }[] };

/** Changes the templates in a folder of `cdk synth`. */
export function adaptTemplates(folder: string): Adapted {
  const files = readdirSync(folder).filter((file) => file.endsWith('.template.json'));
  const counts = new Map<string, number>();
  let resources = 0;
  for (const file of files.map((name) => join(folder, name))) {
    const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
    for (const resource of Object.values(template.Resources)) {
      resources += 1;
      for (const { reason, adapt } of ADAPTATIONS) {
        if (adapt(resource)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    }
    writeFileSync(file, JSON.stringify(template));
  }
  return { resources, changes: [...counts].map(([reason, count]) => ({ reason, count })) };
}

/** The bootstrap template of the CDK as the emulator can take it. */
export const BOOTSTRAP_REASON = 'the bucket of the CDK takes plain HTTP: the emulator has no TLS on loopback';

export function adaptBootstrap(template: string): string {
  const adapted = template.replace(/^ {2}StagingBucketPolicy:\n(?: {4}.*\n)*/m, '');
  if (adapted === template) throw new Error('The bootstrap template has no StagingBucketPolicy any more.');
  return adapted;
}
