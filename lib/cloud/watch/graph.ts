// The measure of the dashboard: three graphs in a row.
import { GraphWidget, GraphWidgetView, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';

export const WIDTH = 24;

export function graph(title: string, left: IMetric[]): IWidget {
  return new GraphWidget({ title, left, width: WIDTH / 3, height: 6 });
}

/** One bar each for the whole time that the screen shows, in this order. */
export function bars(title: string, left: IMetric[]): IWidget {
  const size = { width: WIDTH / 3, height: 6 };
  return new GraphWidget({ title, left, ...size, view: GraphWidgetView.BAR, setPeriodToTimeRange: true });
}
