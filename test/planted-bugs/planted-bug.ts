// One bug that the tests must notice: a text of one file is replaced, and at least one of the nearest tests
// must fail.
export type PlantedBug = {
  /** What the service does wrong with it. */
  name: string;
  /** Below `functions/`. */
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** Below `test/`, without `.test.ts`. */
  tests: readonly string[];
};

/** The bugs of one file of the service. */
export const inFile =
  (file: string) =>
  (name: string, find: string, replace: string, ...tests: string[]): PlantedBug => ({
    name,
    file,
    find,
    replace,
    tests,
  });
