// The ten generators of clients that people use, pinned: how each makes a client of the document, and what
// compiles it with the shop of ./programs.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OPENAPI_GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0';
export const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Returns the standard output. Throws with the end of the output if the program fails. */
type Run = (command: string, args: readonly string[], cwd: string) => Promise<string>;
/** Runs the compiled shop. */
export type Shop = (args: readonly string[]) => Promise<string>;
type Generator = {
  /** Programs without which the client cannot be made or compiled. */
  needs: readonly string[];
  /** Makes a client of a document in an empty folder, and its shop; else says how far it came. */
  build(home: string, document: string, run: Run): Promise<Shop | string>;
};

const shopIn = (home: string, file: string, as: string) => cpSync(here(`programs/${file}`), join(home, as));

/** The generator is a program in Java, whatever it writes. */
async function openapiGenerator(
  language: string,
  home: string,
  document: string,
  run: Run,
  options: readonly string[] = [],
): Promise<void> {
  const jar = join(home, '..', `${OPENAPI_GENERATOR.split(':').slice(1).join('-')}.jar`);
  const copy = [`-Dartifact=${OPENAPI_GENERATOR}`, `-DoutputDirectory=${join(home, '..')}`];
  if (!existsSync(jar)) await run('mvn', ['-q', '-B', 'dependency:copy', ...copy], home);
  const out = language === 'typescript-fetch' ? join(home, 'client') : home;
  await run('java', ['-jar', jar, 'generate', '-i', document, '-g', language, '-o', out, ...options], home);
}

/** Checks all types of the client and its shop, and bundles them. */
async function typescript(home: string, program: string, run: Run): Promise<Shop> {
  shopIn(home, program, 'shop.mts');
  shopIn(home, 'story.mts', 'story.mts');
  const compilerOptions = {
    allowImportingTsExtensions: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [here('../../node_modules/@types')],
    noEmit: true,
  };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  await run('tsc', ['-p', '.'], home);
  const bundle = ['--bundle', '--platform=node', '--format=esm', '--outfile=shop.mjs'];
  await run('esbuild', ['shop.mts', ...bundle], home);
  return (args) => run('node', ['shop.mjs', ...args], home);
}

async function virtualEnvironment(home: string, run: Run, ...packages: string[]): Promise<void> {
  await run('python3', ['-m', 'venv', 'venv'], home);
  await run('venv/bin/pip', ['install', '-q', '--disable-pip-version-check', ...packages], home);
}
const pythonShop =
  (home: string, run: Run): Shop =>
  (args) =>
    run('venv/bin/python', ['shop.py', ...args], home);

export const GENERATORS: Record<string, Generator> = {
  'openapi-generator java': {
    needs: ['java', 'mvn'],
    async build(home, document, run) {
      // As docs/shops.md tells shops, so that amounts stay decimal.
      await openapiGenerator('java', home, document, run, ['--type-mappings', 'double=BigDecimal']);
      shopIn(home, 'Shop.java', 'src/main/java/Shop.java');
      const classpath = ['dependency:build-classpath', '-Dmdep.outputFile=classpath'];
      await run('mvn', ['-q', '-B', 'compile', ...classpath], home);
      const libraries = readFileSync(join(home, 'classpath'), 'utf8').trim();
      return (args) => run('java', ['-cp', `target/classes:${libraries}`, 'Shop', ...args], home);
    },
  },
  'openapi-generator python': {
    needs: ['java', 'mvn', 'python3'],
    async build(home, document, run) {
      await openapiGenerator('python', home, document, run);
      shopIn(home, 'openapi-generator.py', 'shop.py');
      await virtualEnvironment(home, run, '.');
      return pythonShop(home, run);
    },
  },
  'openapi-generator go': {
    needs: ['java', 'mvn', 'go'],
    async build(home, document, run) {
      await openapiGenerator('go', home, document, run);
      shopIn(home, 'openapi-generator.go', 'shop/shop.go');
      await run('go', ['mod', 'tidy'], home);
      await run('go', ['build', '-o', 'shop.bin', './shop'], home);
      return (args) => run('./shop.bin', args, home);
    },
  },
  'openapi-generator typescript-fetch': {
    needs: ['java', 'mvn'],
    async build(home, document, run) {
      await openapiGenerator('typescript-fetch', home, document, run);
      return await typescript(home, 'openapi-generator.mts', run);
    },
  },
  'openapi-generator php': {
    needs: ['java', 'mvn', 'php'],
    async build(home, document, run) {
      await openapiGenerator('php', home, document, run);
      shopIn(home, 'shop.php', 'shop.php');
      const guzzle = ['-r', "exit(@include 'GuzzleHttp/autoload.php' ? 0 : 1);"];
      await run('php', guzzle, home).catch(() => run('composer', ['install', '-q', '--no-dev'], home));
      return (args) => run('php', ['shop.php', ...args], home);
    },
  },
  'openapi-generator csharp': {
    needs: ['java', 'mvn'],
    async build(home, document, run) {
      await openapiGenerator('csharp', home, document, run);
      if (!isInstalled('dotnet')) return 'generated, not compiled: there is no dotnet';
      await run('dotnet', ['build', 'src/Org.OpenAPITools'], home);
      return 'compiled';
    },
  },
  'openapi-python-client': {
    needs: ['python3'],
    async build(home, document, run) {
      await virtualEnvironment(home, run, 'openapi-python-client==0.29.1');
      const out = ['--output-path', 'client', '--meta', 'none', '--fail-on-warning'];
      const path = `${join(home, 'venv/bin')}:${process.env['PATH']}`;
      const program = [`PATH=${path}`, 'venv/bin/openapi-python-client', 'generate', '--path', document];
      await run('env', [...program, ...out], home);
      shopIn(home, 'openapi-python-client.py', 'shop.py');
      return pythonShop(home, run);
    },
  },
  'oapi-codegen': {
    needs: ['go'],
    async build(home, document, run) {
      mkdirSync(join(home, 'client'));
      writeFileSync(join(home, 'go.mod'), 'module shop\n\ngo 1.24\n');
      const tool = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.0';
      const out = ['-generate', 'types,client', '-package', 'api', '-o', 'client/client.go'];
      await run('go', ['run', tool, ...out, document], home);
      shopIn(home, 'oapi-codegen.go', 'shop.go');
      await run('go', ['mod', 'tidy'], home);
      await run('go', ['build', '-o', 'shop.bin', '.'], home);
      return (args) => run('./shop.bin', args, home);
    },
  },
  'hey-api': {
    needs: [],
    async build(home, document, run) {
      const tool = ['-y', '-p', '@hey-api/openapi-ts@0.99.0', '-p', 'typescript@5.9.3', 'openapi-ts'];
      await run('npx', [...tool, '-i', document, '-o', 'client'], home);
      return await typescript(home, 'hey-api.mts', run);
    },
  },
  'openapi-typescript': {
    needs: [],
    async build(home, document, run) {
      await run('npm', ['install', '--silent', '--no-save', 'openapi-fetch@0.17.0'], home);
      // Without the option a field of a request that has a default is required.
      const options = ['-o', 'schema.d.ts', '--default-non-nullable=false'];
      await run('npx', ['-y', 'openapi-typescript@7.13.0', document, ...options], home);
      return await typescript(home, 'openapi-typescript.mts', run);
    },
  },
};
