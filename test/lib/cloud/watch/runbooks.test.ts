// Each alarm has a runbook and each runbook an alarm, and every name in a runbook exists.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { QUERIES } from '../../../../lib/cloud/watch/queries.ts';
import { resourcesOf, synthesize } from '../cloud.ts';

const folder = new URL('../../../../docs/runbooks/', import.meta.url);
const files = readdirSync(folder);
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');

/** A deployment with every alarm. */
const options = { firewall: 'true', bankHosts: 'pos.bank.example', backupDays: 7, gradual: 'true' };
const { watchTemplate, releaseTemplate = watchTemplate } = synthesize(options);
const alarms = ['Alarm', 'CompositeAlarm']
  .flatMap((type) =>
    [watchTemplate, releaseTemplate].flatMap((template) => [
      ...resourcesOf(template, `AWS::CloudWatch::${type}`).values(),
    ]),
  )
  .map(({ Properties }) => ({
    name: String(Properties['AlarmName']).replace('payment-sandbox-', ''),
    runbook: /docs\/runbooks\/(\S+\.md)$/.exec(String(Properties['AlarmDescription']))?.[1] ?? 'none',
  }));

/** The runbooks in the messages of EventBridge. */
const rules = JSON.stringify([...resourcesOf(watchTemplate, 'AWS::Events::Rule').values()]);
const reported = [...rules.matchAll(/docs\/runbooks\/([\w-]+\.md)/g)].map(([, file = '']) => file);

const board = [...resourcesOf(watchTemplate, 'AWS::CloudWatch::Dashboard').values()];
const onDashboard = [...JSON.stringify(board).matchAll(/(?:title|label)\\+":\\+"([^"\\]+)/g)].map(
  ([, name = '']) => name,
);

it('every alarm has a runbook that names it, and every runbook has an alarm', () => {
  expect(new Set([...alarms.map(({ runbook }) => runbook), ...reported])).toEqual(new Set(files));
  for (const { name, runbook } of alarms) {
    expect(
      textOf(runbook)
        .split('\n\n')
        .find((paragraph) => /^Alarms?: /.test(paragraph)),
    ).toContain(`\`${name}\``);
  }
});

it.each(files)(
  'the runbook %s has the sections meaning, impact, diagnosis, actions and end, in this order',
  (file) => {
    const text = textOf(file);
    const parts = ['**What it means.**', '**What users lose.**', '**How to look.**', '**How to act.**'];
    const places = [...parts, '**It is over when**'].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  },
);

it.each(files)('the runbook %s names only saved queries, graphs, runbooks and alarms that exist', (file) => {
  const text = textOf(file).replaceAll(/\s+/g, ' ');
  const shown = [...QUERIES.map((query) => query.name), ...onDashboard];
  for (const [, name = ''] of text.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)) {
    expect(
      shown.filter((one) => one.startsWith(name)),
      name,
    ).not.toEqual([]);
  }
  // That a rule exists is held by the links of all documents.
  for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g))
    if (!target.startsWith('../interface/')) {
      expect([
        ...files,
        '../recovery.md',
        '../deploy-options.md',
        '../change-of-bank.md',
        '../table.md',
      ]).toContain(target);
    }
  const named = [...text.matchAll(/`([a-z-]+-(?:fails|stopped|late|throttles))`/g)].map(([, name]) => name);
  for (const name of named) expect(alarms.map((alarm) => alarm.name)).toContain(name);
});

it.each(files)('the runbook %s brings nothing back by a deployment that does not see it', (file) => {
  const text = textOf(file).replaceAll(/\s+/g, ' ');
  expect(text).not.toMatch(/\bdeploy\w*\b[^.:]{0,40}\bagain\b/i);
  for (const [, command = ''] of text.matchAll(/npx (cdk deploy [^`#]*?)(?=`| npx| aws|$)/g)) {
    expect(command.trim()).toMatch(
      /^cdk deploy payment-<stage>(?:-(?:data|events|watch|backup|bank))? --exclusively --revert-drift$/,
    );
  }
});
