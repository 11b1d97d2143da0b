// One word has one meaning: each of these words of the glossary is in exported names only where the code is
// about what the glossary says. And names say what a value is: one type name for one thing, and a noun.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from './module-graph.ts';
import { functionFiles, modules } from './project.ts';

/** The word, as it stands in the glossary, the names that contain it, and the modules of its meaning. */
const WORDS: readonly [word: string, name: RegExp, modules: RegExp][] = [
  ['breaker', /[bB]reaker/, /breaker|bank-gate|store\/bank\.ts/],
  ['hold', /^hold|Hold(?!er)/, /hold|charge-deferral|charge-gate|keys/],
  ['lane', /^lane|Lane/, /webhook\//],
  ['line', /^line|Line(?!ar)/, /order-line|product|metric-lines|rest-api|command-line/],
  ['mark', /^mark|Mark/, /page-token|card-testing/],
  ['probe', /probe|Probe/, /bank\/breaker|bank-gate|bank-probe|charge-hold|merchant-hold/],
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

const ADAPTERS = readdirSync(`${ROOT}functions/acquirer`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** What banks call things in their messages, gates and contracts, and the forms of their own codes. */
const BANK_WORDS = [
  'est3d',
  'cc5',
  'client_?id',
  'store_?key',
  'store_?type',
  'secret_?key',
  'terminal_?(?:safe)?_?id',
  'prov_?user',
  'merchant_?safe_?id',
  'order_?history',
  'order_?inq',
  'host_?ref_?num',
  'ret_?ref_?num',
  'trans_?id',
  'txn_?(?:code|status)',
  'proc_?return_?code',
  'vp[s-]servlet',
  'gt3d',
  'secure_?pay',
  '(?:core|hpp|mpi|vps|iso8583)-[0-9]',
];
const ofABank = new RegExp(`(?<![a-z])(?:${[...ADAPTERS, ...BANK_WORDS].join('|')})(?![a-z])`, 'gi');

describe('functions outside the adapters', () => {
  it('the adapters know their banks by name, and some of their words', () => {
    expect(ADAPTERS.length).toBeGreaterThan(2);
    for (const name of ADAPTERS) {
      const own = functionFiles.filter(({ path }) => path.startsWith(`functions/acquirer/${name}/`));
      expect(
        own.some(({ text }) => new RegExp(ofABank).test(text)),
        name,
      ).toBe(true);
    }
  });

  it('they contain no bank’s name, code or word, in comments neither', () => {
    const said = functionFiles
      // What callers or stored rows know a field by is not the service's own word.
      .filter(
        ({ path }) => !/^functions\/(?:(?:acquirer|contract\/words)\/|store\/virtual-pos\.ts)/.test(path),
      )
      .flatMap(({ path, text }) => [...text.matchAll(ofABank)].map(([word]) => `${path}: ${word}`));
    expect(said).toEqual([]);
  });
});
