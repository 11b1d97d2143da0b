// Each Lambda function has a row of routes.ts and a file, and the two agree.
import { expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { withoutComments } from './module-graph.ts';
import { functionFiles, isHandlerFile, lambdas, modules, productFiles } from './project.ts';

it('every Lambda function has a row and a file', () => {
  const files = functionFiles.map(({ path }) => path).filter(isHandlerFile);
  expect(lambdas.map(({ path }) => path).sort()).toEqual(files.sort());
});

it('every endpoint file names its method and path on its first line', () => {
  const wrong = lambdas.filter(({ path, route }) => {
    const opening = route && `// ${route.method} ${route.path}: `;
    return opening && !modules.get(path)?.text.startsWith(opening);
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

it('every product file opens with a comment about its content', () => {
  const silent = productFiles.filter(({ text }) => !text.startsWith('// '));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

it('no two rows share an address or a file', () => {
  const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(ROUTES.length);
  expect(new Set(ROUTES.map(({ file }) => file)).size).toBe(ROUTES.length);
});

it('no GET endpoint commits a write', () => {
  const writing = lambdas.filter(({ path, route }) => {
    return route?.method === 'GET' && /\bcommit/.test(withoutComments(modules.get(path)?.text ?? ''));
  });
  expect(writing.map(({ path }) => path)).toEqual([]);
});
