// `npm run make -- integrity`: makes the scripts of the buyer's pages from their source, and writes their
// digests. Tests fail if a written file differs from its source.
import '../lib/help.ts';
import { copyFileSync, writeFileSync } from 'node:fs';
import { makeScripts, scriptFile, TAG_TYPES, TAG_TYPES_COPY } from '../lib/operator/page-scripts.ts';
import { INTEGRITY_FILE, integrityOf } from '../lib/operator/script-integrity.ts';

const scripts = await makeScripts();
for (const [name, script] of Object.entries(scripts)) {
  writeFileSync(scriptFile(name), `${JSON.stringify(script)}\n`);
}
// The pages that were written just now.
const { formScript, installmentScript, outcomeScript, render } = await import('#page/html.ts');
const elements = { form: formScript(), installments: installmentScript(), outcome: outcomeScript() };
const digests = Object.entries(elements).map(([name, script]) => [name, integrityOf(render(script))]);
const manifest = Object.fromEntries([...digests, ['pay-1', integrityOf(scripts['pay-1'])]]) as object;
writeFileSync(INTEGRITY_FILE, `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(TAG_TYPES, TAG_TYPES_COPY);
