// The software bill of materials (PCI DSS 6.3.2) in CycloneDX: that of `npm sbom`, which reads
// package-lock.json, and for each package whether its code is in a deployed function. The same lockfile, code
// and npm give the same bytes, so two documents can be compared.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONSOLE_SCRIPT } from '../console/pack.ts';
import { filesInBundles } from './function/bundle.ts';
import { functionsOf, ROUTE_TABLE } from './function/deployed-function.ts';

type Licence = { license: { id: string } } | { expression: string };
type Component = {
  /** `zod@4.6.7` */
  'bom-ref': string;
  name: string;
  version: string;
  /** `required`: its code is in a function, or in the script of the console that one serves. `excluded`: it only builds or tests the product. */
  scope: string;
  /** Absent for a package inside another package's archive, whose digest covers both. */
  hashes?: { alg: string; content: string }[];
  licenses?: Licence[];
  properties: { name: string; value: string }[];
};
export type BillOfMaterials = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** The identifiers of a package's licences, or an expression of them. */
export const licencesOf = ({ licenses = [] }: Component): string[] =>
  licenses.map((one) => ('expression' in one ? one.expression : one.license.id));

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Needs npm 10.2 or later, and no network. */
export async function billOfMaterials(): Promise<BillOfMaterials> {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const printed = execFileSync('npm', ['sbom', ...options, '--offline', '--no-update-notifier'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const { serialNumber: _, ...bill } = JSON.parse(printed) as BillOfMaterials;
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
    packages: Record<string, { name?: string; version: string }>;
  };
  const entries = functionsOf(ROUTE_TABLE).map(({ entry }) => entry);
  const files = await filesInBundles([...entries, CONSOLE_SCRIPT]);
  const deployed = new Set(
    files.map((file) => {
      const [folder = '', name = ''] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
      return `${name}@${packages[folder]?.version}`;
    }),
  );
  // Older versions of npm list a package once for each folder that it is in.
  bill.components = [...new Map(bill.components.map((one) => [one['bom-ref'], one])).values()];
  for (const one of bill.components) one.scope = deployed.has(one['bom-ref']) ? 'required' : 'excluded';
  delete bill.metadata.timestamp;
  // npm names the project by its folder.
  bill.metadata.component.name = packages['']?.name ?? '';
  return bill;
}
