// `npm run sbom`: writes the software bill of materials to sbom.cdx.json, or to the file of the first
// argument. It needs no network.
import { writeFileSync } from 'node:fs';
import { billOfMaterials, deployedPackages, lockedPackages } from '../../lib/cloud/sbom.ts';

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const packages = lockedPackages();
const deployed = await deployedPackages(packages);
const bill = billOfMaterials(packages, deployed);
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${file}: ${bill.components.length} packages, ${deployed.size} of them in the functions.`);
