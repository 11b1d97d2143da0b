// Bundles the scripts of the pages from functions/page/browser, minified to half the size, because every page
// contains one. The results are files in functions/, so that the local, the deployed and the published
// scripts are the same.
import { fileURLToPath } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MARK = 'mark';
const FORM = ['functions/page/browser/form.ts', MARK, 'functions/page/browser/installments.ts'];
const OUTCOME = ['functions/page/browser/outcome.ts'];
/** Shops name its digest: a change after a release is pay-2, beside the file of this one. */
const TAG = ['functions/page/browser/pay.ts'];
const TARGET = { minify: true, target: 'es2022', charset: 'ascii' } as const;
/** The end of each script: its modules are one function. */
const END = '})();';

/** The types of the script of shops, and the copy for them. */
export const TAG_TYPES = new URL('../../functions/page/browser/pay-types.ts', import.meta.url);
export const TAG_TYPES_COPY = new URL('../../docs/pay-1.d.ts', import.meta.url);

export const scriptFile = (name: string) =>
  new URL(`../../functions/page/script/${name}.json`, import.meta.url);

/** `installments`: the rest of the form's script on forms with installments, in the place of its end. */
export async function makeScripts(): Promise<Record<'form' | 'installments' | 'outcome' | 'pay-1', string>> {
  const [forms = '', outcome = '', tag = ''] = await Promise.all([FORM, OUTCOME, TAG].map(scriptOf));
  const [form = '', installments = ''] = forms.split('debugger;');
  return { form: form + END, installments, outcome, 'pay-1': tag };
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
