// The files that `npm run new` writes: first all are decided, then all are written, so that a name that is
// taken leaves nothing behind.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path: string) => join(fileURLToPath(new URL('../../', import.meta.url)), path);
export const readSource = (path: string) => readFileSync(at(path), 'utf8');
export const namesIn = (folder: string) => readdirSync(at(folder));
/** `price-list` -> `PRICE_LIST`. */
export const constantOf = (name: string) => name.replaceAll('-', '_').toUpperCase();

/** A name or option that cannot be used. */
export class NotPossible extends Error {}

export class NewFiles {
  readonly #texts = new Map<string, string>();

  /** Throws NotPossible if the file exists. */
  create(path: string, text: string): void {
    if (existsSync(at(path))) throw new NotPossible(`${path} exists.`);
    this.#texts.set(path, text);
  }

  /** Replaces the first occurrence of a text that the file has. */
  change(path: string, found: string | RegExp, replaced: (match: string) => string): void {
    const before = this.#texts.get(path) ?? readSource(path);
    const after = before.replace(found, replaced);
    if (after === before) throw new Error(`${path} has not the form that this command expects: ${found}`);
    this.#texts.set(path, after);
  }

  /** Returns the paths. */
  write(): string[] {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    }
    return [...this.#texts.keys()];
  }
}
