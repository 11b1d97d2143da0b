import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { resourcesOf, synthesize, textOf } from '../cloud.ts';

const cloud = synthesize();
const functions = functionsOf(ROUTE_TABLE);

test('the dashboard begins with payments and refunds', () => {
  const [board] = resourcesOf(cloud.watchTemplate, 'AWS::CloudWatch::Dashboard').values();
  const { widgets } = JSON.parse(textOf(board?.Properties['DashboardBody'])) as {
    widgets: { properties: { title?: string } }[];
  };
  const titles = widgets.slice(0, 4).map(({ properties }) => properties.title);
  expect(titles).toEqual(['Taken', 'Given back', 'From page to payment', 'Charges']);
});

test('the dashboard shows every alarm and every function', () => {
  const dashboards = [...resourcesOf(cloud.watchTemplate, 'AWS::CloudWatch::Dashboard').values()];
  const body = JSON.stringify(dashboards.map(({ Properties }) => Properties['DashboardBody']));
  const ids = ['Alarm', 'CompositeAlarm'].flatMap((type) => [
    ...resourcesOf(cloud.watchTemplate, `AWS::CloudWatch::${type}`).keys(),
  ]);
  for (const id of ids) expect(body).toContain(`["${id}","Arn"]`);
  // A widget can show a hundred alarms.
  const [board] = dashboards;
  const { widgets } = JSON.parse(textOf(board?.Properties['DashboardBody'])) as {
    widgets: { type: string; properties: { alarms?: string[] } }[];
  };
  const shown = widgets.flatMap(({ type, properties }) =>
    type === 'alarm' ? [properties.alarms ?? []] : [],
  );
  expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect(shown.flat()).toHaveLength(ids.length);
  for (const { name, impact } of functions) expect(body).toContain(`| ${name} | ${impact} |`);
});

test('the service levels of docs/reliability.md are those of the dashboard, over 28 days', () => {
  const [board] = resourcesOf(cloud.watchTemplate, 'AWS::CloudWatch::Dashboard').values();
  type Expression = { expression?: string; label?: string; period?: number };
  const { widgets } = JSON.parse(textOf(board?.Properties['DashboardBody'])) as {
    widgets: { properties: { start?: string; metrics?: (string | Expression)[][] } }[];
  };
  const [levels] = widgets.flatMap(({ properties: { start, metrics = [] } }) => (start ? [metrics] : []));
  const shown = (levels ?? []).flatMap(([first]) => (typeof first === 'object' ? [first] : []));
  const page = readFileSync('docs/reliability.md', 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]+) \| (99\.\d+) % \|/gm)];
  expect(rows.map(([, name, goal]) => [name, 28 * 86_400, (100 - Number(goal)).toFixed(2)])).toEqual(
    shown.map(({ label, period, expression = '' }) => [
      label,
      period,
      Number(/ \/ ([\d.]+)$/.exec(expression)?.[1]).toFixed(2),
    ]),
  );
});
