// Every name in a query, alarm or graph is written by a function that it covers. A name that is never written
// shows no data, which looks like a healthy service.
import { beforeAll, describe, expect, it } from 'vitest';
import { METRICS, NAMESPACE } from '#telemetry/metric.ts';
import { ACCESS_LOG_LINE } from '../../../../lib/cloud/api/rest-api.ts';
import { CARD_NUMBERS } from '../../../../lib/cloud/card-mask.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { QUERIES, queryText, type SavedQuery } from '../../../../lib/cloud/watch/queries.ts';

import { resourcesOf, synthesize, textOf } from '../cloud.ts';
import { recordJourney, type WrittenLine } from './recorded-journey.ts';

const METRIC_NAMES = Object.keys(METRICS);
let written: WrittenLine[];
beforeAll(async () => {
  written = await recordJourney();
});

it('no log line matches a card mask, which would hide metric values', () => {
  const masks = Object.values(CARD_NUMBERS).map((regex) => new RegExp(regex));
  const lines = written.map(({ line }) => JSON.stringify(line));
  expect(lines.filter((line) => masks.some((mask) => mask.test(line)))).toEqual([]);
});

/** `{ error: { at: ['x'] } }` -> `error.at.0`, as Logs Insights names fields. */
function namesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, one]) => namesIn(one, path === '' ? name : `${path}.${name}`));
}

const COMMANDS = new Set(['fields', 'filter', 'stats', 'sort', 'by', 'as', 'and', 'or', 'asc', 'desc']);

/**
 * The fields of log lines that a query uses, without texts, functions, aliases and CloudWatch's own fields.
 */
function fieldsOf(query: SavedQuery): string[] {
  const parsed = [...queryText(query).matchAll(/\?<(\w+)>/g)];
  const text = queryText(query).replaceAll(/"[^"]*"|^parse @\w+ .*$/gm, '');
  const own = [...text.matchAll(/\bas (\w+)/g), ...parsed].map(([, name]) => name);
  const words = [...text.matchAll(/(?<![\w.@])[a-zA-Z][\w.]*\b(?!\()/g)].map(([word]) => word);
  return [...new Set(words)].filter((word) => !COMMANDS.has(word) && !own.includes(word));
}

describe.each(QUERIES.map((query) => [query.name, query] as const))('saved query "%s"', (_, query) => {
  it('the functions in the log groups write every field of the query', () => {
    const readers = functionsOf(ROUTE_TABLE).filter(query.isRelevant);
    const read = written.filter(({ by }) => readers.some(({ name }) => name === by));
    const names = new Set([
      ...read.flatMap(({ line }) => namesIn(line)),
      ...(query.includesAccessLogs ? Object.keys(ACCESS_LOG_LINE) : []),
    ]);
    expect(fieldsOf(query).filter((field) => !names.has(field))).toEqual([]);
  });

  it('the log groups include every function that publishes a metric it uses', () => {
    const readers = functionsOf(ROUTE_TABLE).filter(query.isRelevant);
    const wanted = fieldsOf(query).filter((field) => METRIC_NAMES.includes(field));
    const writers = written.filter(({ line }) => wanted.some((name) => name in line)).map(({ by }) => by);
    const missed = new Set(writers.filter((by) => !readers.some(({ name }) => name === by)));
    expect([...missed]).toEqual([]);
  });
});

type Directive = { Dimensions: string[][]; Metrics: { Name: string }[] };
/** `ChargesLate by stage`, `TakenMinor by currency, stage`. */
const metricKey = (name: string, dimensions: readonly string[]) =>
  `${name} by ${[...dimensions].sort().join(', ')}`;

/** Those that are quiet at zero are published when they are above it. */
const QUIET = Object.entries(METRICS).flatMap(([name, one]) => ('isQuietAtZero' in one ? [name] : []));
const published = () =>
  written.flatMap(({ line }) => [
    ...((line['_aws'] as { CloudWatchMetrics: Directive[] } | undefined)?.CloudWatchMetrics ?? []).flatMap(
      ({ Dimensions, Metrics }) => Metrics.map(({ Name }) => metricKey(Name, Dimensions[0] ?? [])),
    ),
    ...QUIET.filter((name) => line[name] !== undefined).map((name) => metricKey(name, ['stage'])),
  ]);

function metricsInUse(): string[] {
  const { watchTemplate } = synthesize();
  type Stat = { Namespace: string; MetricName: string; Dimensions?: { Name: string }[] };
  const alarms = [...resourcesOf(watchTemplate, 'AWS::CloudWatch::Alarm').values()].flatMap((one) => {
    const parts = (one.Properties['Metrics'] ?? []) as { MetricStat?: { Metric: Stat } }[];
    return [one.Properties as Stat, ...parts.flatMap((part) => part.MetricStat?.Metric ?? [])];
  });
  const [board] = resourcesOf(watchTemplate, 'AWS::CloudWatch::Dashboard').values();
  const { widgets } = JSON.parse(textOf(board?.Properties['DashboardBody'])) as {
    widgets: { properties: { metrics?: unknown[][] } }[];
  };
  const graphs = widgets.flatMap(({ properties }) => properties.metrics ?? []);
  return [
    ...alarms
      .filter(({ Namespace }) => Namespace === NAMESPACE)
      .map(({ MetricName, Dimensions = [] }) =>
        metricKey(
          MetricName,
          Dimensions.map(({ Name }) => Name),
        ),
      ),
    ...graphs
      .filter(([namespace]) => namespace === NAMESPACE)
      .map(([, name, ...rest]) => {
        const texts = rest.filter((part) => typeof part === 'string');
        return metricKey(
          String(name),
          texts.filter((_, at) => at % 2 === 0),
        );
      }),
  ];
}

describe('metrics of the service', () => {
  const used = metricsInUse();

  it('functions publish every metric that an alarm or graph uses, with the same dimensions', () => {
    expect(used.length).toBeGreaterThan(METRIC_NAMES.length);
    expect([...new Set(used)].filter((one) => !published().includes(one))).toEqual([]);
  });

  it('an alarm or graph uses every metric that functions publish, since each has a price', () => {
    expect([...new Set(published())].filter((one) => !used.includes(one))).toEqual([]);
  });

  it('the recorded journey publishes every metric', () => {
    const names = new Set(published().map((one) => one.split(' ')[0]));
    expect(METRIC_NAMES.filter((name) => !names.has(name))).toEqual([]);
  });

  it('metrics whose average is a rate are published as 0 and as 1', () => {
    const rates = ['PagesDeclined', 'ChargesLate', 'ChargesSucceeded', 'ChargesDeclined', 'BankUnknown'];
    for (const name of rates) {
      const values = written.flatMap(({ line }) => (name in line ? [line[name]] : []));
      expect(new Set(values), name).toEqual(new Set([0, 1]));
    }
  });
});
