// From an entry file to the one file a Lambda loads. What is set here decides the cold start, so it is set
// once: deployment, byte budget and bench all bundle through this file.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';

export type Bundle = {
  /** As asked for, relative to the project: `functions/endpoints/payment/show.ts`. */
  entry: string;
  code: string;
  bytes: number;
  /** Bytes in the bundle by source file: what to look at when it grew. */
  inputs: Readonly<Record<string, number>>;
};

const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const OPTIONS = {
  absWorkingDir: PROJECT_ROOT,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // CommonJS starts 13 to 16 ms sooner than ES modules: the loader resolves nothing asynchronously.
  format: 'cjs',
  minify: true,
  // The ES builds of the SDK and of zod can be shaken; their CommonJS builds come in whole.
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': fileURLToPath(
      new URL('environment-credentials.ts', import.meta.url),
    ),
  },
  // Loaded by the SDK for event streams alone, which none of our services' operations use.
  external: ['@smithy/core/event-streams'],
  // Other letters as escapes: a single one makes V8 hold and scan the whole source in two bytes a letter.
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Bundles all entries in one run, so that esbuild reads and parses what they share once. Throws esbuild's own
 * message if an entry is missing or does not build.
 */
export async function bundleFunctions(entries: readonly string[]): Promise<readonly Bundle[]> {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
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

function outputOf(metafile: Metafile, path: string) {
  const found = Object.entries(metafile.outputs).find(([name]) => path.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`esbuild does not account for ${path}.`);
  return found[1];
}
