// The manifest of the scripts on the buyer's pages, required by PCI DSS 6.4.3. A change of a script must also
// change docs/script-integrity.json, where reviewers see it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const INTEGRITY_FILE = new URL('../../docs/script-integrity.json', import.meta.url);

/** `sha384-` and the digest in base64, the notation of browsers and scanners. */
export function integrityOf(script: string): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

/** The digest of the released script of the form, as reviewers approved it. */
export function releasedScriptIntegrity(): string {
  return (JSON.parse(readFileSync(INTEGRITY_FILE, 'utf8')) as { form: string }).form;
}
