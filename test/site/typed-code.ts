// The code of the documents as programs that a type checker reads: each call of the reference behind the setup
// of its language, the guides whole, and what stands alone.
import { isVariable } from '../../lib/site/snippets/call.ts';
import { settingName, snippetOf } from '../../lib/site/snippets/languages.ts';
import { codeIn, DOCUMENTS, readSource } from '../../lib/site/sources.ts';
import { referenceCalls, stagedGuide } from './story.ts';

type Language = 'ts' | 'python';

const SETUP = 'docs/guides/start';

const isGuide = (path: string) => path.startsWith('docs/guides/');
const paths = DOCUMENTS.map(([, path]) => path).filter((path) => path !== SETUP);
const GUIDES = paths.filter(isGuide).map((path) => path.replace('docs/guides/', ''));
const ALONE = ['lib/clients/README', ...paths.filter((path) => !isGuide(path))];

/** What a shop knows before the code of a page: ids, and what its buyer does. */
const DECLARED = {
  ts: {
    id: (name: string) => `declare const ${name}: string;`,
    stage: (keeps: string, stage: string, given: string) =>
      `const ${keeps} = ${stage === 'paidPayment' ? "await pay.payment.show('')" : `String(${given})`};`,
  },
  python: {
    id: (name: string) => `${settingName(name).toLowerCase()} = str()`,
    stage: (keeps: string, stage: string, given: string) => {
      const [object = '', field = ''] = given.split('.');
      const value = stage === 'paidPayment' ? 'pay.payment.show("")' : `str(${object}["${field}"])`;
      return `${settingName(keeps).toLowerCase()} = ${value}`;
    },
  },
};

const blocksOf = (path: string, language: Language) =>
  codeIn(readSource(`${path}.md`))
    .filter((block) => block.language === language)
    .map(({ code }) => code)
    .join('\n');

/** By their names, without an ending. */
export function typedPrograms(language: Language): Record<string, string> {
  const { id, stage } = DECLARED[language];
  const setup = blocksOf(SETUP, language);
  const calls = [...referenceCalls()].map(([operation, call]) => {
    const names = [...call.path, ...Object.values(call.body ?? {})].filter(isVariable);
    const declared = [...new Set(names.map(({ variable }) => id(variable)))];
    return [operation, [setup, ...declared, snippetOf(language, call)]] as const;
  });
  const guides = GUIDES.map(
    (name) => [`guide_${name.replaceAll('-', '_')}`, [setup, stagedGuide(name, language, stage)]] as const,
  );
  const alone = ALONE.map((path) => [path.replaceAll(/\W/g, '_'), [blocksOf(path, language)]] as const);
  return Object.fromEntries(
    [...calls, ...guides, ...alone].map(([name, parts]) => [name, withImportsOnce(parts.join('\n'))]),
  );
}

/** Blocks that are copied one by one repeat what they import. */
function withImportsOnce(code: string): string {
  const imports = /^(?:import|from) .*$/gm;
  const lines = new Set(code.match(imports) ?? []);
  return [...lines, code.replaceAll(imports, '')].join('\n');
}
