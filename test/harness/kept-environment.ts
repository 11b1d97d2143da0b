// A worker runs many files in one process: a variable that a file leaves behind is read by whichever file comes
// next, which then fails in one run of many. So the file that leaves it fails. Runs before each file of `node`.
import { afterAll, expect, vi } from 'vitest';

const environment = process.env;
const before = { ...environment };

// Hooks of this file run after those of the test file.
afterAll(() => {
  // Else the next file would take back the stubs of this one, over what has been set since.
  vi.unstubAllEnvs();
  const isSame = process.env === environment;
  process.env = environment;
  const names = [...new Set([...Object.keys(before), ...Object.keys(environment)])];
  const changed = names.filter((name) => before[name] !== environment[name]);
  // The next file begins as this one did.
  for (const name of changed) {
    if (before[name] === undefined) delete environment[name];
    else environment[name] = before[name];
  }
  expect(changed, 'The file leaves these variables changed').toEqual([]);
  expect(isSame, 'The file leaves a copy as process.env, which stubs of later files do not reach').toBe(true);
});
