// One bug that the tests must detect: a text of one file is replaced, and at least one of the nearest tests
// must fail. They are mistakes of the field, in words; a mutation tool changes operators, and knows
// none of these.
export type PlantedBug = {
  /** The wrong behaviour of the service with the bug. */
  name: string;
  /** A path below `functions/`. */
  file: string;
  /** A text that occurs once in the file. */
  find: string;
  replace: string;
  /** Paths below `test/`, without `.test.ts`. */
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

/** The place of a constant in a template of the service, such as the stored name of an attribute. */
export const placeOf = (constant: string): string => `\${${constant}}`;
