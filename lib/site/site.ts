// The reference site, served at /docs: every page as HTML and as Markdown in both languages, an index for the
// search, and llms.txt. All of it is made of the documents of docs/, the OpenAPI document and the tables of the
// code (api.md 2.9).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildSync } from 'esbuild';
import { withTexts } from '#contract/document-texts.ts';
import type { Language } from '#domain/language.ts';
import { clientArchives } from '../clients/archives.ts';
import { rendered } from './markdown.ts';
import { type Menu, sitePage } from './page.ts';
import { type Document, referencePage, titleOf } from './reference.ts';
import { indexOf, type SearchSection, searchSections } from './search-index.ts';
import { DOCUMENTS, documentIn, FILES, RULES, readSource, targetOf } from './sources.ts';
import { stateDrawing, statesPage } from './states.ts';
import { cardsTable, clientsTable, errorsPage, otherWordsTable } from './tables.ts';
import { WORDS } from './words.ts';

const LANGUAGES = ['en', 'tr'] as const;
const NOUNS = [
  'hosted-page',
  'payment',
  'refund',
  'settlement',
  'customer',
  'card',
  'recurring-payment',
  'installment',
  'bin',
  'event',
  'webhook',
  'key',
  'me',
];

function openApiIn(language: Language): Document {
  const english = JSON.parse(readSource('docs/openapi.json')) as Document;
  if (language === 'en') return english;
  const texts = JSON.parse(readSource('docs/openapi.tr.json')) as Record<string, string>;
  return withTexts(english, (text) => texts[text] ?? text) as Document;
}

type SitePage = { name: string; title: string; language: Language; markdown: string; from?: string };

/** The comments of documents that stand for a table. */
const TABLES: Record<string, (document: Document, language: Language) => string> = {
  cards: (_, language) => cardsTable(language),
  'other-words': otherWordsTable,
  clients: (_, language) => clientsTable(language),
};

function pagesIn(language: Language): SitePage[] {
  const document = openApiIn(language);
  const page = (name: string, markdown: string, from?: string): SitePage => ({
    name,
    title: /^# (?:<a[^>]*><\/a>)?(.*)$/m.exec(markdown)?.[1] ?? name,
    language,
    markdown: markdown.replaceAll(
      /^<!-- ([\w-]+) -->$/gm,
      (whole, word: string) => TABLES[word]?.(document, language) ?? whole,
    ),
    ...(from !== undefined && { from }),
  });
  return [
    ...DOCUMENTS.map(([name, path]) => page(name, documentIn(path, language), `${path}.md`)),
    ...NOUNS.map((noun) => page(noun, referencePage(document, noun, language))),
    page('errors', errorsPage(document, language)),
    page(
      'states',
      `${readSource(`docs/guides/states${language === 'tr' ? '.tr' : ''}.md`)}\n${statesPage(language)}`,
      'docs/guides/states.md',
    ),
    ...(language === 'en' ? [page('changelog', merchantsChanges(), 'CHANGELOG.md')] : []),
    ...RULES.map((name) => {
      const path = `docs/interface/${name}`;
      return page(`rules-${name}`, documentIn(path, language), `${path}.md`);
    }),
  ];
}

/** The changelog without the parts for operators. */
const merchantsChanges = () =>
  readSource('CHANGELOG.md').replaceAll(/^### For operators\n[\s\S]*?(?=^#|(?![\s\S]))/gm, '');

/** The text of every file of the site, by its name; that of an archive in base64. */
export function siteFiles(): Record<string, string> {
  const pages = LANGUAGES.flatMap(pagesIn);
  const names = new Set(pages.map(({ name, language }) => `${name}.${language}`));
  const files: Record<string, string> = {
    'site.css': readFileSync(new URL('site.css', import.meta.url), 'utf8'),
    'site.js': siteScript(),
    'llms.txt': llms(pages.filter(({ language }) => language === 'en')),
  };
  for (const { name, bytes } of Object.values(clientArchives())) files[name] = bytes.toString('base64');
  for (const name of FILES) files[name] = readSource(`docs/${name}`);
  for (const language of LANGUAGES) {
    const own = pages.filter((page) => page.language === language);
    const menu = menuOf(own, language);
    const sections: SearchSection[] = [];
    for (const page of own) {
      const file = `${page.name}.${language}`;
      const addressIn = (ending: string) => (link: string) => linkIn(link, page, names, ending);
      const { html, headings } = rendered(page.markdown, {
        addressOf: addressIn(''),
        drawing,
        typeWord: WORDS[language].type,
      });
      const other = language === 'tr' ? 'en' : 'tr';
      files[file] = sitePage({ ...page, html, headings }, menu, names.has(`${page.name}.${other}`));
      files[`${file}.md`] = page.markdown
        .replaceAll(/^<!-- .* -->\n+/gm, '')
        .replaceAll(/\]\(([^)]+)\)/g, (_, link: string) => `](${addressIn('.md')(link) ?? ''})`)
        .replaceAll(/\[([^\]]+)\]\(\)/g, '$1');
      sections.push(...searchSections(page, headings));
    }
    files[`search.${language}.json`] = JSON.stringify(indexOf(sections, language));
  }
  return files;
}

const drawing = (comment: string) => {
  const [, machine] = /^states: (.*)/.exec(comment) ?? [];
  return machine === undefined ? '' : stateDrawing(machine);
};

/** A page that exists in English only is shown in English. One that links to itself means its translation. */
function linkIn(
  link: string,
  { from, language, name: self }: SitePage,
  names: ReadonlySet<string>,
  ending: string,
): string | undefined {
  const target = targetOf(link, from);
  return target?.replace(/^([\w-]+)\.md(?=#|$)/, (_, name: string) => {
    const other = language === 'tr' ? 'en' : 'tr';
    const here = `${name}.${name === self && !link.startsWith('#') ? other : language}`;
    return `${names.has(here) ? here : `${name}.en`}${ending}`;
  });
}

function menuOf(own: readonly SitePage[], language: Language): Menu {
  const words = WORDS[language];
  const entries = (names: readonly string[]) => own.filter(({ name }) => names.includes(name));
  const files = [
    { name: 'llms.txt', title: 'llms.txt' },
    { name: language === 'tr' ? '../openapi.tr.json' : '../openapi.json', title: 'OpenAPI' },
  ];
  return [
    [words.guides, entries(DOCUMENTS.map(([name]) => name))],
    [words.reference, NOUNS.map((name) => ({ name, title: titleOf(name, language) }))],
    [
      words.more,
      [...entries(['errors', 'states']), { name: 'changelog.en', title: words.changelog }, ...files],
    ],
    [words.rules, own.filter(({ name }) => name.startsWith('rules-'))],
  ];
}

const siteScript = () =>
  buildSync({
    entryPoints: [fileURLToPath(new URL('browser/site.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
  }).outputFiles[0]?.text ?? '';

const llms = (pages: readonly SitePage[]) =>
  `# Payment service

> Hosted payment pages, customers, stored cards, refunds and recurring payments.
> JSON over HTTPS, with the header X-Api-Key.

${pages
  .map(({ name, title, markdown }) => {
    const [, about = ''] = /^# .*\n+([^\n|#<\x60][^\n]*)/.exec(markdown) ?? [];
    return `- [${title}](${name}.en.md): ${about.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')}`;
  })
  .join('\n')}
- [OpenAPI](../openapi.json): the whole API as OpenAPI 3.1
`;

/** The files as one text, for the function that serves them. The same documents give the same text. */
export function packedSite(): string {
  const packed = brotliCompressSync(JSON.stringify(siteFiles()), {
    // 11 would take thirty times as long for a tenth less.
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  return packed.toString('base64');
}
