// The software bill of materials (PCI DSS 6.3.2) in CycloneDX: every package of package-lock.json with its
// version, licence and digest, and whether its code is in a deployed function. The same lockfile and code
// give the same bytes, so two documents can be compared.
import { readFileSync } from 'node:fs';
import { filesInBundles } from './function/bundle.ts';
import { functionsOf, ROUTE_TABLE } from './function/deployed-function.ts';

type LockedPackage = {
  name?: string;
  version: string;
  license?: string;
  /**
   * `sha512-` and Base64. Absent for a package inside another package's archive, whose digest covers both.
   */
  integrity?: string;
  inBundle?: boolean;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};
type Packages = Readonly<Record<string, LockedPackage>>;

const ROOT = '';

export function lockedPackages(): Packages {
  const file = new URL('../../package-lock.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages;
}

/** Returns the lockfile paths of the packages whose code is in a deployed function. */
export async function deployedPackages(packages: Packages): Promise<ReadonlySet<string>> {
  const files = await filesInBundles(functionsOf(ROUTE_TABLE).map(({ entry }) => entry));
  const paths = Object.keys(packages).filter((path) => path !== ROOT);
  // The longest path comes first: a package may contain packages of its own.
  const longestFirst = paths.sort((a, b) => b.length - a.length);
  const owners = files.map((file) => longestFirst.find((path) => file.startsWith(`${path}/`)));
  return new Set(owners.filter((path) => path !== undefined));
}

export function billOfMaterials(packages: Packages, deployed: ReadonlySet<string>) {
  const { [ROOT]: root, ...others } = packages;
  if (root === undefined) throw new Error('package-lock.json does not name the project.');
  const paths = Object.keys(others).sort();
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': refOf(ROOT),
        name: root.name,
        version: root.version,
      },
    },
    components: paths.map((path) => componentOf(path, others[path] as LockedPackage, deployed)),
    dependencies: [ROOT, ...paths].map((path) => ({
      ref: refOf(path),
      dependsOn: dependenciesOf(path, packages).map(refOf).sort(),
    })),
  };
}

const refOf = (path: string) => (path === ROOT ? 'project' : path);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function componentOf(path: string, one: LockedPackage, deployed: ReadonlySet<string>) {
  const name = one.name ?? nameOf(path);
  return {
    type: 'library',
    'bom-ref': refOf(path),
    name,
    version: one.version,
    // A package that is in no function only builds or tests the product.
    scope: deployed.has(path) ? 'required' : 'excluded',
    ...(one.integrity !== undefined && { hashes: [hashOf(one.integrity)] }),
    ...(one.license !== undefined && { licenses: [licenceOf(one.license)] }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${one.version}`,
    properties: [
      { name: 'cdx:npm:package:path', value: path },
      ...(one.dev ? [{ name: 'cdx:npm:package:development', value: 'true' }] : []),
      ...(one.inBundle ? [{ name: 'cdx:npm:package:bundled', value: 'true' }] : []),
    ],
  };
}

function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  const content = Buffer.from(digest, 'base64').toString('hex');
  return { alg: algorithm.toUpperCase().replace(/^SHA/, 'SHA-'), content };
}

/** An SPDX id, or an SPDX expression of several ids. */
const licenceOf = (license: string) =>
  /\s/.test(license) ? { expression: license } : { license: { id: license } };

/** Returns the installed packages that satisfy the package's dependencies, found as Node finds them. */
function dependenciesOf(path: string, packages: Packages): string[] {
  const one = packages[path];
  const names = Object.keys({
    ...one?.dependencies,
    ...one?.optionalDependencies,
    ...one?.peerDependencies,
    ...one?.devDependencies,
  });
  const found = names.map((name) => {
    const places = foldersAbove(path).map((folder) => `${folder}node_modules/${name}`);
    return places.find((place) => packages[place] !== undefined);
  });
  return [...new Set(found.filter((place) => place !== undefined))];
}

/** The package itself and every package around it, innermost first, each with a trailing slash. */
function foldersAbove(path: string): string[] {
  const parts = path === ROOT ? [] : path.split(/\/?node_modules\//).slice(1);
  const folders = parts.map((_, at) =>
    parts
      .slice(0, at + 1)
      .map((part) => `node_modules/${part}/`)
      .join(''),
  );
  return ['', ...folders].reverse();
}
