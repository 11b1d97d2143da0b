// Runs every fifteen minutes: opens the specimen of the payment form as a browser does, and compares script,
// headers and document with the released ones (PCI DSS 11.6.1). It finds changes that are made on the way: in
// the gateway, in front of it, or in the function that answers.
import { createHash } from 'node:crypto';
import { renderSpecimen, SPECIMEN, SPECIMEN_ORIGINS } from '#checkout/specimen.ts';
import type { Language } from '#domain/language.ts';
import { pageResponse } from '#http/page.ts';
import { setting } from '#setting.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { withRequest } from '#telemetry/request-context.ts';

const TIMEOUT_MS = 10_000;
/** Headers that no page of ours has, and by which a browser would load, run or store something. */
const FOREIGN_HEADERS = ['set-cookie', 'link', 'refresh', 'location', 'sourcemap', 'service-worker-allowed'];

type ServedPage = { status: number; headers: Headers; body: string };

/** Throws if the page cannot be opened. Differences are measured, not thrown: they have their own alarm. */
export async function handler(
  _event: unknown,
  context: { awsRequestId: string },
): Promise<{ differences: string[] }> {
  return await withRequest(context.awsRequestId, async () => {
    const [turkish, english] = [await openSpecimen('tr'), await openSpecimen('en')];
    const differences = [...differencesOf('tr', turkish), ...differencesOf('en', english)];
    if (nonceOf(turkish) === nonceOf(english)) differences.push('nonce repeated');
    if (differences.length > 0) log('error', 'page differs from its release', { fieldNames: differences });
    measure({ PageDiffers: differences.length > 0 ? 1 : 0 }, {});
    return { differences };
  });
}

async function openSpecimen(language: Language): Promise<ServedPage> {
  const response = await fetch(`${setting('PAY_URL')}/iframe/${SPECIMEN}?language=${language}`, {
    redirect: 'manual',
    // The firewall refuses requests without a name.
    headers: { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (payment page check)' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function nonceOf({ headers }: ServedPage): string {
  return /'nonce-([A-Za-z0-9+/=_-]+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
}

/** Returns the differing parts by names that may be logged: `en header Content-Security-Policy`. */
function differencesOf(language: Language, received: ServedPage): string[] {
  const nonce = nonceOf(received);
  if (nonce.length < 22) return [`${language} nonce`];
  const released = pageResponse(renderSpecimen(language, nonce), nonce, SPECIMEN_ORIGINS);
  const { statusCode, headers = {}, body } = released;
  const different = [
    ...(received.status === statusCode ? [] : ['status']),
    ...Object.entries(headers)
      .filter(([name, value]) => received.headers.get(name) !== String(value))
      .map(([name]) => `header ${name}`),
    ...FOREIGN_HEADERS.filter((name) => received.headers.has(name)).map((name) => `foreign header ${name}`),
    ...(hasReleasedScript(received.body) ? [] : ['script']),
    ...(received.body === body ? [] : ['document']),
  ];
  return different.map((name) => `${language} ${name}`);
}

/** Compares with the digest given at deployment, so that a changed bundle cannot agree with itself. */
function hasReleasedScript(document: string): boolean {
  const scripts = [...document.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script/gi)];
  const digests = scripts.map(([, script = '']) => createHash('sha384').update(script).digest('base64'));
  return digests.length === 1 && `sha384-${digests[0]}` === setting('PAGE_SCRIPT_INTEGRITY');
}
