// Reports of browsers about violations of a page's Content-Security-Policy, in both formats: `report-uri`
// sends one report, `report-to` a list. Anyone can send a report, so only the name of the directive and the
// kind or host of the blocked resource are passed on. The page's address is not, because it contains the
// token.
import { containsCardNumber } from '#domain/card/card-text.ts';

/** The largest body that is read; browsers send a few hundred bytes. */
const MAX_BYTES = 16 * 1024;
const MAX_REPORTS = 10;
/** Extensions of the buyer's browser break the policy often, and are not part of the page. */
const EXTENSION = /^(?:chrome|moz|safari|safari-web|ms-browser)-extension\b/;
const KINDS = [
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'self',
  'trusted-types-sink',
  'trusted-types-policy',
];

type Report = Readonly<Record<string, unknown>>;

/** One text for each violation on our pages: `script-src-elem evil.example`. Empty for anything else. */
export function cspViolations(body: Uint8Array, payUrl: string): string[] {
  if (body.byteLength > MAX_BYTES) return [];
  return reportsIn(parse(body))
    .slice(0, MAX_REPORTS)
    .filter((report) => textOf(report, 'document-uri', 'documentURL').startsWith(`${payUrl}/`))
    .filter((report) => !isOfExtension(report))
    .map((report) => `${directiveOf(report)} ${blockedBy(report)}`);
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

const isReport = (value: unknown): value is Report => typeof value === 'object' && value !== null;

function reportsIn(value: unknown): Report[] {
  if (!isReport(value)) return [];
  if (!Array.isArray(value)) return [value['csp-report']].filter(isReport);
  const ofPolicy = value.filter(isReport).filter(({ type }) => type === 'csp-violation');
  return ofPolicy.map((report) => report['body']).filter(isReport);
}

function textOf(report: Report, ...names: readonly string[]): string {
  const found = names.map((name) => report[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : '';
}

const isOfExtension = (report: Report) =>
  [textOf(report, 'source-file', 'sourceFile'), textOf(report, 'blocked-uri', 'blockedURL')].some((text) =>
    EXTENSION.test(text),
  );

function directiveOf(report: Report): string {
  const directive = textOf(report, 'effective-directive', 'effectiveDirective', 'violated-directive');
  return /^[a-z][a-z-]{2,40}$/.exec(directive.split(' ')[0] ?? '')?.[0] ?? 'unknown';
}

function blockedBy(report: Report): string {
  const blocked = textOf(report, 'blocked-uri', 'blockedURL');
  if (KINDS.includes(blocked)) return blocked;
  const host = URL.canParse(blocked) ? new URL(blocked).hostname : '';
  return /^[a-z0-9.-]{1,80}$/.test(host) && !containsCardNumber(host) ? host : 'other';
}
