// Bundles the scripts of the pages from functions/page/browser, minified to half the size, because every page
// contains one. The results are files in functions/, so that the local, the deployed and the published
// scripts are the same.
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const ENTRIES = { form: 'functions/page/browser/form.ts', outcome: 'functions/page/browser/outcome.ts' };
const TARGET = { minify: true, target: 'es2022', charset: 'ascii' } as const;

export const scriptFile = (name: string) =>
  new URL(`../../functions/page/script/${name}.json`, import.meta.url);

export async function makeScripts(): Promise<Record<keyof typeof ENTRIES, string>> {
  return { form: await scriptOf(ENTRIES.form), outcome: await scriptOf(ENTRIES.outcome) };
}

async function scriptOf(entry: string): Promise<string> {
  const { outputFiles } = await build({
    ...TARGET,
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: [entry],
    tsconfig: 'functions/page/browser/tsconfig.json',
    bundle: true,
    write: false,
    format: 'iife',
  });
  // Once more, because the names of modules that have become one function can be shorter.
  const { code } = await transform(outputFiles[0]?.text ?? '', TARGET);
  const script = code.trimEnd();
  if (script === '' || /<\/|<!/.test(script))
    throw new Error(`${entry} has no script, or the end of its element.`);
  return script;
}
