// The sources of the project, read once for every rule of the architecture.
import { BACKGROUND_FUNCTIONS, DESK_ROUTES, ROUTES } from '#routes.ts';
import { readModules } from './module-graph.ts';

export const modules = readModules();
export const allFiles = [...modules.values()];
export const productFiles = allFiles.filter(({ path }) => !path.startsWith('test/'));
export const functionFiles = allFiles.filter(({ path }) => path.startsWith('functions/'));

/** Each Lambda function with its row of routes.ts; `route` is undefined for a background function. */
export const lambdas = [
  ...[...ROUTES, ...DESK_ROUTES].map((route) => ({
    ...route,
    path: `functions/endpoints/${route.file}.ts`,
    route,
  })),
  ...Object.values(BACKGROUND_FUNCTIONS).map((row) => ({
    ...row,
    path: `functions/${row.file}.ts`,
    route: undefined,
  })),
];

const backgroundFiles = new Set(
  Object.values(BACKGROUND_FUNCTIONS).map(({ file }) => `functions/${file}.ts`),
);
export const isHandlerFile = (path: string) =>
  path.startsWith('functions/endpoints/') || backgroundFiles.has(path);

/** `functions/store/table/table.ts` -> `store`; a file directly in functions/ is a separate layer. */
export const layerOf = (path: string) => path.split('/')[1]?.replace(/\.ts$/, '') ?? '';

/** Returns the exceptions that a rule does not need any more; each must be removed from its list. */
export const needless = (exceptions: Record<string, unknown>, isNeeded: (name: string) => boolean) =>
  Object.keys(exceptions).filter((name) => !isNeeded(name));
