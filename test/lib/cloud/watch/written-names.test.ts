// Whatever a query, an alarm or a graph names is really written, and by a function that it looks at: a name
// that nobody writes shows nothing, and nothing looks like all is well.
import { beforeAll, describe, expect, it } from 'vitest';
import { METRICS, NAMESPACE } from '#telemetry/metric.ts';
import { ACCESS_LOG_LINE } from '../../../../lib/cloud/api/rest-api.ts';
import { CARD_NUMBERS } from '../../../../lib/cloud/card-mask.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { QUERIES, textOf as queryText, type SavedQuery } from '../../../../lib/cloud/watch/queries.ts';
import { resourcesOf, synthesize, textOf } from '../cloud.ts';
import { recordJourney, type WrittenLine } from './recorded-journey.ts';

const METRIC_NAMES = Object.keys(METRICS);
let written: WrittenLine[];
beforeAll(async () => {
  written = await recordJourney();
}, 60_000);

it('nothing that is written is masked for a card number: a figure that was would be counted no more', () => {
  const masks = Object.values(CARD_NUMBERS).map((regex) => new RegExp(regex));
  const lines = written.map(({ line }) => JSON.stringify(line));
  expect(lines.filter((line) => masks.some((mask) => mask.test(line)))).toEqual([]);
});

/** `{ error: { at: ['x'] } }` -> `error.at.0`, as Logs Insights names it. */
function namesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, one]) => namesIn(one, path === '' ? name : `${path}.${name}`));
}

const COMMANDS = new Set(['fields', 'filter', 'stats', 'sort', 'by', 'as', 'and', 'or', 'asc', 'desc']);

/** The fields of ours that a query names: no text, no function, no name of its own, none of CloudWatch's. */
function fieldsOf(query: SavedQuery): string[] {
  const text = queryText(query).replaceAll(/"[^"]*"/g, '');
  const own = [...text.matchAll(/\bas (\w+)/g)].map(([, name]) => name);
  const words = [...text.matchAll(/(?<![\w.@])[a-zA-Z][\w.]*\b(?!\()/g)].map(([word]) => word);
  return [...new Set(words)].filter((word) => !COMMANDS.has(word) && !own.includes(word));
}

describe.each(QUERIES.map((query) => [query.name, query] as const))('%s', (_, query) => {
  it('names fields that are written by the functions it reads', () => {
    const readers = functionsOf(ROUTE_TABLE).filter(query.reads);
    const read = written.filter(({ by }) => readers.some(({ name }) => name === by));
    const names = new Set([
      ...read.flatMap(({ line }) => namesIn(line)),
      ...(query.readsAccess ? Object.keys(ACCESS_LOG_LINE) : []),
    ]);
    expect(fieldsOf(query).filter((field) => !names.has(field))).toEqual([]);
  });

  it('reads every function that measures what it asks for', () => {
    const readers = functionsOf(ROUTE_TABLE).filter(query.reads);
    const wanted = fieldsOf(query).filter((field) => METRIC_NAMES.includes(field));
    const writers = written.filter(({ line }) => wanted.some((name) => name in line)).map(({ by }) => by);
    const missed = new Set(writers.filter((by) => !readers.some(({ name }) => name === by)));
    expect([...missed]).toEqual([]);
  });
});

type Directive = { Dimensions: string[][]; Metrics: { Name: string }[] };
/** `ChargesLate by stage`, `TakenMinor by currency, stage`. */
const figureOf = (name: string, dimensions: readonly string[]) =>
  `${name} by ${[...dimensions].sort().join(', ')}`;

const measured = () =>
  written.flatMap(({ line }) =>
    ((line['_aws'] as { CloudWatchMetrics: Directive[] } | undefined)?.CloudWatchMetrics ?? []).flatMap(
      ({ Dimensions, Metrics }) => Metrics.map(({ Name }) => figureOf(Name, Dimensions[0] ?? [])),
    ),
  );

function lookedAt(): string[] {
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
        figureOf(
          MetricName,
          Dimensions.map(({ Name }) => Name),
        ),
      ),
    ...graphs
      .filter(([namespace]) => namespace === NAMESPACE)
      .map(([, name, ...rest]) => {
        const texts = rest.filter((part) => typeof part === 'string');
        return figureOf(
          String(name),
          texts.filter((_, at) => at % 2 === 0),
        );
      }),
  ];
}

describe('figures', () => {
  const watched = lookedAt();

  it('that an alarm or a graph looks at are measured, under these very dimensions', () => {
    expect(watched.length).toBeGreaterThan(METRIC_NAMES.length);
    expect([...new Set(watched)].filter((one) => !measured().includes(one))).toEqual([]);
  });

  it('that are measured are looked at: whatever nobody sees is not worth its price', () => {
    expect([...new Set(measured())].filter((one) => !watched.includes(one))).toEqual([]);
  });

  it('are all measured in a short life of the service', () => {
    const names = new Set(measured().map((one) => one.split(' ')[0]));
    expect(METRIC_NAMES.filter((name) => !names.has(name))).toEqual([]);
  });

  it('of zeros and ones were both, where their average is a rate', () => {
    const rates = ['PagesDeclined', 'ChargesLate', 'ChargesSucceeded', 'ChargesDeclined', 'BankUnknown'];
    for (const name of rates) {
      const values = written.flatMap(({ line }) => (name in line ? [line[name]] : []));
      expect(new Set(values), name).toEqual(new Set([0, 1]));
    }
  });
});
