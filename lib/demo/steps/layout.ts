// Lays out the demo's output for a terminal of 80 columns: prose is wrapped, tables have headings, and
// amounts have two decimals.

const WIDTH = 80;
const INDENT = '   ';
const GAP = '  ';

type Cell = string | number | null | undefined;
/** Values by column heading. Every row has the same headings. */
export type LayoutRow = Readonly<Record<string, Cell>>;

/** `1198.8` -> `1,198.80` */
export const money = (amount: number): string =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Wraps a text at 80 columns. Only a single longer word, such as an address, makes a longer line. */
export function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(INDENT + word);
  }
  return lines.join('\n');
}

/** Columns are as wide as their longest text. A column that contains only numbers is aligned to the right. */
export function tableOf(rows: readonly LayoutRow[]): string {
  const headings = Object.keys(rows[0] ?? {});
  const columns = headings.map((heading) => {
    const texts = rows.map((row) => textOf(row[heading]));
    const width = Math.max(heading.length, ...texts.map(({ length }) => length));
    const isNumeric = texts.every((text) => /^[\d,.]+$/.test(text));
    return [heading, ...texts].map((text) => (isNumeric ? text.padStart(width) : text.padEnd(width)));
  });
  const [heads = '', ...lines] = ['', ...rows].map((_, at) =>
    `${INDENT}${columns.map((column) => column[at]).join(GAP)}`.trimEnd(),
  );
  const width = Math.max(...[heads, ...lines].map(({ length }) => length));
  return [heads, INDENT + '─'.repeat(width - INDENT.length), ...lines].join('\n');
}

/** One fact per line, preceded by its name. */
export function factsOf(facts: LayoutRow): string {
  const width = Math.max(...Object.keys(facts).map(({ length }) => length));
  return Object.entries(facts)
    .map(([name, value]) => `${INDENT}${name.padEnd(width)}${GAP}${textOf(value)}`)
    .join('\n');
}

const textOf = (value: Cell): string => (value === null || value === undefined ? '-' : String(value));
