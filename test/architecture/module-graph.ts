// Reads the sources as text: the imports and exports of each file, the names that each top-level declaration
// mentions, the length of functions. It needs no compiler: one tool formats the code, so a plain scan finds
// the same as a parser, in milliseconds.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Import = {
  /** A path of the project (`functions/domain/money.ts`) or the name of a package. */
  from: string;
  isPackage: boolean;
  typeOnly: boolean;
  /** Every imported name, types included; `*` if all of the module are imported. */
  names: ImportedName[];
  /** The imported values, without types. */
  values: ImportedName[];
};
type ImportedName = { imported: string; local: string };
/** A piece of a module that begins in the first column, with the names it declares and mentions. */
export type Declaration = { names: string[]; text: string; mentions: Set<string> };
export type Module = {
  path: string;
  text: string;
  imports: Import[];
  exports: string[];
  declarations: Declaration[];
  /** Files that the module names in a text, for example as an entry point of a bundle. */
  namedFiles: string[];
};

const FOLDERS = ['bin', 'functions', 'lib', 'test'];

export function readModules(folders: readonly string[] = FOLDERS): Map<string, Module> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  );
  return new Map(paths.sort().map((path) => [path, readModule(path)]));
}

function readModule(path: string): Module {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return {
    path,
    text,
    imports: readImports(path, text),
    exports: readExports(text),
    declarations: readDeclarations(text),
    namedFiles: readNamedFiles(path, text),
  };
}

const EXPORT = new RegExp(
  String.raw`^export\s+(?:async\s+)?(?:abstract\s+)?` +
    String.raw`(?:function\*?|const|let|class|type|interface|enum)\s+(?:\{([^}]*)\}|(\w+))`,
  'gm',
);
/** `export { a, b as c };`, also from another module. */
const EXPORT_LIST = /^export\s+(?:type\s+)?\{([^}]*)\}/gm;

const readExports = (text: string): string[] => [
  ...[...text.matchAll(EXPORT)].flatMap(([, several, one]) =>
    one ? [one] : (several ?? '').split(',').flatMap((name) => name.split(':').at(-1)?.trim() || []),
  ),
  ...[...text.matchAll(EXPORT_LIST)].flatMap(([, several = '']) =>
    several.split(',').flatMap((name) => name.split(/\s/).findLast(Boolean) ?? []),
  ),
];

const NAMED_FILE = /'((?:bin|functions|lib|test)\/[\w./-]+\.tsx?)'/g;
const FILE_BESIDE = /new URL\('([\w./-]+\.tsx?)', import\.meta\.url\)/g;

const readNamedFiles = (path: string, text: string): string[] => [
  ...[...text.matchAll(NAMED_FILE)].map(([, file = '']) => file),
  ...[...text.matchAll(FILE_BESIDE)].map(([, file = '']) => pathFrom(path, file)),
];

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:([^;'"]*?)\s+from\s+)?'([^']+)'/gm;
const DYNAMIC_IMPORT = /(?:\{([^{}]*)\}\s*=\s*await\s+)?\bimport\('([^']+)'\)/g;

/** An interface of another module that a module extends. */
const EXTENSION = /^declare module '([^']+)' \{\n\s+interface (\w+)/gm;

function readImports(path: string, text: string): Import[] {
  const named = [...text.matchAll(IMPORT)].map(([, type, what = '', specifier = '']) => {
    const names = importedNames(what);
    const values = type ? [] : names.filter(({ isType }) => !isType);
    const onlyTypes = type !== undefined || (what.startsWith('{') && values.length === 0);
    return { ...resolve(path, specifier), typeOnly: onlyTypes, names, values };
  });
  const dynamic = [...text.matchAll(DYNAMIC_IMPORT)].map(([, what, specifier = '']) => ({
    ...resolve(path, specifier),
    typeOnly: false,
    names: what === undefined ? [{ imported: '*', local: '' }] : importedNames(`{${what}}`),
    values: [],
  }));
  const extended = [...text.matchAll(EXTENSION)].map(([, specifier = '', name = '']) => ({
    ...resolve(path, specifier),
    typeOnly: true,
    names: [{ imported: name, local: '' }],
    values: [],
  }));
  return [...named, ...dynamic, ...extended];
}

function importedNames(what: string): (ImportedName & { isType: boolean })[] {
  if (!what.startsWith('{')) {
    const local = what.replace(/^\*(\s+as\s+)?/, '').trim();
    return what === '' ? [] : [{ imported: '*', local, isType: false }];
  }
  return what
    .slice(1, what.lastIndexOf('}'))
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [imported = '', local = imported] = one.replace(/^type\s+/, '').split(/\s+as\s+|:\s*/);
      return { imported, local, isType: one.startsWith('type ') };
    });
}

const pathFrom = (path: string, specifier: string) =>
  normalize(join(dirname(path), specifier)).replaceAll('\\', '/');

function resolve(path: string, specifier: string): { from: string; isPackage: boolean } {
  if (specifier.startsWith('#')) return { from: `functions/${specifier.slice(1)}`, isPackage: false };
  if (specifier.startsWith('.')) {
    return { from: pathFrom(path, specifier), isPackage: false };
  }
  return { from: packageOf(specifier), isPackage: true };
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const DECLARATION =
  /^(?:export\s+)?(?:async\s+)?(?:function\*?|const|let|class|type)\s+(?:\{([^}]*)\}|(\w+))/;

function readDeclarations(text: string): Declaration[] {
  const code = text.replaceAll(/^(?:import|export)\s[^;=(]*?from\s+'[^']+';$/gm, '');
  const pieces = code.split(/\n(?=(?:export\s|async\s|function|const\s|let\s|class\s|type\s))/);
  return pieces.map((piece) => {
    const bare = withoutComments(piece);
    const [, several, one] = DECLARATION.exec(bare.trimStart()) ?? [];
    const names = one ? [one] : (several ?? '').split(',').map((name) => name.trim());
    const isType = /^(?:export\s+)?type\s/.test(bare.trimStart());
    // The name of a property is no mention; a name after three dots (a spread) is one.
    const mentions = new Set(isType ? [] : (bare.match(/(?<!\w|(?<!\.\.)\.)[A-Za-z_$][\w$]*/g) ?? []));
    return { names: names.filter(Boolean), text: bare, mentions };
  });
}

export const withoutComments = (text: string) =>
  text.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** Every declaration that the named one reaches, itself included, without those in `stopAt`. */
export function reach(
  modules: Map<string, Module>,
  path: string,
  name: string,
  stopAt: ReadonlySet<string>,
): { path: string; declaration: Declaration }[] {
  const found = new Map<string, { path: string; declaration: Declaration }>();
  const visit = (at: string, wanted: string): void => {
    const key = `${at}:${wanted}`;
    const module = modules.get(at);
    if (module === undefined || found.has(key) || stopAt.has(key)) return;
    const declaration = module.declarations.find(({ names }) => names.includes(wanted));
    if (declaration === undefined) return;
    found.set(key, { path: at, declaration });
    for (const mentioned of declaration.mentions) {
      visit(at, mentioned);
      for (const { from, values } of module.imports) {
        const value = values.find(({ local }) => local === mentioned);
        if (value) visit(from, value.imported);
      }
    }
  };
  visit(path, name);
  return [...found.values()];
}

/** Returns one cycle as the nodes along it; undefined if there is none. */
export function findCycle(edges: Map<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const walk = (at: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (done.has(at)) return undefined;
    for (const next of edges.get(at) ?? []) {
      const cycle = walk(next, [...way, at]);
      if (cycle) return cycle;
    }
    done.add(at);
    return undefined;
  };
  for (const at of edges.keys()) {
    const cycle = walk(at, []);
    if (cycle) return cycle;
  }
  return undefined;
}
