// `npm run integrity`: writes down what the script of the buyer's pages is now. A test compares.
import { writeFileSync } from 'node:fs';
import { INTEGRITY_FILE, scriptIntegrity } from '../lib/operator/script-integrity.ts';

writeFileSync(INTEGRITY_FILE, `${JSON.stringify(scriptIntegrity(), null, 2)}\n`);
