// Markdown as HTML: as much of it as the documents of docs/ use. Code blocks of several languages behind each
// other are one group, of which the reader sees the chosen language.
import { type CodeLanguage, LANGUAGES } from './snippets/languages.ts';

type Rendering = {
  /** The address of a link's target; undefined for one that the site does not have. */
  addressOf(target: string): string | undefined;
  /** HTML in the place of a comment. */
  drawing(comment: string): string;
};
export type Heading = { level: number; id: string; text: string };

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** As GitHub makes it of a heading, so that links work in both places. */
const slugOf = (text: string) =>
  text
    .toLowerCase()
    // What remains of an İ.
    .replaceAll('\u0307', '')
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function inline(text: string, { addressOf }: Rendering): string {
  const codes: string[] = [];
  const kept = (html: string) => `\0${codes.push(html) - 1}\0`;
  return text
    .replaceAll(/`([^`]+)`/g, (_, code: string) => kept(`<code>${escaped(code)}</code>`))
    .replaceAll(/<a id="([^"]+)"><\/a>/g, (_, id: string) => kept(`<a id="${escaped(id)}"></a>`))
    .replaceAll(/[&<>"]/g, escaped)
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_, label: string, target: string) => {
      const address = addressOf(target);
      return address === undefined ? label : `<a href="${escaped(address)}">${label}</a>`;
    })
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\0(\d+)\0/g, (_, at: string) => codes[Number(at)] ?? '')
    .replaceAll(/\0(\d+)\0/g, (_, at: string) => codes[Number(at)] ?? '');
}

/** A setting of the shop, in whatever way a language reads it. The script shows its value if it knows it. */
const NAME = '(?<name>PAYMENT_[A-Z_]+)';
const SETTING = new RegExp(
  [
    String.raw`(?<bare>\$)${NAME}`,
    String.raw`process\.env\.${NAME}!?`,
    String.raw`os\.environ\["${NAME}"\]`,
    String.raw`(?:System\.)?\bgetenv\(['"]${NAME}['"]\)`,
    String.raw`Environment\.GetEnvironmentVariable\("${NAME}"\)`,
  ].join('|'),
  'g',
);

function codeBlock(language: string, lines: readonly string[]): string {
  const text = escaped(lines.join('\n')).replaceAll('&quot;', '"');
  const code = text.replaceAll(SETTING, (whole, ...found: unknown[]) => {
    const { name, bare } = found.at(-1) as { name: string; bare?: string };
    return `<span data-setting="${name}"${bare ? ' data-bare' : ''}>${whole}</span>`;
  });
  const name = LANGUAGES[language as CodeLanguage];
  const caption = name === undefined ? '' : `<figcaption>${name}</figcaption>`;
  const of = name === undefined ? '' : ` data-code="${language}"`;
  return `<figure${of}>${caption}<pre tabindex="0"><code>${code}</code></pre></figure>`;
}

const cells = (line: string) =>
  line
    .trim()
    .replaceAll('\\|', '\u0001')
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim().replaceAll('\u0001', '|'));

function table(lines: readonly string[], rendering: Rendering): string {
  const [head = '', , ...rows] = lines;
  const of = (tag: string, line: string) =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${inline(cell, rendering)}</${tag}>`)
      .join('')}</tr>`;
  return `<div class="wide" tabindex="0"><table><thead>${of('th', head)}</thead><tbody>${rows
    .map((line) => of('td', line))
    .join('\n')}</tbody></table></div>`;
}

function list(lines: readonly string[], rendering: Rendering): string {
  const items: string[] = [];
  for (const line of lines) {
    const [, text] = /^(?:-|\d+\.) +(.*)/.exec(line) ?? [];
    if (text === undefined) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else items.push(text);
  }
  const tag = lines[0]?.startsWith('-') ? 'ul' : 'ol';
  return `<${tag}>${items.map((item) => `<li>${inline(item, rendering)}</li>`).join('\n')}</${tag}>`;
}

function heading(line: string, rendering: Rendering, headings: Heading[]): string {
  const [, marks = '', all = ''] = /^(#+) +(.*)/.exec(line) ?? [];
  const [, id] = /<a id="([^"]+)"><\/a>/.exec(all) ?? [];
  const label = all.replace(/<a id="[^"]+"><\/a>/, '').trim();
  const one = { level: marks.length, id: id ?? slugOf(label), text: label.replaceAll('`', '') };
  headings.push(one);
  const text = inline(label, rendering);
  const at = escaped(one.id);
  const inner = one.level === 1 ? text : `<a href="#${at}">${text}</a>`;
  return `<h${one.level} id="${at}">${inner}</h${one.level}>`;
}

/** The lines from `at` on that belong together. */
function take(lines: readonly string[], at: number, belongs: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, index) => index >= at && !belongs(line));
  return lines.slice(at, end === -1 ? lines.length : end);
}

export function rendered(markdown: string, rendering: Rendering): { html: string; headings: Heading[] } {
  const lines = markdown.split('\n');
  const headings: Heading[] = [];
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    let taken = [line];
    if (line.startsWith('```')) {
      const body = take(lines, at + 1, (one) => !one.startsWith('```'));
      taken = [line, ...body, '```'];
      blocks.push(codeBlock(line.slice(3).trim(), body));
    } else if (line.startsWith('#')) blocks.push(heading(line, rendering, headings));
    else if (line.startsWith('|')) {
      taken = take(lines, at, (one) => one.startsWith('|'));
      blocks.push(table(taken, rendering));
    } else if (/^(?:-|\d+\.) /.test(line)) {
      taken = take(lines, at, (one) => /^(?:-|\d+\.) |^ {2,}\S/.test(one));
      blocks.push(list(taken, rendering));
    } else if (line.startsWith('<!--')) blocks.push(rendering.drawing(/<!-- (.*) -->/.exec(line)?.[1] ?? ''));
    else if (line.trim() !== '') {
      taken = take(lines, at, (one) => one.trim() !== '' && !/^(?:#|```|\||<!--)/.test(one));
      blocks.push(`<p>${inline(taken.join(' '), rendering)}</p>`);
    }
    at += taken.length;
  }
  const html = blocks.filter((block) => block !== '').join('\n');
  return { html: html.replaceAll(GROUP, '<div class="codes">$&</div>'), headings };
}

const GROUP = /(?:<figure data-code="\w+">(?:(?!<\/figure>)[\s\S])*<\/figure>\n){2,}/g;
