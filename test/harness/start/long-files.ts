// The test files that have more cases in CI: they reach `isThorough` by their imports. What the harness
// itself does more of in CI (signed calls, shards) makes no file long.
import { join, relative } from 'node:path';
import { ROOT, reach, readModules } from '../../architecture/module-graph.ts';

const THOROUGHNESS = 'test/harness/thoroughness.ts';
const HARNESS = 'test/harness/harness.ts';

/** Read at the first use, which is in CI only. */
let modules: ReturnType<typeof readModules> | undefined;

function testModules() {
  modules ??= readModules(['test']);
  modules.delete(HARNESS);
  return modules;
}

export const isLong = (testPath: string): boolean => {
  const all = testModules();
  const imports = all.get(relative(ROOT, testPath))?.imports ?? [];
  return imports
    .flatMap(({ from, values }) => values.flatMap(({ imported }) => reach(all, from, imported, new Set())))
    .some(({ path, declaration }) => path === THOROUGHNESS && declaration.names.includes('isThorough'));
};

export const longFiles = (): string[] =>
  [...testModules().keys()].filter((path) => path.endsWith('.test.ts') && isLong(join(ROOT, path)));
