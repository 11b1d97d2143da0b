// docs/NOTICE.md: whose work is in what is deployed or checked in, and under which licence. The command
// `npm run make -- sbom` renews it; a test compares it, so that no package, list or picture comes in unnamed.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BillOfMaterials, licencesOf } from '../cloud/sbom.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A file that is no source, document or recorded fact of this repository: whose it is. */
const FILES: readonly [path: string, origin: string][] = [
  [
    'lib/operator/bins/cards-tr.csv',
    'facts of the list of 2026-03-09 in github.com/cempehlivan/CP.VPOS, MIT, Copyright (c) 2021 Cem PEHLİVAN',
  ],
  ['docs/screenshots/', 'made here, of this product'],
  ['lib/demo/shop/logo.png', 'drawn here'],
  ['functions/page/icons.ts', 'drawn here; names and marks of card schemes are their owners’ trademarks'],
];

const textOf = (name: string, file: string) => {
  const path = `${ROOT}node_modules/${name}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** The copyright line of the licence, else of the README; some packages name nobody. */
function copyrightOf(name: string): string {
  const lines = ['LICENSE', 'README.md'].map(
    (file) => /Copyright (?:\(c\) )?\d{4}[^\n]*/.exec(textOf(name, file))?.[0],
  );
  return lines.find((line) => line !== undefined)?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1') ?? '';
}

/** The text of a licence, as a package that has it brings it, without that package's own line. */
function licenceText(names: readonly string[]): string {
  const text = names.map((name) => textOf(name, 'LICENSE')).find((one) => one !== '') ?? '';
  return text.replace(/^Copyright \(c\).*\n\n/m, '').trim();
}

export function noticeOf({ components }: BillOfMaterials): string {
  const deployed = components.filter(({ scope }) => scope === 'required');
  const byLicence = Map.groupBy(deployed, (one) => licencesOf(one).join(' AND '));
  const rows = deployed.map(
    (one) => `| ${one.name} | ${licencesOf(one).join(' AND ')} | ${copyrightOf(one.name) || 'not named'} |`,
  );
  const texts = [...byLicence].flatMap(([licence, all]) => [
    `## ${licence}`,
    '',
    '```text',
    licenceText(all.map(({ name }) => name)),
    '```',
    '',
  ]);
  return [
    '# Notice',
    '',
    'For whoever passes the product on: whose work does it contain, under which licences?',
    '',
    'Its own licence is for its owner to choose; until then nobody else may use it (`UNLICENSED` in `package.json`).',
    '`npm run make -- sbom` writes this; the packages that only build or test are in its bill of materials.',
    '',
    '## In the deployed functions',
    '',
    '| Package | Licence | Copyright |',
    '|---|---|---|',
    ...rows,
    '',
    '## Checked in',
    '',
    '| File | Origin |',
    '|---|---|',
    ...FILES.map(([path, origin]) => `| ${path} | ${origin} |`),
    '',
    'Pages and documents use the fonts of the reader’s device; none is shipped.',
    '',
    ...texts,
  ].join('\n');
}

export const NOTICE_FILE = `${ROOT}docs/NOTICE.md`;
