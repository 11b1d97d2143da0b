// Bundles the scripts of the pages from functions/page/browser, minified to half the size, because every page
// contains one. The results are files in functions/, so that the local, the deployed and the published
// scripts are the same.
import { fileURLToPath } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MARK = 'mark';
const FORM = ['functions/page/browser/form.ts', MARK, 'functions/page/browser/installments.ts'];
const OUTCOME = ['functions/page/browser/outcome.ts'];
const TARGET = { minify: true, target: 'es2022', charset: 'ascii' } as const;
/** The end of each script: its modules are one function. */
const END = '})();';

export const scriptFile = (name: string) =>
  new URL(`../../functions/page/script/${name}.json`, import.meta.url);

/** `installments`: the rest of the form's script on forms with installments, in the place of its end. */
export async function makeScripts(): Promise<Record<'form' | 'installments' | 'outcome', string>> {
  const [forms = '', outcome = ''] = await Promise.all([scriptOf(FORM), scriptOf(OUTCOME)]);
  const [form = '', installments = ''] = forms.split('debugger;');
  return { form: form + END, installments, outcome };
}

/** Keeps modules apart: minifying never moves a statement over it. */
const KEEP_APART: Plugin = {
  name: MARK,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/mark$/ }, () => ({ path: 'mark', namespace: MARK, sideEffects: true }));
    onLoad({ filter: /./, namespace: MARK }, () => ({ contents: 'debugger' }));
  },
};

async function scriptOf(modules: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    ...TARGET,
    absWorkingDir: ROOT,
    stdin: { contents: modules.map((path) => `import './${path}';`).join(''), resolveDir: ROOT },
    tsconfig: 'functions/page/browser/tsconfig.json',
    plugins: [KEEP_APART],
    bundle: true,
    write: false,
    format: 'iife',
  });
  // Once more, because the names of modules that have become one function can be shorter.
  const { code } = await transform(outputFiles[0]?.text ?? '', TARGET);
  const script = code.trimEnd();
  if (!script.endsWith(END) || /<\/|<!/.test(script))
    throw new Error(`${modules[0]} has no script, or the end of its element.`);
  return script;
}
