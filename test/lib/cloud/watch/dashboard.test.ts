import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { resourcesOf, synthesize, textOf } from '../cloud.ts';
import { PICTURE, picture } from './dashboard/picture.ts';

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

test('docs/dashboard.svg is the dashboard of today: npm run make -- dashboard draws it', () => {
  expect(picture(cloud) === readFileSync(PICTURE, 'utf8')).toBe(true);
});
