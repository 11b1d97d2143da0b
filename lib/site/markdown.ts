// Markdown as HTML, by marked, with the site's own links, headings, code and drawings. Code blocks of several
// languages behind each other are one group, of which the reader sees the chosen language.
import { Marked, Renderer } from 'marked';
import { type CodeLanguage, LANGUAGES } from './snippets/languages.ts';

type RenderOptions = {
  /** The address of a link's target; undefined for one that the site does not have. */
  addressOf(target: string): string | undefined;
  /** HTML in the place of a comment. */
  drawing(comment: string): string;
  /** The head of the column of types, by which a table of fields is known. */
  typeWord: string;
};
export type Heading = { level: number; id: string; text: string };

export const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** As GitHub makes it of a heading, so that links work in both places. */
const slugOf = (text: string) =>
  text
    .toLowerCase()
    // What remains of an İ.
    .replaceAll('\u0307', '')
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

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

function codeBlock(language: string, lines: string): string {
  const text = escaped(lines).replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  const code = text.replaceAll(SETTING, (whole, ...found: unknown[]) => {
    const { name, bare } = found.at(-1) as { name: string; bare?: string };
    return `<span data-setting="${name}"${bare ? ' data-bare' : ''}>${whole}</span>`;
  });
  const name = LANGUAGES[language as CodeLanguage];
  const caption = name === undefined ? '' : `<figcaption>${name}</figcaption>`;
  const of = name === undefined ? '' : ` data-code="${language}"`;
  return `<figure${of}>${caption}<pre tabindex="0"><code>${code}</code></pre></figure>`;
}

const ANCHOR = /<a id="([^"]+)"><\/a>/;

export function rendered(markdown: string, rendering: RenderOptions): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const marked = new Marked({
    // A bare address is a text.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ depth, text, tokens }) {
        const label = text.replace(ANCHOR, '').trim();
        const id = ANCHOR.exec(text)?.[1] ?? slugOf(label);
        headings.push({ level: depth, id, text: label.replaceAll('`', '') });
        const inner = this.parser.parseInline(tokens).replace(ANCHOR, '');
        const shown = depth === 1 ? inner : `<a href="#${escaped(id)}">${inner}</a>`;
        return `<h${depth} id="${escaped(id)}">${shown}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const label = this.parser.parseInline(tokens);
        const address = rendering.addressOf(href);
        return address === undefined ? label : `<a href="${escaped(address)}">${label}</a>`;
      },
      code: ({ text, lang = '' }) => `${codeBlock(lang, text)}\n`,
      codespan: ({ text }) => `<code>${escaped(text)}</code>`,
      table(token) {
        const isOfFields = token.header[1]?.text === rendering.typeWord;
        return `<div class="wide${isOfFields ? ' fields' : ''}" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
      html({ text }) {
        const [, comment] = /<!-- (.*) -->/.exec(text) ?? [];
        if (comment !== undefined) return rendering.drawing(comment);
        return /^<\/?a\b/.test(text) ? text : escaped(text);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const grouped = html.replaceAll(GROUP, '<div class="codes">$&</div>');
  return { html: grouped.replaceAll(CALL, '<div class="call">$1<div>$2</div></div>'), headings };
}

const GROUP = /(?:<figure data-code="\w+">(?:(?!<\/figure>)[\s\S])*<\/figure>\n){2,}/g;
/** The code of a call, and the example of its answer with the line before it. */
const CALL =
  /(<div class="codes">(?:(?!<\/div>)[\s\S])*<\/div>)\s*(<p><strong>.*<\/p>\s*<figure>(?:(?!<\/figure>)[\s\S])*<\/figure>)/g;
