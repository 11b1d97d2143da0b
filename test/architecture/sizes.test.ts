// The maximum length of lines, functions, files and folders, with the exceptions and their reasons.
import { describe, expect, it } from 'vitest';
import { functionLengths } from './module-graph.ts';
import { allFiles, modules, needless } from './project.ts';

const MAX_LINE = 110;
const MAX_FUNCTION_LINES = 70;
const MAX_FILE_LINES = 300;
const MAX_FOLDER_FILES = 20;

const LONGER_FILES: Record<string, string> = {
  'functions/domain/rejection-table.ts': 'one table: every refusal of the service with its sentences',
  'functions/page/language/en.ts': 'one table: every text of the pages in one language',
  'functions/page/language/tr.ts': 'one table: every text of the pages in one language',
  'functions/store/table/keys.ts': 'one page: every key of the table',
  'test/endpoints/hosted-page/create.test.ts': 'one suite for one endpoint',
  'test/journeys/surcharges.test.ts': 'one table and what is sold by it, from the offer to the last refund',
};
const LONGER_FUNCTIONS: Record<string, string> = {
  'test/drivers/recurring-payment-driver.ts': 'one object of small ways to act on a recurring payment',
};

const linesOf = (text = '') => text.trimEnd().split('\n');
const isLongFile = (path: string) => linesOf(modules.get(path)?.text).length > MAX_FILE_LINES;
const longFunctionsOf = (path: string) =>
  functionLengths(modules.get(path)?.text ?? '').filter(({ lines }) => lines > MAX_FUNCTION_LINES);

it(`lines are at most ${MAX_LINE} characters long`, () => {
  const wide = allFiles.flatMap(({ path, text }) =>
    linesOf(text).flatMap((line, at) => (Array.from(line).length > MAX_LINE ? [`${path}:${at + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});

describe(`functions of more than ${MAX_FUNCTION_LINES} lines`, () => {
  it('long functions are only in the files listed', () => {
    const long = allFiles
      .filter(({ path }) => LONGER_FUNCTIONS[path] === undefined)
      .flatMap(({ path }) => longFunctionsOf(path).map(({ line, lines }) => `${path}:${line}: ${lines}`));
    expect(long).toEqual([]);
  });

  it('every file listed has a long function', () => {
    expect(needless(LONGER_FUNCTIONS, (path) => longFunctionsOf(path).length > 0)).toEqual([]);
  });
});

describe(`files of more than ${MAX_FILE_LINES} lines`, () => {
  it('the long files are exactly those listed', () => {
    const long = allFiles.map(({ path }) => path).filter(isLongFile);
    expect(long).toEqual(Object.keys(LONGER_FILES).sort());
  });
});

it(`folders contain at most ${MAX_FOLDER_FILES} files`, () => {
  const folders = Map.groupBy(allFiles, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  const full = [...folders].filter(([, files]) => files.length > MAX_FOLDER_FILES);
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});
