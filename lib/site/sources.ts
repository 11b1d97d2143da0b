// The documents of the repository that are pages of the site, and where links among them lead.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import type { Language } from '#domain/language.ts';

const ROOT = new URL('../../', import.meta.url);
export const readSource = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const GUIDES = [
  'start',
  'first-sale',
  'payment-link',
  'subscription',
  'refund-by-two',
  'which-event',
  'order-story',
  'day-end',
  'going-live',
  'moving',
];
export const RULES = [
  ...([
    'api',
    'hosted-page',
    'payments',
    'installments',
    'customers',
    'cards',
    'recurring-payments',
  ] as const),
  ...(['refunds', 'settlements', 'events', 'local-service'] as const),
];
/** Pages by their documents, in the order of the menu. */
export const DOCUMENTS: readonly (readonly [name: string, path: string])[] = [
  ...GUIDES.map((name) => [name, `docs/guides/${name}`] as const),
  ['shops', 'docs/shops'],
  ['events', 'docs/events'],
  ['sandbox', 'docs/guides/sandbox'],
  ['limits', 'docs/guides/limits'],
];
/** Other files that documents link to, served as they are. */
export const FILES = ['pay-1.d.ts', 'script-integrity.json'];

const PAGE_OF = new Map([
  ...DOCUMENTS.map(([name, path]) => [path, name] as const),
  ...RULES.map((name) => [`docs/interface/${name}`, `rules-${name}`] as const),
  ...FILES.map((name) => [`docs/${name}`, name] as const),
  // Its diagrams of states.
  ['docs/architecture', 'states'],
]);

type Calls = Record<string, { operationId: string; tags: string[] }>;
const { paths } = JSON.parse(readSource('docs/openapi.json')) as { paths: Record<string, Calls> };

/** Where the reference has what a link names in the OpenAPI document: a call, or the error codes. */
const REFERENCE = new Map([
  ['errors', 'errors.md'],
  ...Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, tags }) => [operationId, `${tags[0]}.md#${operationId}`] as const),
]);

const CODE = /^```(\w+)\n([\s\S]*?)^```$/gm;
/** The code of a document, block by block. */
export const codeIn = (markdown: string): { language: string; code: string }[] =>
  [...markdown.matchAll(CODE)].map(([, language = '', code = '']) => ({ language, code }));

/** A link in brackets, or the last words in them. */
const REFERENCE_IN_BRACKETS = /(?:\s\(|[,:]\s)\[[^\]]+\]\(([^()]+)\)\)/g;
/** A paragraph for who reads the document in the repository. */
const OF_THE_REPOSITORY = /^<!-- repository -->\n(?:.+\n)+\n/gm;
/** A document as its readers get it: no brackets send them to a document that is no page. */
export const documentIn = (path: string, language: Language): string =>
  sourceIn(path, language)
    .replaceAll(OF_THE_REPOSITORY, '')
    .replaceAll(REFERENCE_IN_BRACKETS, (whole, link: string) => {
      if (targetOf(link, `${path}.md`) !== undefined) return whole;
      return /^\s/.test(whole) ? '' : ')';
    });

/** An empty block of code in the Turkish document is that of the English one. */
function sourceIn(path: string, language: Language): string {
  const english = readSource(`${path}.md`);
  if (language === 'en') return english;
  const code = codeIn(english);
  let at = 0;
  return readSource(`${path}.tr.md`).replaceAll(CODE, (whole, name: string, own: string) => {
    const block = code[at++];
    if (own !== '') return whole;
    if (block?.language !== name)
      throw new Error(`${path}.tr.md: block ${at} is not that of the English one.`);
    return `\`\`\`${name}\n${block.code}\`\`\``;
  });
}

/**
 * Where a link leads: `NAME.md#part` of the site, or an address elsewhere; undefined for a document that is
 * no page. In generated text `docs:NAME` is a page of the site, `docs-file:NAME` a file.
 */
export function targetOf(link: string, from = ''): string | undefined {
  if (/^(?:https?:|#)/.test(link)) return link;
  const [file = '', part] = link.split('#');
  const hash = part === undefined ? '' : `#${part}`;
  if (file.startsWith('docs-file:')) return file.slice('docs-file:'.length);
  if (file.startsWith('docs:')) return `${file.slice('docs:'.length)}.md${hash}`;
  const path = join(dirname(from), file);
  const page = PAGE_OF.get(path.replace(/(?:\.tr)?\.md$/, ''));
  if (page !== undefined) return FILES.includes(page) ? page : `${page}.md${hash}`;
  if (!/openapi(?:\.tr)?\.json$/.test(path)) return undefined;
  return part === undefined ? `../${path.split('/').at(-1)}` : REFERENCE.get(part);
}
