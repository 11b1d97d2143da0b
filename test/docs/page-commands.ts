// The commands that pages tell operators to type, each as it stands there: every line of a block for a shell,
// and every command in a sentence.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/module-graph.ts';

/** Pages of the hour of need, and of the first deployment, and the workflow that deploys. */
export const PAGES = [
  ...globSync('docs/{deploy,recovery,runbooks/*}.md', { cwd: ROOT }).sort(),
  '.github/workflows/deploy.yml',
];

export type PageCommand = {
  page: string;
  /** Lines that only work together, as a loop does, are one command. */
  text: string;
  /** Who runs it: a test in this process, or the rehearsal. Undefined: nobody. */
  program: 'npm run' | 'aws' | 'cdk' | undefined;
};

const BLOCK = /^( *)```sh\n([\s\S]*?)^ *```/gm;
const IN_SENTENCE = /^(?:[A-Z_]+=\S+ )?(?:npm run|npx|aws|cdk) /;

export function commandsOf(page: string): PageCommand[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  if (page.endsWith('.yml')) {
    const runs = [...text.matchAll(/^ +(?:- )?run: (.+)$/gm)].map(([, run = '']) => run);
    const typed = runs
      .filter((run) => run !== 'npm ci')
      .map((run) => run.replaceAll(/"?\$STAGE\b"?/g, '<stage>'));
    return typed.map((one) => ({ page, text: one, program: programOf(one) }));
  }
  const blocks = [...text.matchAll(BLOCK)].flatMap(([, , block = '']) => linesOf(block));
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  const inSentences = [...prose.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => IN_SENTENCE.test(code));
  return [...blocks, ...inSentences].map((one) => ({ page, text: one, program: programOf(one) }));
}

/** A loop, and a line behind one that sets a variable, belong to the lines before. */
function linesOf(block: string): string[] {
  const commands: string[] = [];
  for (const line of block.replaceAll(/ *\\\n\s*/g, ' ').split('\n')) {
    const typed = line.replace(/ +#.*| \.\.\.$/, '').trimEnd();
    const before = commands.at(-1) ?? '';
    const isOpen = /^for .*; do/.test(before) && !before.endsWith('done');
    if (isOpen || /(?:^|\n)\w+=\$\(.*$/.test(before)) commands[commands.length - 1] = `${before}\n${typed}`;
    else if (typed.trim() !== '') commands.push(typed.trim());
  }
  return commands;
}

function programOf(text: string): PageCommand['program'] {
  if (/\bnpm run \w/.test(text)) return 'npm run';
  if (/\baws [a-z]/.test(text)) return 'aws';
  return /\bnpx cdk [a-z]/.test(text) ? 'cdk' : undefined;
}
