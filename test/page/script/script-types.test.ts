// `npm run check` knows what a browser and the page give to a script.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const PROJECT = 'functions/page/browser';
const TSC = 'node_modules/typescript/lib/tsc.js';

const copy = mkdtempSync(join(tmpdir(), 'scripts-'));
afterAll(() => rmSync(copy, { recursive: true }));

it('a word that the page does not give and a function that is not defined fail in every script', () => {
  for (const path of ['tsconfig.json', PROJECT, 'functions/page/script'])
    cpSync(path, join(copy, path), { recursive: true });
  const modules = readdirSync(PROJECT, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const module of modules) {
    const elements = relative(dirname(module), 'form/form-elements.ts');
    appendFileSync(
      join(copy, PROJECT, module),
      `import { words as planted } from './${elements}';\nplanted.notSnet;\nundefinedName();\n`,
    );
  }
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', join(copy, PROJECT)], { encoding: 'utf8' });
  const found = stdout.split('\n').filter((line) => /notSnet|undefinedName/.test(line));
  expect(modules.length).toBeGreaterThan(10);
  expect(found).toHaveLength(2 * modules.length);
  for (const module of modules)
    expect(found.filter((line) => line.includes(`browser/${module}(`))).toHaveLength(2);
  const { check } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  for (const project of [PROJECT, 'lib/demo/browser']) expect(check).toContain(`tsc -p ${project} `);
});
