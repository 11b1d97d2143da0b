// The names of files, folders and exports.
import { expect, it } from 'vitest';
import { allFiles, productFiles } from './project.ts';

it('no file or folder has a name that fits any content', () => {
  const EMPTY = /(^|-)(utils?|helpers?|common|shared|misc|base|managers?|services?)$/;
  const vague = allFiles.filter(({ path }) =>
    path.split('/').some((part) => EMPTY.test(part.replace(/(\.test)?\.ts$/, ''))),
  );
  expect(vague.map(({ path }) => path)).toEqual([]);
});

it('every file name is in kebab case and none is index.ts', () => {
  const odd = allFiles.filter(
    ({ path }) => !/^[a-z0-9/-]+(\.[a-z0-9-]+)*\.ts$/.test(path) || path.endsWith('/index.ts'),
  );
  expect(odd.map(({ path }) => path)).toEqual([]);
});

it('every export has a name', () => {
  expect(allFiles.filter(({ text }) => /^export default\b/m.test(text)).map(({ path }) => path)).toEqual([]);
});

it('no comment postpones work', () => {
  // The words are in two halves, so that this line does not match itself.
  const marks = new RegExp(['\\b(TO', 'DO|FIX', 'ME)\\b'].join(''));
  expect(allFiles.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([]);
});

it('every product file opens with a comment about its content', () => {
  const silent = productFiles.filter(({ text }) => !text.startsWith('// '));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

it('every test has a name that can be read alone: it begins with its subject', () => {
  const NAME = /^\s*(?:it|test)(?:\.\w+(?:\(.*?\))?)*\(\s*['`](\w+)/gm;
  const IN_MID_SENTENCE =
    /^(?:is|are|was|were|has|have|that|which|and|but|or|can|cannot|does|do|comes|goes|stays|keeps|gets)$/;
  const odd = allFiles.flatMap(({ path, text }) =>
    [...text.matchAll(NAME)]
      .filter(([, first = '']) => path.endsWith('.test.ts') && IN_MID_SENTENCE.test(first))
      .map(([match]) => `${path}: ${match.trim()}`),
  );
  expect(odd).toEqual([]);
});
