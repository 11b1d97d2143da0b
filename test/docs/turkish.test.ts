// Merchants and buyers read the service in two languages. Both have the same content, with one Turkish term
// for each noun, and name only calls that exist.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FieldCode, fieldSentence } from '#domain/field-problem.ts';
import { PAYMENT_STATUS_LABELS } from '#domain/payment/payment.ts';
import { ERRORS } from '#domain/rejection-table.ts';
import { invalidJson } from '#http/body/invalid-json.ts';
import { BUYER_SENTENCES, CARD_TEXTS, FIELD_ERRORS, TEXTS } from '#page/texts.ts';
import { ROUTES } from '#routes.ts';
import { documentIn, RULES } from '../../lib/site/sources.ts';
import { readModules } from '../architecture/module-graph.ts';
import { NO_OBJECT_IN_UTF_8 } from '../fixtures/unreadable-bodies.ts';
import { textOf } from '../page/text-of.ts';
import { documents } from './statements.ts';
import { TERMS } from './turkish-terms.ts';

type Pair = { tr: string; en: string };

const rejections: [name: string, pair: Pair][] = Object.entries(ERRORS);
const advice = Object.entries(ERRORS).map(([code, row]): [string, Pair] => [code, row.advice]);

const causes = [...new Set(Object.values(NO_OBJECT_IN_UTF_8).map(({ cause }) => cause)), 'EMPTY' as const];
const bodies = causes.map((cause): [string, Pair] => [
  cause,
  invalidJson(cause).advice ?? { tr: '', en: '' },
]);

const FIELD_CODES = {
  REQUIRED: {},
  INVALID_TYPE: {},
  INVALID_FORMAT: {},
  TOO_SHORT: { min: 1 },
  TOO_LONG: { max: 9 },
  OUT_OF_RANGE: { min: 1, max: 9 },
  INVALID_ENUM: { values: ['TRY'] },
  AMOUNT_PRECISION: {},
  CARD_DATA: {},
  API_KEY: {},
  NOT_APPLICABLE: {},
  UNKNOWN: { values: ['amount'] },
} satisfies Record<FieldCode, object>;
const fieldSentences = (Object.keys(FIELD_CODES) as FieldCode[]).map((code): [string, Pair] => {
  const problem = { field: '', code, hint: FIELD_CODES[code] };
  return [code, { tr: fieldSentence(problem, 'tr'), en: fieldSentence(problem, 'en') }];
});

const ofBothTables = (tr: object, en: object) =>
  Object.entries(tr).map(([name, text]): [string, Pair] => [
    name,
    { tr: textOf(text), en: textOf(Reflect.get(en, name)) },
  ]);
const pageTexts = [
  ...ofBothTables(TEXTS.tr, TEXTS.en),
  ...ofBothTables(FIELD_ERRORS.tr, FIELD_ERRORS.en),
  ...ofBothTables(BUYER_SENTENCES.tr, BUYER_SENTENCES.en),
  ...ofBothTables(CARD_TEXTS.tr, CARD_TEXTS.en),
];

/** Messages of endpoints and expectations of fields: `{ tr: '...', en: '...' }` in the sources. */
const LITERAL = /\btr: '([^']+)',\s*en: '([^']+)'/g;
const literals = [...readModules().values()]
  .filter(({ path }) => path.startsWith('functions/'))
  .flatMap(({ path, text }) =>
    [...text.matchAll(LITERAL)].map(([, tr = '', en = '']): [string, Pair] => [path, { tr, en }]),
  );

const TABLES: Record<string, [name: string, pair: Pair][]> = {
  'messages of rejections': rejections,
  'advice of rejections': advice,
  'advice about bodies': bodies,
  'sentences of fields': fieldSentences,
  'texts of the payment page': pageTexts,
  'messages in the sources': literals,
};

const TURKISH_DOCUMENT = JSON.parse(
  readFileSync(new URL('../../docs/openapi.tr.json', import.meta.url), 'utf8'),
);

const withoutCode = (text: string) => text.replaceAll(/`[^`]*`/g, '');
const lower = (text: string) => withoutCode(text).toLocaleLowerCase('tr');

describe.each(Object.entries(TABLES))('the %s', (_, table) => {
  it('the Turkish text has the Turkish term if the English text has the English one', () => {
    const without = TERMS.flatMap(({ turkish, inEnglish, inTurkish }) =>
      table
        .filter(
          ([, { tr, en }]) => inEnglish.test(withoutCode(en).toLowerCase()) && !inTurkish.test(lower(tr)),
        )
        .map(([name, { tr, en }]) => `${name} lacks "${turkish}": ${en} | ${tr}`),
    );
    expect(without).toEqual([]);
  });

  it('every text exists in both languages and ends with the same punctuation', () => {
    expect(table.length).toBeGreaterThan(0);
    for (const [name, { tr, en }] of table) {
      expect([name, tr.trim(), en.trim()]).not.toContain('');
      expect([name, /[.…]$/.test(tr)]).toEqual([name, /[.…]$/.test(en)]);
    }
  });
});

it('no Turkish text uses a synonym of a glossary term', () => {
  const texts = [
    ...Object.values(TABLES).flatMap((table) => table.map(([name, { tr }]) => [name, tr] as const)),
    ...Object.entries(PAYMENT_STATUS_LABELS),
    ...Object.entries<string>(TURKISH_DOCUMENT),
    ...documents.filter(({ path }) => path.endsWith('.tr.md')).map(({ path, text }) => [path, text] as const),
  ];
  const used = texts.flatMap(([name, text]) =>
    TERMS.flatMap(({ synonyms }) => {
      const [synonym] = synonyms?.exec(lower(text)) ?? [];
      return synonym === undefined ? [] : [`${name}: ${synonym}`];
    }),
  );
  expect(used).toEqual([]);
});

it('the glossary of docs/architecture.md has every term with its Turkish translation', () => {
  const glossary = documents
    .find(({ path }) => path === 'docs/architecture.md')
    ?.text.split('## Glossary')[1];
  const rows = [...(glossary ?? '').matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(expect.arrayContaining(TERMS.map(({ english, turkish }) => [english, turkish])));
});

it('the Turkish label of FullyRefunded is that of the specification', () => {
  expect(PAYMENT_STATUS_LABELS.FullyRefunded).toBe('İade');
});

describe('the rules in Turkish', () => {
  /** The rules of a page, each with what must be the same in both languages: its code and its figures. */
  const rulesIn = (text: string) =>
    text
      .split(/(?=<a id="[^"]+"><\/a>)/)
      .slice(1)
      .map((rule) => ({
        id: /<a id="([^"]+)">/.exec(rule)?.[1],
        code: [...rule.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' ')).sort(),
        figures: [...rule.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '').matchAll(/\d[\d.,]*/g)]
          .map(([figure]) => figure.replaceAll(/[.,]/g, ''))
          .sort(),
      }));

  it.each(RULES)('%s has the same rules, with the same code and figures, as in English', (name) => {
    const english = rulesIn(documentIn(`docs/interface/${name}`, 'en'));
    expect(english.length).toBeGreaterThan(5);
    expect(rulesIn(documentIn(`docs/interface/${name}`, 'tr'))).toEqual(english);
  });
});

describe('the advice of rejections', () => {
  const CALL = /(?:GET|POST|PUT|DELETE) \/[\w/{}-]*/g;
  const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`);
  const published = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const HEADERS = [
    'Accept',
    'X-Api-Key',
    'Retry-After',
    'Allow',
    'Location',
    'Content-Type',
    'Idempotency-Key',
  ];

  it.each(advice)(
    'the advice for %s names the same calls, headers and fields in both languages',
    (_, { tr, en }) => {
      expect(codeIn(tr).sort()).toEqual(codeIn(en).sort());
    },
  );

  it('only calls that exist are named, in backticks', () => {
    const named = advice.flatMap(([, { tr, en }]) =>
      [...tr.matchAll(CALL), ...en.matchAll(CALL)].map(String),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((call) => !addresses.includes(call))).toEqual([]);
    const bare = advice.filter(([, { tr, en }]) => /`[^`]*`|\/api\//.exec(tr + en)?.[0] === '/api/');
    expect(bare).toEqual([]);
  });

  it('only headers, fields and values of the API are named', () => {
    const names = advice
      .flatMap(([, { en }]) => codeIn(en))
      .filter((code) => !addresses.includes(code))
      .map((code) => code.replace(/: .*$/, ''));
    const unknown = names.filter((name) => !HEADERS.includes(name) && !published.includes(`"${name}"`));
    expect(unknown).toEqual([]);
  });
});
