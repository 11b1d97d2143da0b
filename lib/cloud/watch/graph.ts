// Widgets of the dashboard, three per row.
import { GraphWidget, GraphWidgetView, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';

export const WIDTH = 24;

export function graph(title: string, left: IMetric[]): IWidget {
  return new GraphWidget({ title, left, width: WIDTH / 3, height: 6 });
}

/** One bar for each metric, over the whole time range shown, in this order. */
export function barChart(title: string, left: IMetric[]): IWidget {
  const size = { width: WIDTH / 3, height: 6 };
  return new GraphWidget({ title, left, ...size, view: GraphWidgetView.BAR, setPeriodToTimeRange: true });
}
