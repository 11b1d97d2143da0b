// The guides of CONTRIBUTING.md lead to files that exist, and their recipes run the tests that they name.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { ROOT } from '../architecture/module-graph.ts';

const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

it('every file that CONTRIBUTING.md names exists', () => {
  const named = [...guide.matchAll(/`((?:bin|functions|lib|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

type Project = { test: { name: string; include: string[]; exclude?: string[] } };
const projects = config.test?.projects as Project[];
const files = globSync('test/**/*.test.ts', { cwd: ROOT });

const isOf = ({ test: { include, exclude = [] } }: Project, file: string) =>
  [include, exclude].map((globs) => globs.some((glob) => matchesGlob(file, glob))).join() === 'true,false';

it('every test of a recipe is of a project that the recipe names', () => {
  const recipes = [...guide.matchAll(/npx vitest run((?: --project \w+)*)((?: test\/[\w./-]+)+)/g)];
  expect(recipes.length).toBeGreaterThan(8);
  const idle = recipes.flatMap(([, options = '', paths = '']) => {
    const named = projects.filter(({ test }) => options === '' || options.split(' ').includes(test.name));
    const run = files.filter((file) => named.some((project) => isOf(project, file)));
    const unused = paths.split(' ').filter((path) => !run.some((file) => file.includes(path)));
    return unused.map((path) => `${path}${options}`);
  });
  expect(idle).toEqual([]);
});
