// Bundles the console: one script, one style sheet and the page that names them by the digest of their
// content, so that browsers keep them for ever and a deployment replaces them at once.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { ERRORS, paymentFailures } from '#domain/rejection-table.ts';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { TEXTS } from '#page/texts.ts';

export const CONSOLE_SCRIPT = 'lib/console/browser/main.tsx';

/** Why a payment failed, Turkish and English: for the desk, and what a buyer may hear. */
const FAILURES = Object.fromEntries(
  paymentFailures().map((code) => [
    code,
    (['tr', 'en'] as const).map((language) => [
      ERRORS[code][language],
      code === 'BANK_UNAVAILABLE' ? TEXTS[language].bankUnavailable : buyerSentence(code, language),
    ]),
  ]),
);

const fileOf = (name: string) => fileURLToPath(new URL(`./browser/${name}`, import.meta.url));

/** `beside`: scripts of this origin that the page loads besides its own; a deployed one has none. */
export async function makeConsole(beside: readonly string[] = []) {
  const { outputFiles } = await build({
    entryPoints: [fileOf('main.tsx'), fileOf('console.css')],
    tsconfig: fileOf('tsconfig.json'),
    outdir: 'console',
    bundle: true,
    define: { FAILURES: JSON.stringify(FAILURES) },
    write: false,
    minify: true,
    target: 'es2022',
    legalComments: 'none',
  });
  const named = outputFiles.map(({ path, text }) => {
    const ending = path.endsWith('.css') ? 'css' : 'js';
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return { ending, name: `console-${digest}.${ending}`, text };
  });
  const nameOf = (ending: string) => named.find((one) => one.ending === ending)?.name ?? '';
  const page = `<!doctype html>
<html lang="tr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Konsol</title>
<link rel="stylesheet" href="/console/${nameOf('css')}">
${[`/console/${nameOf('js')}`, ...beside].map((src) => `<script type="module" src="${src}"></script>`).join('\n')}
<body><noscript>Konsol JavaScript gerektirir. The console needs JavaScript.</noscript></body>
</html>
`;
  return { page, files: Object.fromEntries(named.map(({ name, text }) => [name, text])) };
}

/** The console as one text, for the function that serves it. The same sources give the same text. */
export async function packedConsole(beside: readonly string[] = []): Promise<string> {
  return brotliCompressSync(JSON.stringify(await makeConsole(beside))).toString('base64');
}
