// A new kind of row begins as row.txt: an id, the time of its creation and a place in the index `list`.
import { KINDS } from '#store/kinds.ts';
import { constantOf, type NewFiles, NotPossible, readSource } from './new-files.ts';

const KINDS_FILE = 'functions/store/kinds.ts';
const SAMPLE = 'test/store/every-row.ts';

/** `name`: also in a folder of the stores, as card/note. Returns what remains to be done, in order. */
export function newRow(files: NewFiles, name: string): string[] {
  const [, folder = '', what = ''] = /^([a-z]+(?:-[a-z]+)*\/)?([a-z]+(?:-[a-z]+)*)$/.exec(name) ?? [];
  if (what === '') throw new NotPossible(`${name} is no name of a row, such as price-list.`);
  if (Object.hasOwn(KINDS, what)) throw new NotPossible(`There is a row ${what}.`);
  const value = what.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const type = value.charAt(0).toUpperCase() + value.slice(1);
  const noun = constantOf(what);
  const file = `functions/store/${folder}${what}.ts`;

  const store = readSource('lib/scaffold/row.txt')
    .replaceAll('./table/', folder === '' ? './table/' : '../table/')
    .replaceAll('price-list', what)
    .replaceAll('priceList', value)
    .replaceAll('PriceList', type)
    .replaceAll('PRICE_LIST', noun);
  files.create(file, store);
  const nouns = /export type Noun =\n(?: {2}\| '\w+'\n)+/;
  files.change('functions/store/table/keys.ts', nouns, (found) => `${found}  | '${noun}'\n`);
  const imported = `import { ${value}Kind } from './${folder}${what}.ts';\n`;
  files.change(KINDS_FILE, /^import .*\n/m, (found) => found + imported);
  files.change(KINDS_FILE, /^\};$/m, (found) => `  '${what}': ${value}Kind,\n${found}`);
  const imports = readSource(SAMPLE).includes('{ commit }')
    ? []
    : ["{ commit } from '#store/table/commit.ts'"];
  imports.push(`{ writeNew${type} } from '#store/${folder}${what}.ts'`);
  const lines = imports.map((one) => `import ${one};\n`).join('');
  files.change(SAMPLE, /^import .*\n/m, (found) => found + lines);
  const sample = `{ id: '${what}-1', merchantId, createdAt: harness.now().toISOString() }`;
  files.change(
    SAMPLE,
    /^ {2}\/\/ All that remains/m,
    (found) => `  await commit([writeNew${type}(${sample})]);\n${found}`,
  );
  return [
    `${file}: its attributes, key, entries of indexes, events; of money: two invariants (payments.md 7)`,
    'about a person: what customers.md 2.3 and 3.1 promise (erasure, export) holds for it too',
    `functions/routes: the word '${what}' in the rows of each function that reads or writes it`,
    `an endpoint or flow that uses load${type} and writeNew${type}: until then test/architecture is red`,
    `${SAMPLE}: the call by which the service writes one, in place of the sample`,
    'UPDATE_ROWS=1 UPDATE_DOCS=1 npx vitest run --project node test/store (again: it reads what it recorded)',
    'UPDATE_DOCS=1 npx vitest run --project cloud test/lib/cloud/permissions',
    'npm run check && npx vitest run test/architecture test/docs',
  ];
}
