// `npm run integrity`: makes the scripts of the buyer's pages from their source, and writes their digests.
// Tests fail if a written file differs from its source.
import { writeFileSync } from 'node:fs';
import { makeScripts, SCRIPTS_FILE } from '../lib/operator/page-scripts.ts';
import { INTEGRITY_FILE, integrityOf } from '../lib/operator/script-integrity.ts';

const scripts = await makeScripts();
const digests = Object.entries(scripts).map(([name, script]) => [name, integrityOf(script)]);
writeFileSync(SCRIPTS_FILE, `${JSON.stringify(scripts, null, 2)}\n`);
writeFileSync(INTEGRITY_FILE, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
