// The numbered statements of docs/interface, the links between documents, and the comments that cite them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { ROOT, readModules } from '../architecture/module-graph.ts';

const markdownIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path));

/** Every Markdown document of the project, written by hand or generated. */
export const documents = [
  ...readdirSync(ROOT).filter((path) => path.endsWith('.md')),
  ...markdownIn('docs'),
].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

export const pages = documents.filter(({ path }) => path.startsWith('docs/interface/'));

/** `4.2` of a statement, `4` of a section, `R13` of a rule. */
export const anchorsIn = (text: string) => [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);

const anchorsOf = new Map(pages.map(({ path, text }) => [basename(path), new Set(anchorsIn(text))]));

type Citation = { from: string; page: string; statement: string };

const ID = String.raw`(?:[A-Z]+)?\d+(?:\.\d+)?`;
/** `cards.md 4.4`, `crash-safety.md RF2, RF3 and RACE1 to RACE6`. */
const CITATION = new RegExp(String.raw`\b([a-z-]+\.md) (${ID}(?:(?:,| and| to|, and) ${ID})*)`, 'g');

/** The citations of all sources, including those in comments that are wrapped. */
export function citations(): Citation[] {
  return [...readModules().values()].flatMap(({ path, text }) =>
    [...text.replaceAll(/\n\s*(?:\/\/|\*) ?/g, ' ').matchAll(CITATION)].flatMap(
      ([, page = '', statements = '']) =>
        [...statements.matchAll(new RegExp(ID, 'g'))].map(([statement]) => ({ from: path, page, statement })),
    ),
  );
}

/** Former forms of citations, which name no document of docs/interface. */
const OLD_FORMS = [
  /\bcontract \d/,
  /\b[Ss]pecification \d/,
  /\brules? \d/,
  /\bfaults [A-Z]?\d/,
  /(?<!-)\b(?:bank|contract|faults|recurring|specification)\.md\b/,
];

export const oldCitations = () =>
  [...readModules().values()]
    .filter(({ path }) => path !== 'test/docs/statements.ts')
    .filter(({ text }) => OLD_FORMS.some((form) => form.test(text)))
    .map(({ path }) => path);

export const resolves = ({ page, statement }: Citation) => anchorsOf.get(page)?.has(statement) === true;

/** A heading's anchor, as GitHub makes it. */
const slugOf = (heading: string) =>
  heading
    .replaceAll(/<[^>]+>|[`*]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const headingsIn = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));

/** Relative links whose target does not exist. */
export function brokenLinks(): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(((?!https?:|mailto:)[^)\s]*)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !targetExists(path, target))
      .map((target) => `${path}: ${target}`),
  );
}

function targetExists(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : normalize(join(dirname(from), file));
  if (!existsSync(join(ROOT, path))) return false;
  if (anchor === undefined) return true;
  const text = readFileSync(join(ROOT, path), 'utf8');
  // A call of the API, or its error codes: the reference site leads there (lib/site/sources.ts).
  if (path.endsWith('openapi.json'))
    return anchor === 'errors' || text.includes(`"operationId": "${anchor}"`);
  return [...anchorsIn(text), ...headingsIn(text)].includes(anchor);
}
