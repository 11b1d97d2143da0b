// No unused code is kept: each file is reached from an entry point, each export by another file.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Module, ROOT } from './module-graph.ts';
import { allFiles, isHandlerFile, modules, needless, productFiles } from './project.ts';

/** The files that npm, CI and the test runner run by path. */
const commands = ['package.json', 'cdk.json', '.ci/run', 'vitest.config.ts']
  .map((file) => readFileSync(`${ROOT}${file}`, 'utf8'))
  .flatMap((text) => text.match(/\b(?:bin|test)\/[\w./-]+\.ts\b/g) ?? []);

function reachedFrom(entries: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    const module = modules.get(path);
    if (module === undefined || reached.has(path)) return;
    reached.add(path);
    for (const { from } of module.imports) visit(from);
    for (const file of module.namedFiles) visit(file);
  };
  entries.forEach(visit);
  return reached;
}

/** vitest.config.ts runs them before each test file. */
const SET_UP =
  readFileSync(`${ROOT}vitest.config.ts`, 'utf8').match(/(?<=')test\/harness\/[\w-]+\.ts/g) ?? [];
const isProduct = (path: string) => !path.startsWith('test/');

describe('files', () => {
  const paths = allFiles.map(({ path }) => path);

  it('each source of the product is reached from a Lambda function or a command, not by tests alone', () => {
    const reached = reachedFrom([...paths.filter(isHandlerFile), ...commands.filter(isProduct)]);
    expect(paths.filter((path) => isProduct(path) && !reached.has(path))).toEqual([]);
  });

  it('each source of test/ is reached from a test or a command', () => {
    const tests = paths.filter((path) => path.endsWith('.test.ts'));
    const reached = reachedFrom([...tests, ...commands, ...SET_UP]);
    expect(paths.filter((path) => !isProduct(path) && !reached.has(path))).toEqual([]);
  });

  it('each other file of the product is named by a source', () => {
    const others = ['bin', 'functions', 'lib'].flatMap((folder) =>
      readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && !/\.tsx?$/.test(file.name))
        .map(({ name }) => name),
    );
    const isNamed = (name: string) =>
      productFiles.some(({ text }) => text.includes(`'${name}'`) || text.includes(`/${name}'`));
    expect(others.filter((name) => !isNamed(name))).toEqual([]);
  });
});

/** Sources that only tests use, with the reason. */
const FOR_TESTS: Record<string, string> = {
  'functions/aws-client.ts: awsClientLimits': 'clients with shorter limits meet a silent server',
  'functions/aws-client.ts: MAX_AWS_ATTEMPTS': 'the tries of a client are counted',
  'functions/domain/branding/brand-color.ts: contrast': 'derived colors are compared with every ground',
  'functions/domain/card/card-prefix.ts: longestPrefixesFirst':
    'both sides of each border of a scheme are tried',
  'functions/domain/qr-code.ts: remainder': 'the example of the standard is compared',
  'functions/domain/lease.ts: TAKEOVER_MS': 'takeovers of tests wait for so long',
  'functions/domain/recurring-payment/attempt-name.ts: planOrderId':
    'the charges of a plan are found in the books of the bank',
  'functions/vault/remember.ts: memoryClock': 'a slow machine must not end a minute between counted calls',
  'lib/bank/sandbox-cards.ts: APPROVED_RANGES': 'each range is compared with the card brands of the product',
  'lib/cloud/api/rest-api.ts: ACCESS_LOG_LINE': 'saved queries name only fields of this line',
  'lib/cloud/card-mask.ts: CARD_NUMBERS': 'each pattern is tried on card numbers and on lines of the log',
  'lib/cloud/cloud-app.ts: complianceChecks': 'the rules are proved to find what they should',
  'lib/cloud/function/grants.ts: ROW_PARTITIONS': 'docs/permissions.md lists these with their contents',
  'lib/cloud/function/function-role.ts: USED_BY_LAMBDA': 'docs/permissions.md lists these with their reasons',
  'lib/cloud/function/slimming.ts: KNOWN_ERRORS': 'they are compared with the classes that functions ask for',
  'lib/cost/prices.ts: PRICE_TABLE': 'docs/costs.md lists the prices',
  'lib/console/pack.ts: makeConsole': 'the size of its files is bounded',
  'lib/site/site.ts: siteFiles': 'tests read the files of the site',
  'lib/site/snippets/languages.ts: settingName': 'tests set the variables of the code that they run',
  'lib/site/snippets/languages.ts: snippetOf': 'tests run the code of each call',
  'lib/site/sources.ts: codeIn': 'tests run the code of the guides',
  'lib/cloud/watch/queries.ts: QUERIES': 'every query is compared with the lines that functions write',
  'lib/operator/review/kind-of.ts: matches': 'keys and index entries are compared with their declarations',
  'lib/operator/review/kind-of.ts: rowNames': 'every kind of row is recorded and written',
  'lib/local/readable-log.ts: readableLog': 'tests read lines without a console',
  'lib/local/aws/process-dynamodb.ts: dynamodbPort': 'a table that breaks on request uses this port',
  'lib/local/aws/process-dynamodb.ts: stopDynamodb': 'a table that breaks on request takes its place',
  'lib/commands/help.ts: pageOf': 'docs/commands.md is made of it',
  'lib/local/aws/stream.ts: openStream': 'all changes of a test file are compared with events',
};

describe('exports', () => {
  const nameOf = ({ path }: Module, name: string) => `${path}: ${name}`;
  const exported = allFiles.flatMap((module) => module.exports.map((name) => ({ module, name })));

  /** Entry points of bundles, loaded by Lambda or esbuild. A test that names a file does not load it. */
  const entries = new Set(
    allFiles.flatMap(({ path, namedFiles }) =>
      isProduct(path) ? namedFiles : namedFiles.filter((file) => !isProduct(file)),
    ),
  );
  const isLoaded = (path: string, name: string) =>
    (isHandlerFile(path) && name === 'handler') || entries.has(path);

  const usedIn = (files: readonly Module[]) =>
    new Set(
      files.flatMap((file) =>
        file.imports
          .filter(({ from }) => from !== file.path)
          .flatMap(({ from, names }) => names.map(({ imported }) => `${from}: ${imported}`)),
      ),
    );
  const unusedIn = (files: readonly Module[]) => {
    const used = usedIn(files);
    return exported.filter(
      ({ module, name }) =>
        !isLoaded(module.path, name) && !used.has(nameOf(module, name)) && !used.has(nameOf(module, '*')),
    );
  };

  it('every export is used by another file', () => {
    expect(unusedIn(allFiles).map(({ module, name }) => nameOf(module, name))).toEqual([]);
  });

  /** A test may name the type of a parameter or result of an exported function. */
  const isPartOfSignature = (module: Module, name: string) =>
    module.declarations.some(
      ({ text, names }) =>
        /^\s*export\b/.test(text) && !names.includes(name) && new RegExp(`\\b${name}\\b`).test(text),
    );
  const isType = (module: Module, name: string) =>
    new RegExp(`^export type ${name}\\b`, 'm').test(module.text);
  const forTests = unusedIn(productFiles)
    .filter(({ module }) => isProduct(module.path))
    .filter(({ module, name }) => !(isType(module, name) && isPartOfSignature(module, name)))
    .map(({ module, name }) => nameOf(module, name));

  it('every export is used by the product, or listed with the reason why tests need it', () => {
    expect(forTests.filter((name) => FOR_TESTS[name] === undefined)).toEqual([]);
  });

  it('an export listed as needed by tests is used by no product code', () => {
    expect(needless(FOR_TESTS, (name) => forTests.includes(name))).toEqual([]);
  });
});
