// The manifest of the script on the buyer's pages (PCI DSS 6.4.3 asks for one): whoever changes it changes
// docs/script-integrity.json with it, on purpose and where a reviewer sees it.
import { createHash } from 'node:crypto';
import { render } from '#page/html.ts';
import { PAGE_SCRIPT } from '#page/script/scripts.ts';

export const INTEGRITY_FILE = new URL('../../docs/script-integrity.json', import.meta.url);

/** `sha384-` and the digest in base64, as browsers and scanners write it. */
export function integrityOf(script: string): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

/** The manifest as it must be now: the script's name and its digest. */
export function scriptIntegrity(): Record<string, string> {
  return { page: integrityOf(render(PAGE_SCRIPT)) };
}
