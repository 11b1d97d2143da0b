// A new endpoint begins as a copy of one that works: its row, handler and sample of a body, with a test.
import { ROUTES, type Route } from '#routes.ts';
import { constantOf, type NewFiles, NotPossible, namesIn, readSource } from './new-files.ts';

const NAME = /^([a-z]+(?:-[a-z]+)*)\/([a-z]+(?:-[a-z]+)*)$/;
const SAMPLES = 'test/fixtures/samples.ts';
/** The tests that write tables of docs. */
const PUBLISHED = ['test/lib/cloud/permissions', 'test/architecture/reading'];
const MERCHANTS = ROUTES.filter(({ audience }) => audience === 'merchant');
const nounOf = (file: string) => file.split('/')[0] ?? '';

/** `like`: the file of the endpoint that is copied. Returns what remains to be done, in order. */
export function newEndpoint(files: NewFiles, file: string, like: string): string[] {
  if (!NAME.test(file)) throw new NotPossible(`${file} is not NOUN/CALL, such as customer/cards.`);
  const model = MERCHANTS.find((route) => route.file === like);
  if (model === undefined) {
    const known = MERCHANTS.map((route) => route.file);
    throw new NotPossible(`There is no ${like} to copy. Choose one with --like: ${known.join(', ')}.`);
  }
  const path = pathOf(file, model);
  const taken = MERCHANTS.find((one) => one.method === model.method && one.path === path);
  if (taken) throw new NotPossible(`${model.method} ${path} is ${taken.file}.`);
  const address = `${model.method} ${path}`;
  const modelAddress = `${model.method} ${model.path}`;

  const dashed = (one: string) => one.replaceAll('/', '-');
  const handler = readSource(`functions/endpoints/${like}.ts`)
    .replace(`${modelAddress}:`, () => `${address}:`)
    .replaceAll(`'${dashed(like)}'`, `'${dashed(file)}'`);
  files.create(`functions/endpoints/${file}.ts`, handler);
  const routes = writeRow(files, model, { file, path });
  const sample = new RegExp(
    String.raw`^  '${modelAddress.replaceAll(/[{}]/g, '\\$&')}': \{[\s\S]*?\n(?=  '|\};)`,
    'm',
  );
  if (sample.test(readSource(SAMPLES)))
    files.change(SAMPLES, sample, (one) => one + one.replace(modelAddress, () => address));
  files.create(`test/endpoints/${file}.test.ts`, testOf({ ...model, path, file }, address));

  const isNew = nounOf(like) !== nounOf(file);
  return [
    ...(isNew ? [`${SAMPLES}: an object of the noun, in NOUN_AT, UNKNOWN and makeObjects`] : []),
    `${routes}: the words and grants of ${file}; a key needs its scope, and the handler repeats it`,
    `functions/endpoints/${file}.ts: what it loads, decides and writes, its sentences in both languages`,
    `test/endpoints/${file}.test.ts: what it guarantees`,
    'docs/interface: a rule, which the head of the handler cites; CHANGELOG.md: a line for merchants',
    ...(model.method === 'GET'
      ? []
      : ['test/lib/cloud/permissions/scenarios.ts, test/bench/calls.ts: a call; tests name other lists']),
    'lib/openapi/words: the Turkish words of the call; those of new fields in both languages',
    'npm run make -- openapi && npm run make -- architecture',
    `UPDATE_DOCS=1 npx vitest run ${PUBLISHED.join(' ')}`,
    `npm run bench -- ${dashed(file)}`,
    'npm run check && npx vitest run test/architecture test/docs test/lib/openapi test/every-endpoint',
  ];
}

/** The word of the call in place of that of the model, or after the path of an object or of all. */
function pathOf(file: string, { file: like, path }: Route): Route['path'] {
  const [noun = '', call = ''] = file.split('/');
  const ofNoun = MERCHANTS.filter((one) => nounOf(one.file) === nounOf(like))
    .map((one) => one.path)
    .filter((one) => path.startsWith(one));
  const root = ofNoun.toSorted((one, other) => one.length - other.length)[0] ?? '';
  const under = path.slice(root.length);
  const kept = under === '' || under.endsWith('}') ? under : under.slice(0, under.lastIndexOf('/'));
  const end = like.endsWith(`/${call}`) ? under : `${kept}/${call.replaceAll('-', '')}`;
  const before = nounOf(like) === noun ? root.slice(1) : `api/${noun.replaceAll('-', '')}`;
  return `/${before}${end}`;
}

/** Puts a copy of the model's row behind it, or in a file of a new noun. Returns the path of the file. */
function writeRow(files: NewFiles, model: Route, { file, path }: Pick<Route, 'file' | 'path'>): string {
  const lines = String.raw`(?: {4}.*\n)*?`;
  const rowLike = new RegExp(`  \\{\n${lines}    file: '${model.file}',\n${lines}  \\},\n`);
  const rowIn = (one: string) => rowLike.exec(readSource(`functions/routes/${one}`))?.[0];
  const from = namesIn('functions/routes').find(rowIn) ?? '';
  const row = rowIn(from) ?? '';
  const [noun = '', call = ''] = file.split('/');
  const copy = row
    .replace(`path: '${model.path}'`, () => `path: '${path}'`)
    .replace(`file: '${model.file}'`, () => `file: '${file}'`)
    .replace(
      `summary: '${model.summary}'`,
      () => `summary: '${model.summary}: ${call.replaceAll('-', ' ')}'`,
    );
  if (noun === nounOf(model.file)) {
    files.change(`functions/routes/${from}`, row, () => row + copy);
    return `functions/routes/${from}`;
  }
  const [created, name] = [`functions/routes/${noun}.ts`, `${constantOf(noun)}_ROUTES`];
  const imports = [...readSource(`functions/routes/${from}`).matchAll(/^import \{ (.*) \} from .*\n/gm)]
    .filter(([, names = '']) => names.split(', ').some((one) => copy.includes(one)))
    .map(([line]) => line);
  const head = `// The calls of ${noun}.\n${imports.join('')}import type { RouteRow } from './route.ts';\n\n`;
  files.create(created, `${head}export const ${name}: readonly RouteRow[] = [\n${copy}];\n`);
  files.change('functions/routes.ts', '  ...PUBLIC_ROUTES,\n', (one) => `  ...${name},\n${one}`);
  const imported = `import { ${name} } from './routes/${noun}.ts';\n`;
  files.change('functions/routes.ts', 'import type { BackgroundFunction', (one) => imported + one);
  return created;
}

function testOf({ method, file, path, returns, rejections = [] }: Route, address: string): string {
  const unknown = path.includes('{') ? rejections.find((code) => code.endsWith('_NOT_FOUND')) : undefined;
  const sends = method === 'POST' || method === 'PUT';
  const used = [
    'type Ids, makeObjects, pathWith',
    ...(sends ? ['sampleOf'] : []),
    ...(unknown ? ['UNKNOWN'] : []),
  ];
  return [
    "import { describe, expect, it } from 'vitest';",
    "import { ROUTES, type Route } from '#routes.ts';",
    ...(unknown ? ["import { expectRejection } from '../../drivers/rejection.ts';"] : []),
    `import { ${used.join(', ')} } from '../../fixtures/samples.ts';`,
    "import { startHarness } from '../../harness/harness.ts';\n",
    'const harness = await startHarness();',
    'const { api, merchant } = harness;',
    'const ids = await makeObjects(harness, merchant.apiKey);',
    `const route = ROUTES.find(({ file }) => file === '${file}') as Route;`,
    'const call = (of: Ids) =>',
    `  api('${method}', pathWith(route, of)${sends ? ', { body: sampleOf(route).body(of) }' : ''});\n`,
    `describe('${address}', () => {`,
    `  it('the call returns ${returns?.what}', async () => {`,
    '    const { status, json } = await call(ids);',
    `    expect([status, json.success]).toEqual([${returns?.status}, true]);`,
    '  });',
    ...(unknown
      ? [
          "\n  it('a call about an object that does not exist is refused', async () => {",
          `    expectRejection(await call(UNKNOWN), { code: '${unknown}' });`,
          '  });',
        ]
      : []),
    '});\n',
  ].join('\n');
}
