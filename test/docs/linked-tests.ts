// The tests to which a document links, each as `[test](../test/file.test.ts)`. A file that has gone would be
// a promise without a test.
import { existsSync, readFileSync } from 'node:fs';

const DOCS = new URL('../../docs/', import.meta.url);

export const readPage = (file: string): string => readFileSync(new URL(file, DOCS), 'utf8');

/** The paths of the files, as the page has them. */
export const linkedTests = (page: string): string[] =>
  [...page.matchAll(/\]\((\.\.\/test\/[^)]+\.test\.ts)\)/g)].map(([, file = '']) => file);

export const missingTests = (page: string): string[] =>
  linkedTests(page).filter((file) => !existsSync(new URL(file, DOCS)));
