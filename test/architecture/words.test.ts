// One word has one meaning: each of these words of the glossary is in exported names only where the code is
// about what the glossary says.
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

const exported = [...modules]
  .filter(([path]) => /^(?:functions|lib|bin)\//.test(path))
  .flatMap(([path, { text }]) =>
    [...text.matchAll(/^export (?:async )?(?:const|function\*?|type|class) (\w+)/gm)].map(
      ([, name = '']) => ({ path, name }),
    ),
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
