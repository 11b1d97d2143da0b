// `npm run integrity`: makes the scripts of the buyer's pages from their source, and writes their digests.
// Tests fail if a written file differs from its source.
import { writeFileSync } from 'node:fs';
import { INTEGRITY_FILE, integrityOf } from '../lib/operator/script-integrity.ts';
import { makeScripts, SCRIPTS_FILE, scriptsFile } from '../lib/page-script/page-script.ts';

const scripts = await makeScripts();
const digests = Object.entries(scripts).map(([name, script]) => [name, integrityOf(script)]);
writeFileSync(SCRIPTS_FILE, scriptsFile(scripts));
writeFileSync(INTEGRITY_FILE, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
