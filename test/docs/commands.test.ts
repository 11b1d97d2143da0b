// docs/commands.md has the declared commands, and documents and messages name no other command or option.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { optionsOf } from '../../lib/commands/command.ts';
import { pageOf } from '../../lib/commands/help.ts';
import { PLACE_OPTIONS } from '../../lib/commands/options.ts';
import { ROOT } from '../architecture/module-graph.ts';
import { PROGRAMS } from '../bin/driver/programs.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const PAGE = 'docs/commands.md';

it(`${PAGE} shows every command: UPDATE_DOCS=1 writes it`, () => {
  const before = read(PAGE);
  const begin = before.indexOf('## npm run ');
  const wanted = `${before.slice(0, begin)}${PROGRAMS.map(pageOf).join('\n')}`;
  if (process.env['UPDATE_DOCS']) writeFileSync(join(ROOT, PAGE), wanted);
  else expect(before, `Run this test with UPDATE_DOCS=1 to renew ${PAGE}`).toBe(wanted);
});

it('a cell has the beginning of a help, from which no sentence between others is left out', () => {
  const cut = PROGRAMS.flatMap((program) => {
    const cells = pageOf(program).match(/(?<=^\| `.*` \| )[^|]*(?= \| .* \|$)/gm) ?? [];
    const texts = Object.values(program.commands).map(({ does }) => does);
    expect(cells.length).toBe(texts.length);
    return cells.filter((cell, at) => !texts[at]?.startsWith(cell));
  });
  expect(cut).toEqual([]);
});

it('every program is a script of package.json', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  expect(PROGRAMS.filter(({ name }) => scripts[name] !== `node bin/${name}.ts`)).toEqual([]);
});

/** The lines of code of a document, one that goes on in the next line as one. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```[\s\S]*?^ *```/gm)].map(([block]) => block);
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').split(/\n\n|\n(?=[|-])/);
  const inline = prose.flatMap((paragraph) => paragraph.match(/`[^`]+`/g) ?? []);
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'));
  return [...lines, ...inline.map((code) => code.replaceAll(/[`\n]/g, ' '))];
}

/** What no command declares of the command lines in the code. */
function strangeIn(code: string): string[] {
  return [...code.matchAll(/npm run (\w+) -- ([^#&|;]+)/g)].flatMap(([, name = '', typed = '']) => {
    const program = PROGRAMS.find((one) => one.name === name);
    if (program === undefined) return [];
    const row = Object.entries(program.commands).find(
      ([words]) => words === '' || `${typed} `.startsWith(`${words} `),
    );
    if (row === undefined) return /^[a-z]/.test(typed) ? [`${name} ${typed}`] : [];
    const places = program.isOfService ? Object.keys(PLACE_OPTIONS) : [];
    const known: string[] = [...optionsOf(row[1]), ...places, 'help'];
    const options = typed.match(/(?<=^|\s|\[)--[\w-]+/g) ?? [];
    return options
      .filter((option) => !known.includes(option.replace(/^--(?:no-)?/, '')))
      .map((one) => `${name} ${typed}: ${one}`);
  });
}

it.each(globSync('{README,CONTRIBUTING,SECURITY,docs/**/*}.md', { cwd: ROOT }))(
  '%s names declared commands and options only',
  (file) => {
    expect(codeIn(read(file)).flatMap(strangeIn)).toEqual([]);
  },
);
