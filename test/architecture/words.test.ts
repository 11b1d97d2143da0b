// One word has one meaning: each of these words of the glossary is in exported names only where the code is
// about what the glossary says. And names say what a value is: one type name for one thing, and a noun.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from './module-graph.ts';
import { modules } from './project.ts';

/** The word, as it stands in the glossary, the names that contain it, and the modules of its meaning. */
const WORDS: readonly [word: string, name: RegExp, modules: RegExp][] = [
  ['breaker', /[bB]reaker/, /breaker|bank-gate|store\/bank\.ts/],
  ['hold', /^hold|Hold(?!er)/, /hold|charge-deferral|charge-gate|keys/],
  ['lane', /^lane|Lane/, /webhook\//],
  ['line', /^line|Line(?!ar)/, /order-line|product|metric-lines|rest-api|command-line/],
  ['mark', /^mark|Mark/, /page-token|card-testing/],
  ['probe', /probe|Probe/, /bank\/breaker|bank-gate|bank-probe|charge-hold|merchant-hold/],
  ['room', /^room|Room/, /card-numbers/],
  ['second look', /^(?:first|second|next)?[lL]ook(?!up)|Look(?!up)/, /second-look|due|keys/],
  ['share', /^share|Share/, /charge-shares|schedule\/schedule/],
];

const product = [...modules].filter(([path]) => /^(?:functions|lib|bin)\//.test(path));
const exported = product.flatMap(([path, { text }]) =>
  [...text.matchAll(/^export (?:async )?(?:const|function\*?|type|class) (\w+)/gm)].map(([, name = '']) => ({
    path,
    name,
  })),
);

describe('exported names', () => {
  it.each(WORDS)('%s has one meaning, which the glossary has', (word, name, meant) => {
    const glossary = readFileSync(`${ROOT}docs/architecture.md`, 'utf8').split('## Glossary')[1] ?? '';
    expect(glossary).toMatch(new RegExp(`^\\| (?:[^|]*, )?${word}(?: \\([^|]*\\))?(?:,[^|]*)? \\|`, 'm'));
    const used = exported.filter((one) => name.test(one.name));
    expect(used).not.toEqual([]);
    expect(used.filter(({ path }) => !meant.test(path))).toEqual([]);
  });

  it.each(['afterFailure', 'isOpen'])('%s is at most one function', (name) => {
    expect(exported.filter((one) => one.name === name).length).toBeLessThanOrEqual(1);
  });
});

const typeFiles = new Map<string, string[]>();
for (const [path, { text }] of product) {
  for (const [, name = ''] of text.matchAll(
    /^\s*(?:export )?(?:declare )?(?:type|interface) (\w+)(?:<| [={e])/gm,
  )) {
    typeFiles.set(name, [...new Set([...(typeFiles.get(name) ?? []), path])]);
  }
}
/** A participle says when a value came about, not what it is. */
const PARTICIPLE =
  /^(?:[A-Z][a-z]*(?:ed|ing)|Said|Given|Made|Kept|Told|Sent|Seen|Found|Read|Known|Drawn|Shown|Sold|Held)$/;
const NOUNS = ['Branding', 'Finding', 'Happening', 'Heading', 'Need', 'Recording', 'Rendering', 'Standing'];
const VAGUE_PARAMETER = new RegExp(
  String.raw`[(,]\s*(?:\.{3})?(?:how|given|made|more)\??: (?:[A-Z\[{]|readonly |string|unknown)|` +
    String.raw`\((?:\w+, )*(?:how|given|made|more)(?:, \w+)*\) =>|` +
    String.raw`[{,] (?:\.{3})?(?:how|given|made|more)(?: = [\w[\]{}]+)?(?:, \w+)* \}: [A-Z{]`,
  'g',
);

describe('declared names, exported or not', () => {
  it('few type names are declared in two files: share the type, or give each a noun of its own', () => {
    const shared = [...typeFiles].filter(([, files]) => files.length > 1);
    expect(shared.length, shared.map(([name, files]) => `${name}: ${files}`).join('\n')).toBeLessThanOrEqual(
      30,
    );
  });

  it('few types are named by a bare participle', () => {
    const bare = [...typeFiles.keys()].filter((name) => PARTICIPLE.test(name) && !NOUNS.includes(name));
    expect(bare.length, bare.join()).toBeLessThanOrEqual(12);
  });

  it('no parameter is named how, given, made or more: it says what it is', () => {
    const vague = product.flatMap(([path, { text }]) =>
      [...text.matchAll(VAGUE_PARAMETER)].map(([found]) => `${path}: ${found.trim()}`),
    );
    expect(vague).toEqual([]);
  });
});
