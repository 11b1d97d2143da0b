// `npm run integrity`: writes the digest of the script on the buyer's pages. A test compares it with the
// script.
import { writeFileSync } from 'node:fs';
import { INTEGRITY_FILE, scriptIntegrity } from '../lib/operator/script-integrity.ts';

writeFileSync(INTEGRITY_FILE, `${JSON.stringify(scriptIntegrity(), null, 2)}\n`);
