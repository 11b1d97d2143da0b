// Builds the scripts of the pages from their source. They are minified to half the size, because every page
// contains one. The result is a file in functions/, so that the local, the deployed and the published scripts
// are the same.
import { transform } from 'esbuild';
import { type Html, render } from '#page/html.ts';
import { PART_NAMES, type ScriptName, SOURCES } from './source.ts';

export const SCRIPTS_FILE = new URL('../../functions/page/script/scripts.ts', import.meta.url);

type Scripts = Record<ScriptName, string>;

export async function makeScripts(): Promise<Scripts> {
  return { form: await madeOf(SOURCES.form), outcome: await madeOf(SOURCES.outcome) };
}

async function madeOf(source: Html): Promise<string> {
  const { code } = await transform(render(source), {
    minify: true,
    target: 'es2022',
    charset: 'ascii',
    supported: { 'template-literal': false },
  });
  const script = code.trimEnd();
  if (/[`\n]|\$\{|<\/|<!/.test(script))
    throw new Error('The script contains what its literal or element ends at.');
  return script;
}

/** The content of `SCRIPTS_FILE`. */
export const scriptsFile = ({ form, outcome }: Scripts): string =>
  [
    "// The scripts of the buyer's pages, of which each has at most one; their hashes are published. Made by",
    '// `npm run integrity` from lib/page-script, where they can be read.',
    "import { wrapped } from '../html.ts';",
    '',
    `export type ScriptPart = ${PART_NAMES.map((name) => `'${name}'`).join(' | ')};`,
    '',
    'export const PAGE_SCRIPTS = {',
    `  form: wrapped\`\n${inLines(form)}\`,`,
    `  outcome: wrapped\`\n${inLines(outcome)}\`,`,
    '};',
    '',
  ].join('\n');

const inLines = (script: string) => script.replaceAll(/.{1,100}/g, '$&\n');
