// Files that operators keep in a spreadsheet. Excel writes a byte order mark and, in Turkey, semicolons.

/** `line` is its number in the file, from 1. */
type CsvRow = { line: number; cells: Record<string, string | undefined> };

/** The column names of the first line, and the rows below it. Empty lines and those with `#` say nothing. */
export function readCsv(text: string): { names: string[]; rows: CsvRow[] } {
  const [header, ...rows] = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((content, at) => ({ line: at + 1, content }))
    .filter(({ content }) => content.trim() !== '' && !content.startsWith('#'));
  const separator = header?.content.includes(';') ? ';' : ',';
  const split = (content: string) => content.split(separator).map((cell) => cell.trim());
  const names = split(header?.content ?? '');
  const cellsOf = (content: string) => {
    const cells = split(content);
    return Object.fromEntries(names.map((name, at) => [name, cells[at]]));
  };
  return { names, rows: rows.map(({ line, content }) => ({ line, cells: cellsOf(content) })) };
}
