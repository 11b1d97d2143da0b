// Bundles an entry file into the one file that Lambda loads. These options decide the cold start, so
// deployment, byte budget and benchmark all use this file.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { packedConsole } from '../../console/pack.ts';
import { packedSite } from '../../site/site.ts';
import { slimming } from './slimming.ts';

export type Bundle = {
  /** The path of the entry file, relative to the project: `functions/endpoints/payment/show.ts`. */
  entry: string;
  code: string;
  bytes: number;
  /** Bytes in the bundle by source file: they show which file made it grow. */
  inputs: Readonly<Record<string, number>>;
};

const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const SITE_ENTRY = 'functions/endpoints/docs/page.ts';
const CONSOLE_ENTRY = 'functions/endpoints/console/page.ts';

const OPTIONS = {
  absWorkingDir: PROJECT_ROOT,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // CommonJS starts 13 to 16 ms sooner than ES modules: the loader resolves nothing asynchronously.
  format: 'cjs',
  minify: true,
  // The ES builds of the SDK and of zod can be tree-shaken; their CommonJS builds are included whole.
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': fileURLToPath(
      new URL('environment-credentials.ts', import.meta.url),
    ),
  },
  plugins: [slimming],
  // Escapes non-ASCII characters: with a single one, V8 would store and scan the source with two bytes per
  // character.
  charset: 'ascii',
  legalComments: 'none',
  // package.json says that no module of a function is imported for its effects alone.
  logOverride: { 'ignored-bare-import': 'error' },
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Bundles all entries in one run, so esbuild reads and parses shared files once. Throws esbuild's own message
 * if an entry is missing or does not build.
 */
export async function bundleFunctions(
  entries: readonly string[],
  { isSlim = true } = {},
): Promise<readonly Bundle[]> {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    ...(!isSlim && { plugins: [] }),
    define: {
      ...(entries.includes(SITE_ENTRY) && { SITE: JSON.stringify(packedSite()) }),
      ...(entries.includes(CONSOLE_ENTRY) && { CONSOLE: JSON.stringify(await packedConsole()) }),
    },
    entryPoints: [...entries],
    outdir: 'bundles',
    outbase: '.',
    write: false,
    metafile: true,
  });
  return outputFiles.map(({ path, contents, text }) => {
    const output = outputOf(metafile, path);
    const inputs = Object.entries(output.inputs).map(([file, input]) => [file, input.bytesInOutput] as const);
    const entry = output.entryPoint ?? path;
    return { entry, code: text, bytes: contents.byteLength, inputs: Object.fromEntries(inputs) };
  });
}

/** Returns the files whose code is in the bundle of at least one entry. */
export async function filesInBundles(entries: readonly string[]): Promise<string[]> {
  const contents = entries.map((entry, at) => `export * as entry${at} from './${entry}';`).join('\n');
  const { metafile } = await build({
    ...OPTIONS,
    stdin: { contents, resolveDir: PROJECT_ROOT },
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
}

function outputOf(metafile: Metafile, path: string) {
  const output = Object.entries(metafile.outputs).find(([name]) => path.endsWith(`/${name}`));
  if (output === undefined) throw new Error(`esbuild does not account for ${path}.`);
  return output[1];
}
