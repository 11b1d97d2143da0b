// The tests that a document names, each as `["name of a test"](../test/file.test.ts)`. A name that no test
// has any more would be a promise without a test.
import { existsSync, readFileSync } from 'node:fs';

const DOCS = new URL('../../docs/', import.meta.url);

export const readPage = (file: string): string => readFileSync(new URL(file, DOCS), 'utf8');

export const namedTests = (page: string): { name: string; file: string }[] =>
  [...page.matchAll(/\["([^"]+)"\]\((\.\.\/test\/[^)]+)\)/g)].map(([, name = '', file = '']) => ({
    // A line may end within a name.
    name: name.replaceAll(/\s+/g, ' '),
    file,
  }));

/** The named tests whose file does not contain their name. */
export const missingTests = (page: string) =>
  namedTests(page).filter(({ name, file }) => {
    const address = new URL(file, DOCS);
    if (!existsSync(address)) return true;
    // A long name may be written as several strings.
    return !readFileSync(address, 'utf8')
      .replaceAll(/' \+\s+'/g, '')
      .includes(name);
  });
