// `npm run make -- sbom`: writes the software bill of materials to sbom.cdx.json, or to the file of the first
// argument, and docs/NOTICE.md. It needs no network.
import '../lib/help.ts';
import { writeFileSync } from 'node:fs';
import { billOfMaterials } from '../lib/cloud/sbom.ts';
import { NOTICE_FILE, noticeOf } from '../lib/release/notice.ts';

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const bill = await billOfMaterials();
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(NOTICE_FILE, noticeOf(bill));
const deployed = bill.components.filter(({ scope }) => scope === 'required');
console.log(`${file}: ${bill.components.length} packages, ${deployed.length} of them in the functions.`);
