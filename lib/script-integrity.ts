// The manifest of the scripts on the buyer's pages (PCI DSS 6.4.3 asks for one): whoever changes a script
// changes docs/script-integrity.json with it, on purpose and where a reviewer sees it.
import { createHash } from 'node:crypto';
import { render } from '#page/html.ts';
import { SCRIPTS } from '#page/scripts.ts';

export const INTEGRITY_FILE = new URL('../docs/script-integrity.json', import.meta.url);

/** `sha384-` and the digest in base64, as browsers and scanners write it. */
export function integrityOf(script: string): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

/** The manifest as it must be now, by the names of the scripts. */
export function scriptIntegrity(): Record<string, string> {
  const entries = Object.entries(SCRIPTS).map(([name, script]) => [name, integrityOf(render(script))]);
  return Object.fromEntries(entries);
}
