// The parts of docs/scale.md that are measured. Each is between a comment with its name and one with `end`.
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../../../docs/scale.md', import.meta.url);
export const readPage = () => readFileSync(PAGE, 'utf8');

export function renewPage(parts: Readonly<Record<string, string>>): void {
  let page = readPage();
  for (const [name, part] of Object.entries(parts)) {
    const begin = `<!-- ${name} -->\n`;
    const start = page.indexOf(begin) + begin.length;
    page = `${page.slice(0, start)}${part}\n${page.slice(page.indexOf('<!-- end -->', start))}`;
  }
  writeFileSync(PAGE, page);
}
