// The picture of the dashboard that the watch stack of a sandbox creates.
import { resourcesOf, synthesize, textOf } from '../../cloud.ts';
import { drawDashboard, type Widget } from './draw.ts';

export const PICTURE = new URL('../../../../../docs/dashboard.svg', import.meta.url);

export function picture(cloud = synthesize()): string {
  const [board] = resourcesOf(cloud.watchTemplate, 'AWS::CloudWatch::Dashboard').values();
  const { widgets } = JSON.parse(textOf(board?.Properties['DashboardBody'])) as { widgets: Widget[] };
  return drawDashboard(widgets);
}
