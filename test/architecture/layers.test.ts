// The layers of functions/, the folders beside it, and which package each may use.
import { describe, expect, it } from 'vitest';
import { findCycle, type Import, type Module } from './module-graph.ts';
import { allFiles, functionFiles, isHandlerFile, layerOf, productFiles } from './project.ts';

const lineOf = ({ path }: Module, from: string) => `${path} imports ${from}`;
const ownImports = ({ imports }: Module) => imports.filter(({ isPackage }) => !isPackage);

/** The layers that a layer may import beside itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  setting: [],
  'aws-client': ['setting'],
  routes: ['domain', 'store'],
  telemetry: ['setting'],
  store: ['domain', 'setting', 'aws-client', 'telemetry'],
  vault: ['domain', 'setting', 'aws-client'],
  schedule: ['domain', 'setting', 'aws-client'],
  acquirer: ['domain', 'telemetry'],
  webhook: ['domain'],
  contract: ['domain'],
  page: ['domain'],
  http: ['contract', 'page', 'store', 'routes', 'domain', 'telemetry', 'setting'],
  flows: ['store', 'vault', 'acquirer', 'schedule', 'webhook', 'domain', 'telemetry'],
  capture: ['contract', 'store', 'vault', 'domain', 'telemetry'],
  checkout: ['http', 'contract', 'page', 'flows', 'store', 'vault', 'domain', 'telemetry', 'setting'],
  handlers: [
    'capture',
    'checkout',
    'flows',
    'http',
    'contract',
    'page',
    'store',
    'vault',
    'schedule',
    'webhook',
    'routes',
    'domain',
    'telemetry',
    'setting',
  ],
};
const importerOf = (path: string) => (isHandlerFile(path) ? 'handlers' : layerOf(path));

describe('functions/', () => {
  const crossings = functionFiles.flatMap((module) => {
    const layer = importerOf(module.path);
    return ownImports(module)
      .filter(({ from }) => from.startsWith('functions/'))
      .map(({ from }) => ({ module, from, layer, target: isHandlerFile(from) ? 'handlers' : layerOf(from) }))
      .filter(({ target }) => target !== layer || layer === 'handlers');
  });

  it('no layer imports one that is not allowed', () => {
    const upwards = crossings.filter(({ layer, target }) => !MAY_IMPORT[layer]?.includes(target));
    expect(upwards.map(({ module, from }) => lineOf(module, from))).toEqual([]);
  });

  it('functions/ has no layer beside those listed', () => {
    const layers = new Set(functionFiles.map(({ path }) => importerOf(path)));
    expect([...layers].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('no layer is allowed an import that it does not use', () => {
    const used = new Set(crossings.map(({ layer, target }) => `${layer} imports ${target}`));
    const permitted = Object.entries(MAY_IMPORT).flatMap(([layer, targets]) =>
      targets.map((target) => `${layer} imports ${target}`),
    );
    expect(permitted.filter((one) => !used.has(one))).toEqual([]);
  });

  it('the layers have an order: none imports itself through others', () => {
    expect(findCycle(new Map(Object.entries(MAY_IMPORT)))).toBeUndefined();
  });
});

describe('the product', () => {
  it('functions/ imports no lib/, cloud and local service not each other, and none of them tests', () => {
    const ALLOWED: [below: string, into: RegExp][] = [
      ['functions/', /^(functions\/|docs\/openapi)/],
      ['lib/bank/', /^(functions|lib\/bank)\//],
      ['lib/operator/', /^(functions|lib\/operator)\//],
      ['lib/cloud/', /^(functions\/|lib\/(?!local\/))/],
      ['lib/console/', /^(functions|lib\/(clients|console))\//],
      ['lib/local/', /^(functions|lib\/(bank|console|local|operator|site))\//],
      // The shop takes the tag's types and digest from the documents, as any shop does.
      ['lib/demo/', /^((functions|lib\/(bank|clients|demo|local))\/|docs\/(pay-1|script-integrity)\.)/],
      ['lib/', /^(functions|lib)\//],
      ['bin/', /^(functions|lib)\//],
    ];
    const astray = productFiles.flatMap((module) => {
      const into = ALLOWED.find(([below]) => module.path.startsWith(below))?.[1];
      return ownImports(module)
        .filter(({ from }) => !into?.test(from))
        .map(({ from }) => lineOf(module, from));
    });
    expect(astray).toEqual([]);
  });
});

describe('the scripts of the pages', () => {
  const isScript = (path: string) => path.startsWith('functions/page/browser/');

  it('a script imports other scripts, and only types of its contract with the page', () => {
    const astray = functionFiles
      .filter(({ path }) => isScript(path))
      .flatMap((module) =>
        module.imports
          .filter(({ from, typeOnly }) => !(typeOnly && from === 'functions/page/script/contract.ts'))
          .filter(({ from }) => !isScript(from))
          .map(({ from }) => lineOf(module, from)),
      );
    expect(astray).toEqual([]);
  });

  it('no other code of the product imports a script', () => {
    const importing = productFiles
      .filter(({ path }) => !isScript(path))
      .flatMap((module) => ownImports(module).map(({ from }) => ({ module, from })));
    expect(importing.filter(({ from }) => isScript(from)).map(({ module }) => module.path)).toEqual([]);
  });
});

describe('the console', () => {
  const own = productFiles.filter(({ path }) => path.startsWith('lib/console/browser/'));

  it('asks the API by the transport of the client alone, and takes of the service only types of its answers and limits', () => {
    const astray = own.flatMap((module) =>
      module.imports
        .filter(({ from }) => !from.startsWith('lib/console/browser/'))
        .filter(({ from, typeOnly }) => !(typeOnly && from.startsWith('functions/contract/')))
        .filter(
          ({ from }) =>
            !['functions/domain/limits.ts', 'lib/clients/typescript/core.ts', 'preact'].includes(from),
        )
        .map(({ from }) => lineOf(module, from)),
    );
    expect(astray).toEqual([]);
    const calling = own.filter(({ text }) => /\bfetch\(|XMLHttpRequest|WebSocket|EventSource/.test(text));
    expect(calling.map(({ path }) => path)).toEqual(['lib/console/browser/session.ts']);
  });

  it('a view is a function of what is known: it asks nothing, keeps nothing and changes nothing itself', () => {
    const views = own.filter(({ path }) => path.startsWith('lib/console/browser/views/'));
    const busy = views.filter(({ text }) =>
      /\bcore\b|history\.|localStorage|addEventListener|^let |innerHTML|document\./m.test(text),
    );
    expect([views.length, busy.map(({ path }) => path)]).toEqual([8, []]);
  });

  it('no other code of the product imports the code of its page', () => {
    const importing = productFiles
      .filter(({ path }) => !path.startsWith('lib/console/browser/'))
      .filter((module) => ownImports(module).some(({ from }) => from.startsWith('lib/console/browser/')));
    expect(importing.map(({ path }) => path)).toEqual([]);
  });
});

describe('imports', () => {
  const edgesBetween = (
    files: readonly Module[],
    nodeOf: (path: string) => string,
    isCounted: (one: Import) => boolean,
  ) => {
    const edges = new Map<string, Set<string>>();
    for (const module of files) {
      const node = nodeOf(module.path);
      const targets = edges.get(node) ?? new Set();
      for (const one of ownImports(module)) if (isCounted(one)) targets.add(nodeOf(one.from));
      targets.delete(node);
      edges.set(node, targets);
    }
    return new Map([...edges].map(([node, targets]) => [node, [...targets]]));
  };

  it('imports form no cycle of files, those of types included', () => {
    const edges = edgesBetween(
      allFiles,
      (path) => path,
      () => true,
    );
    expect(findCycle(edges)).toBeUndefined();
  });

  it('imports of values form no cycle of folders, a file beside folders counting as one', () => {
    const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
    const folders = new Set(productFiles.map(({ path }) => folderOf(path)));
    const hasFolders = (folder: string) => [...folders].some((one) => one.startsWith(`${folder}/`));
    const containers = new Set([...folders].filter(hasFolders));
    const moduleOf = (path: string) => (containers.has(folderOf(path)) ? path : folderOf(path));
    expect(findCycle(edgesBetween(productFiles, moduleOf, ({ typeOnly }) => !typeOnly))).toBeUndefined();
  });
});

describe('packages', () => {
  const LAYERS_OF: Record<string, readonly string[]> = {
    '@aws-sdk/client-dynamodb': ['store'],
    '@aws-sdk/lib-dynamodb': ['store'],
    '@aws-sdk/client-kms': ['vault'],
    '@aws-sdk/client-scheduler': ['schedule'],
    '@middy/core': ['http'],
    zod: ['contract'],
    // Only the types of AWS's events are used.
    'aws-lambda': ['http', 'authorizer'],
  };
  const isForeign = ({ from, isPackage }: Import) => isPackage && !from.startsWith('node:');

  it('a package is used by functions/ only in the layers listed', () => {
    const strangers = functionFiles.flatMap((module) =>
      module.imports
        .filter(isForeign)
        .filter(({ from }) => !LAYERS_OF[from]?.includes(layerOf(module.path)))
        .map(({ from }) => lineOf(module, from)),
    );
    expect(strangers).toEqual([]);
  });

  it('the list of packages names only layers that use them', () => {
    const used = new Set(
      functionFiles.flatMap(({ path, imports }) => imports.map(({ from }) => `${layerOf(path)}: ${from}`)),
    );
    const listed = Object.entries(LAYERS_OF).flatMap(([name, layers]) =>
      layers.map((layer) => `${layer}: ${name}`),
    );
    expect(listed.filter((one) => !used.has(one))).toEqual([]);
  });
});
