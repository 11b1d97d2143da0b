// Draws docs/architecture.svg: who calls the service, and which resources each function may access. The input
// is the route table, the grants and the stacks.
import { type ChartRow, COLUMNS, type Column, type Section } from './chart.ts';
import type { CountedStack } from './stack-count.ts';
import { STYLE } from './style.ts';

type Picture = { sections: readonly Section[]; stacks: readonly CountedStack[] };

const WIDTH = 1080;
const MARGIN = 28;
const ACTOR_WIDTH = 172;
const NOUN_X = MARGIN + ACTOR_WIDTH + 24;
const VERBS_X = NOUN_X + 142;
const FIRST_COLUMN_X = 610;
const COLUMN_WIDTH = 60;
const HEAD_HEIGHT = 118;
const ROW_HEIGHT = 24;
const SECTION_GAP = 14;
const MIN_SECTION_HEIGHT = 66;
const FOOT_HEIGHT = 84;
const STACK_HEIGHT = 64;
const STEP_GAP = 26;

export function drawArchitecture({ sections, stacks }: Picture): string {
  const heights = sections.map(({ rows }) => Math.max(rows.length * ROW_HEIGHT, MIN_SECTION_HEIGHT));
  const bodyHeight = heights.reduce((sum, height) => sum + height + SECTION_GAP, 0);
  const bottom = HEAD_HEIGHT + bodyHeight;
  const height = bottom + FOOT_HEIGHT + STACK_HEIGHT + MARGIN + 8;
  const drawn = sections.map((section, index) => {
    const above = heights.slice(0, index).reduce((sum, one) => sum + one + SECTION_GAP, 0);
    return drawSection(section, HEAD_HEIGHT + above, heights[index] ?? 0);
  });
  const functions = sections.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.verbs.length, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img"
 aria-labelledby="title about">
<title id="title">Architecture</title>
<desc id="about">${functions} functions, their callers, and what each may access.</desc>
<style>${STYLE}
</style>
<rect class="ground" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="14"/>
${write('Who calls the service, and what each function may access', MARGIN, 46, 'ink title')}
${write(`${functions} functions; each role allows what is marked, nothing else`, MARGIN, 70, 'soft')}
${drawHead(bottom - SECTION_GAP)}
${drawn.join('\n')}
${drawMoney(bottom + 8)}
${drawStacks(stacks, bottom + FOOT_HEIGHT + 8)}
</svg>
`;
}

const columnX = (column: Column) =>
  FIRST_COLUMN_X + COLUMN_WIDTH * (Object.keys(COLUMNS) as Column[]).indexOf(column);
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function write(text: string, x: number, y: number, classes: string): string {
  return `<text class="${classes}" x="${x}" y="${y}">${escaped(text)}</text>`;
}

function drawHead(railEnd: number): string {
  const columns = Object.entries(COLUMNS) as [Column, ColumnHead][];
  const services = [...new Set(columns.map(([, { service }]) => service))].map((service) => {
    const serviceColumns = columns
      .filter(([, head]) => head.service === service)
      .map(([column]) => columnX(column));
    const [from, to] = [Math.min(...serviceColumns), Math.max(...serviceColumns)];
    const bracket = `<path class="bracket" d="M${from - 24} 39H${to + 24}"/>`;
    return write(service, (from + to) / 2, 32, 'ink strong middle') + bracket;
  });
  return [...services, ...columns.map(([column, head]) => drawColumn(column, head, railEnd))].join('\n');
}

type ColumnHead = { service: string; part: string; light?: string; full?: string };

function drawColumn(column: Column, { part, light, full }: ColumnHead, railEnd: number): string {
  const x = columnX(column);
  const legend = [light, full].filter((word) => word !== undefined);
  const legendSpots = legend.map((word, index) => {
    const y = 73 + index * 16;
    return spot(word === full, column, x - 18, y, 4) + write(word, x - 9, y + 4, 'soft small');
  });
  return [
    write(part, x, 55, 'ink small middle'),
    ...legendSpots,
    `<path class="rail" d="M${x} ${HEAD_HEIGHT - 14}V${railEnd}"/>`,
  ].join('');
}

function drawSection({ caller, credential, trigger, rows }: Section, y: number, height: number): string {
  const middle = y + height / 2;
  const actor = [
    `<rect class="actor" x="${MARGIN}" y="${y}" width="${ACTOR_WIDTH}" height="${height}" rx="10"/>`,
    write(caller, MARGIN + 16, middle - 12, 'ink big'),
    write(credential, MARGIN + 16, middle + 7, 'soft small'),
    write(trigger, MARGIN + 16, middle + 24, 'accent small strong'),
  ];
  const top = y + (height - rows.length * ROW_HEIGHT) / 2;
  const drawn = rows.map((row, index) => {
    const isFirst = rows[index - 1]?.noun !== row.noun;
    return drawRow(row, top + index * ROW_HEIGHT + ROW_HEIGHT / 2, isFirst);
  });
  return [...actor, ...drawn].join('\n');
}

function drawRow({ noun, verbs, marks }: ChartRow, y: number, isFirst: boolean): string {
  const spots = [...marks].flatMap(([column, kinds]) => {
    const sortedKinds = [...kinds].sort().reverse();
    return sortedKinds.map((kind, index) => {
      const x = columnX(column) + (index - (sortedKinds.length - 1) / 2) * 15;
      return spot(kind === 'full', column, x, y, 5.5);
    });
  });
  return [
    `<path class="row" d="M${NOUN_X} ${y + ROW_HEIGHT / 2}H${WIDTH - MARGIN}"/>`,
    ...(isFirst ? [write(noun, NOUN_X, y + 4, 'ink strong')] : []),
    write(verbs.join(' · '), VERBS_X, y + 4, 'soft'),
    ...spots,
  ].join('');
}

function spot(isFull: boolean, column: Column, x: number, y: number, radius: number): string {
  const classes = ['spot', ...(isFull ? ['full'] : []), ...(column === 'bank' ? ['money'] : [])];
  return `<circle class="${classes.join(' ')}" cx="${x}" cy="${y}" r="${radius}"/>`;
}

/** The steps of every money movement, in every flow. */
const MONEY = [
  ['claim', 'one transaction, before any call'],
  ['call', 'the bank, once'],
  ['record', 'one transaction, with the answer'],
  ['inquire', 'no answer? the sweep asks'],
] as const;

function drawMoney(y: number): string {
  const width = (WIDTH - 2 * MARGIN - 3 * STEP_GAP) / MONEY.length;
  return MONEY.map(([step, caption], index) => {
    const x = MARGIN + index * (width + STEP_GAP);
    const isException = index === MONEY.length - 1;
    const arrow = `M${x - STEP_GAP + 4} ${y + 29}h${STEP_GAP - 12}`;
    const arrowhead = `<path class="arrowhead" d="M${x - 4} ${y + 29}l-7-4v8z"/>`;
    return [
      `<rect class="step" x="${x}" y="${y}" width="${width}" height="58" rx="10"/>`,
      write(`${index + 1}  ${step}`, x + 14, y + 24, 'ink big'),
      write(caption, x + 14, y + 43, 'soft small'),
      ...(index === 0
        ? []
        : [`<path class="arrow"${isException ? ' stroke-dasharray="3 3"' : ''} d="${arrow}"/>`, arrowhead]),
    ].join('');
  }).join('\n');
}

function drawStacks(stacks: readonly CountedStack[], y: number): string {
  const width = (WIDTH - 2 * MARGIN - (stacks.length - 1) * STEP_GAP) / stacks.length;
  return stacks
    .map(({ name, caption, contents }, index) => {
      const x = MARGIN + index * (width + STEP_GAP);
      return [
        `<rect class="panel" x="${x}" y="${y}" width="${width}" height="${STACK_HEIGHT}" rx="10"/>`,
        write(name, x + 14, y + 26, 'ink strong'),
        write(caption, x + width - 14, y + 26, 'soft small end'),
        write(contents.join(' · '), x + 14, y + 47, 'soft'),
      ].join('');
    })
    .join('\n');
}
