// README, CHANGELOG and pictures stay short, and CONTRIBUTING.md lists every command.
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/module-graph.ts';
import { BUYER_VIEWS } from '../page/buyer-views.ts';

const MOST_COMMANDS = 8;
const MOST_LINES_OF_CHANGELOG = 200;
const MOST_PICTURES = 12;
const MOST_BYTES_OF_PICTURE = 150_000;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: ROOT });

describe('commands', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  /** `start`, `make -- openapi`. */
  const offered = Object.entries(scripts).flatMap(([name, script]) => {
    const subjects = [...script.matchAll(/ (\w+)=/g)].map(([, subject]) => `${name} -- ${subject}`);
    return subjects.length > 0 ? subjects : [name];
  });

  it('the table of commands in CONTRIBUTING.md lists exactly those of package.json', () => {
    const table = /\| Command \|[\s\S]*?\n\n/.exec(read('CONTRIBUTING.md'))?.[0] ?? '';
    const named = [...table.matchAll(/`npm (?:run )?([\w:]+(?: -- \w+)?)`/g)].map(([, name = '']) => name);
    expect([...new Set(named)].sort()).toEqual(offered.sort());
  });

  it('every command that a document, source or CI names exists', () => {
    const files = find(
      '{README.md,CONTRIBUTING.md,SECURITY.md,.ci/run,{bin,docs,functions,lib,test}/**/*.{md,ts,txt,toml}}',
    );
    const unknown = files.flatMap((file) =>
      [...read(file).matchAll(/npm run ([a-z][\w:]*)(?: -- (\w+))?/g)]
        .filter(
          ([, name, subject]) => !offered.includes(`${name}`) && !offered.includes(`${name} -- ${subject}`),
        )
        .map(([command]) => `${file}: ${command}`),
    );
    expect(unknown).toEqual([]);
  });

  it('every subject of bench that a document names exists', () => {
    const subjects = new Set(read('test/bench/bench.ts').match(/'--\w+'/g));
    const named = find('{CONTRIBUTING.md,docs/**/*.md}').flatMap((file) =>
      [...read(file).matchAll(/npm run bench -- (--\w+)/g)].map(([, subject = '']) => subject),
    );
    expect(named.filter((subject) => !subjects.has(`'${subject}'`))).toEqual([]);
  });
});

describe('README.md', () => {
  const readme = read('README.md');

  it(`the README has at most ${MOST_COMMANDS} commands`, () => {
    const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)```$/gm)].map(([, text = '']) => text);
    const commands = blocks.join('').match(/^\S.*$/gm) ?? [];
    const inText = readme.match(/`(?:npm run|npx) [^`\n]+`/g) ?? [];
    expect(commands.length).toBeGreaterThan(3);
    expect(new Set([...commands, ...inText]).size).toBeLessThanOrEqual(MOST_COMMANDS);
  });

  it.each(['README.md', 'docs/README.tr.md'])(
    '%s has one picture, light and dark, above its first commands',
    (file) => {
      const text = read(file);
      const [picture = '', ...more] = text.match(/<picture>[\s\S]*?<\/picture>|!\[/g) ?? [];
      expect(more).toEqual([]);
      expect(text.indexOf(picture)).toBeLessThan(text.indexOf('```'));
      const shown = [...picture.matchAll(/(?:src|srcset)="(.*?)"/g)].map(([, path = '']) => path);
      expect(shown).toEqual([expect.stringContaining('-dark.'), expect.stringContaining('-light.')]);
      for (const path of shown)
        expect(statSync(join(ROOT, dirname(file), path)).size).toBeLessThanOrEqual(MOST_BYTES_OF_PICTURE);
    },
  );

  it('docs/README.tr.md has the same commands and sections, and as many lines', () => {
    const turkish = read('docs/README.tr.md');
    const shapeOf = (text: string) => ({
      commands: [...text.matchAll(/^```sh\n([\s\S]*?)```$/gm)].map(([, block = '']) =>
        block.replaceAll(/ +# .*/g, ''),
      ),
      sections: text.match(/^## /gm)?.length,
    });
    expect(shapeOf(turkish)).toEqual(shapeOf(readme));
    expect(Math.abs(turkish.split('\n').length - readme.split('\n').length)).toBeLessThanOrEqual(4);
  });
});

it(`CHANGELOG.md has at most ${MOST_LINES_OF_CHANGELOG} lines of at most 140 characters`, () => {
  const lines = read('CHANGELOG.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES_OF_CHANGELOG);
  expect(lines.filter((line) => line.length > 140)).toEqual([]);
});

describe('pictures', () => {
  it(`there are at most ${MOST_PICTURES}, and each of docs/ is shown by a document`, () => {
    const pictures = find('{bin,docs,functions,lib,test}/**/*.{png,jpg,jpeg,gif,webp,avif,svg}');
    expect(pictures.length).toBeLessThanOrEqual(MOST_PICTURES);
    const shown = find('{README.md,docs/*.md}').map(read).join('');
    const inDocs = pictures.filter((path) => path.startsWith('docs/'));
    expect(inDocs).not.toEqual([]);
    expect(inDocs.filter((path) => !shown.includes(path.replace('docs/', '')))).toEqual([]);
  });

  it('docs/screenshots.md names the number of states', () => {
    expect(read('docs/screenshots.md')).toContain(`of the ${Object.keys(BUYER_VIEWS).length} states`);
  });
});
