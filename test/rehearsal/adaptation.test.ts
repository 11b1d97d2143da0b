import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nestedIn, synthesize } from '../lib/cloud/cloud.ts';
import { ADAPTATIONS, adaptBootstrap, adaptTemplates } from './adaptation.ts';

const folder = mkdtempSync(join(tmpdir(), 'adaptation-'));
afterAll(() => rmSync(folder, { recursive: true }));
const pathOf = (name: string) => join(folder, `${name}.template.json`);

let before: Record<string, string>;
beforeAll(() => {
  const options = { stage: 'rehearsal', gradual: 'true', backupDays: 7 };
  const { dataTemplate, serviceTemplate, eventsTemplate, watchTemplate, ...other } = synthesize(options);
  const { releaseTemplate: release = dataTemplate, backupTemplate: backup = dataTemplate } = other;
  const stacks = { data: dataTemplate, service: serviceTemplate, events: eventsTemplate };
  const nested = nestedIn(other.service, serviceTemplate).map((one, at) => [`nested-${at}`, one] as const);
  const templates = { ...stacks, watch: watchTemplate, release, backup, ...Object.fromEntries(nested) };
  before = Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, JSON.stringify(template.toJSON())]),
  );
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(before)) writeFileSync(pathOf(name), text);
});

/** The policies of keys are changed, and nothing else of the data stack. */
const withoutKeyPolicies = (text: string) =>
  JSON.stringify(JSON.parse(text, (name, value: unknown) => (name === 'KeyPolicy' ? {} : value)));

test('every adaptation is needed, changes only its target and leaves the rest as synthesised', () => {
  const { changes, resources } = adaptTemplates(folder);
  expect([...changes.keys()].sort()).toEqual(ADAPTATIONS.map(({ reason }) => reason).sort());
  const after = readFileSync(pathOf('watch'), 'utf8') + readFileSync(pathOf('service'), 'utf8');
  expect(after).not.toContain('"Metrics":');
  expect(after).not.toContain('AWS::Logs::QueryDefinition');
  expect(after).not.toContain('kms:EncryptionContext:');
  expect(after).not.toMatch(/:schedule\/rehearsal/);
  expect(withoutKeyPolicies(readFileSync(pathOf('data'), 'utf8'))).toBe(
    withoutKeyPolicies(before['data'] ?? ''),
  );

  const touched = [...changes.values()].reduce((sum, count) => sum + count, 0);
  expect(touched).toBeLessThan((2 * resources) / 3);
  // A second run finds no more changes.
  expect(adaptTemplates(folder).changes.size).toBe(0);
});

test('an adapted alarm uses the first metric of its expression', () => {
  const metric = { Namespace: 'AWS/Lambda', MetricName: 'Errors', Dimensions: [] };
  const alarm = {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      Threshold: 1,
      Metrics: [{ Expression: 'a + b' }, { MetricStat: { Metric: metric, Stat: 'Sum', Period: 300 } }],
    },
  };
  expect(ADAPTATIONS.map(({ adapt }) => adapt(alarm))).toContain('changed');
  expect(alarm.Properties).toEqual({ Threshold: 1, ...metric, Statistic: 'Sum', Period: 300 });
});

test('the bootstrap template loses one policy and nothing else', () => {
  const template = [
    'Resources:',
    '  StagingBucket:',
    '    Type: AWS::S3::Bucket',
    '  StagingBucketPolicy:',
    '    Type: AWS::S3::BucketPolicy',
    '    Properties:',
    '      Bucket: x',
    '  Other:',
    '    Type: AWS::IAM::Role',
    '',
  ];
  expect(adaptBootstrap(template.join('\n'))).toBe(
    [...template.slice(0, 3), ...template.slice(7)].join('\n'),
  );
  expect(() => adaptBootstrap('Resources:\n')).toThrow('no StagingBucketPolicy');
});
