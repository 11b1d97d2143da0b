// Draws the dashboard as CloudWatch lays it out: each widget at its place with its title and its series. The
// values are samples that follow from the labels, so that each run draws the same picture.
import { createHash } from 'node:crypto';

type Metric = readonly unknown[];
export type Widget = {
  type: 'metric' | 'alarm' | 'text';
  x: number;
  y: number;
  width: number;
  height: number;
  properties: { title?: string; view?: string; metrics?: Metric[]; alarms?: string[]; markdown?: string };
};

const COLUMN = 50;
const LINE = 34;
const POINTS = 24;
const SHOWN_SERIES = 6;
/** The width of a character of the legends. */
const CHARACTER = 5.9;
const COLOURS = ['#1f77b4', '#ff7f0e', '#2ca02c', '#9467bd', '#8c564b', '#7f7f7f'];
/** Series that are near zero while all is well. */
const RARE = new RegExp(
  'fail|declin|refus|late|overdue|missed|not |down|after all|person|differ|not compared|crash|throttl|' +
    'given up|disabled|guard|locked|4XX|5XX|waiting|Dead letter|failing|they waited|since|full mask',
);

const escaped = (text: string) => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
const noiseOf = (label: string) => [...createHash('sha256').update(label).digest()];

/** The options of a metric are its last part, if that is an object. */
function labelOf(metric: Metric): string {
  const last = metric.at(-1);
  const { label } = (typeof last === 'object' && last !== null ? last : {}) as { label?: string };
  const words = metric.filter((part) => typeof part === 'string');
  return label ?? String(words[1] ?? '');
}

const isShown = (metric: Metric) => (metric.at(-1) as { visible?: boolean } | undefined)?.visible !== false;

/** A day with a busy evening, between 0 and 1. */
function valuesOf(title: string, label: string): number[] {
  const noise = noiseOf(title + label);
  const size = 0.35 + (noise[0] ?? 0) / 420;
  return Array.from({ length: POINTS }, (_, hour) => {
    const one = (noise[hour % noise.length] ?? 0) / 255;
    if (RARE.test(`${title} ${label}`)) return one > 0.93 ? 0.08 : 0.01;
    const busy = 0.35 + 0.65 * Math.max(0, Math.sin(((hour - 6) / 18) * Math.PI));
    return Math.min(1, size * busy * (0.85 + 0.3 * one));
  });
}

function graph(
  { properties: { title = '', view, metrics = [] } }: Widget,
  wide: number,
  high: number,
): string {
  const shown = metrics.filter(isShown);
  const [left, top, right, bottom] = [10, 34, wide - 10, high - 36];
  const drawn = shown.slice(0, SHOWN_SERIES).map((metric, at) => {
    const values = valuesOf(title, labelOf(metric));
    const colour = COLOURS[at % COLOURS.length];
    if (view === 'bar') {
      const step = (bottom - top) / Math.min(shown.length, SHOWN_SERIES);
      const long = Math.max(...values) * (right - left - 4);
      const y = top + at * step;
      const size = `width="${long.toFixed(0)}" height="${(step - 4).toFixed(0)}"`;
      return `<rect x="${left}" y="${y.toFixed(0)}" ${size} fill="${colour}"/>`;
    }
    const xOf = (hour: number) => left + (hour * (right - left)) / (POINTS - 1);
    const points = values.map(
      (value, hour) => `${xOf(hour).toFixed(0)},${(bottom - value * (bottom - top)).toFixed(0)}`,
    );
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
  });
  const axis = `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="#d5dbdb"/>`;
  return `${axis}${drawn.join('')}${legend(shown.map(labelOf), left, bottom, right - left)}`;
}

/** Two lines of names in the colours of their series; the rest as a number. */
function legend(names: readonly string[], left: number, bottom: number, wide: number): string {
  const lines: string[] = ['', ''];
  let [at, used, row] = [0, 0, 0];
  for (; at < Math.min(names.length, SHOWN_SERIES); at += 1) {
    const name = names[at] ?? '';
    const long = (name.length + 3) * CHARACTER;
    if (used + long > wide - 12 * CHARACTER) [row, used] = [row + 1, 0];
    if (row > 1) break;
    lines[row] += `<tspan fill="${COLOURS[at]}">${escaped(name)}</tspan>   `;
    used += long;
  }
  if (at < names.length) lines[Math.min(row, 1)] += `and ${names.length - at} more`;
  const text = (y: number, spans = '') =>
    spans === '' ? '' : `<text x="${left}" y="${y}" class="s" xml:space="preserve">${spans.trimEnd()}</text>`;
  return text(bottom + 15, lines[0]) + text(bottom + 28, lines[1]);
}

const line = (x: number, y: number, text: string) =>
  text === '' ? '' : `<text x="${x}" y="${y}" class="s">${escaped(text)}</text>`;

function alarms({ properties: { alarms: names = [] } }: Widget, wide: number): string {
  const each = 22;
  const columns = Math.floor((wide - 20) / each);
  return names
    .map((_, at) => [10 + (at % columns) * each, 40 + Math.floor(at / columns) * each])
    .map(([x, y]) => `<rect x="${x}" y="${y}" width="16" height="16" rx="3" fill="#2ca02c"/>`)
    .join('');
}

function table({ properties: { markdown = '' } }: Widget, high: number): string {
  const rows = markdown.split('\n').filter((row) => !row.startsWith('|---'));
  const shown = Math.floor((high - 20) / 17);
  return rows
    .slice(0, shown)
    .map((row, at) => line(10, 26 + at * 17, row.split('|').slice(1, 3).join('  ').trim()))
    .join('');
}

function drawWidget(widget: Widget): string {
  const [wide, high] = [widget.width * COLUMN - 8, widget.height * LINE - 8];
  const frame = `<rect width="${wide}" height="${high}" rx="4" fill="#fff" stroke="#d5dbdb"/>`;
  const { title = '' } = widget.properties;
  const heading = title === '' ? '' : `<text x="10" y="22" class="t">${escaped(title)}</text>`;
  const drawings = {
    metric: () => graph(widget, wide, high),
    alarm: () => alarms(widget, wide),
    text: () => table(widget, high),
  };
  const place = `translate(${widget.x * COLUMN + 4} ${widget.y * LINE + 4})`;
  return `<g transform="${place}">${frame}${heading}${drawings[widget.type]()}</g>`;
}

export function drawDashboard(widgets: readonly Widget[]): string {
  const wide = Math.max(...widgets.map(({ x, width }) => x + width)) * COLUMN;
  const high = Math.max(...widgets.map(({ y, height }) => y + height)) * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" font-family="sans-serif">`,
    '<style>.t{font-size:14px;font-weight:600;fill:#16191f}.s{font-size:11px;fill:#545b64}</style>',
    `<rect width="${wide}" height="${high}" fill="#f2f3f3"/>`,
    ...widgets.map(drawWidget),
    '</svg>\n',
  ].join('\n');
}
