// The reference site is whole: it is made of the present documents, both languages have the same pages, every
// link leads to a part that exists, nothing comes from elsewhere, and every code is told with its advice.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readIssuerCode } from '#acquirer/issuer-codes.ts';
import { BANK_DECLINES, type DeclineCode, ERRORS } from '#domain/rejection-table.ts';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { readied, type SearchIndex, search } from '../../lib/site/browser/search.ts';
import { escaped } from '../../lib/site/markdown.ts';
import { packedSite, siteFiles } from '../../lib/site/site.ts';
import { SEARCHES } from './desk-searches.ts';

const MOST_BYTES = 230_000; // The Turkish search: a word has many endings.
const [ASKED, FOUND] = [155, 150];
const addressIn = (language: string, place: string) => place.replace(/#|$/, `.${language}$&`);
const addressesIn = (language: string, places: string) =>
  places.split('|').map((place) => addressIn(language, place));
const files = siteFiles();
const names = Object.keys(files);
const pages = names.filter((name) => /\.(?:en|tr)$/.test(name));
const textOf = (name: string) => files[name] ?? '';

it('the function gets every file, and the same documents give the same bytes', () => {
  const packed = packedSite();
  expect(JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString())).toEqual(files);
  expect(packedSite()).toBe(packed);
});

it('both languages have the same pages, each also as Markdown; the changelog is in English only', () => {
  const of = (language: string) =>
    pages
      .filter((name) => name.endsWith(language) && !name.startsWith('changelog'))
      .map((name) => name.slice(0, -3));
  expect(of('.tr')).toEqual(of('.en'));
  expect(of('.en').length).toBeGreaterThan(20);
  expect(pages.filter((name) => files[`${name}.md`] === undefined)).toEqual([]);
});

it(`no file is larger than ${MOST_BYTES} bytes`, () => {
  expect(names.filter((name) => Buffer.byteLength(textOf(name)) > MOST_BYTES)).toEqual([]);
});

it('every link leads to a page, and to a part that it has', () => {
  const astray = pages.flatMap((name) =>
    [...textOf(name).matchAll(/<(?:a|link)[^>]* href="([^"]+)"/g)].flatMap(([, link = '']) => {
      if (/^(?:https:\/\/|data:|\.\.\/openapi)/.test(link)) return [];
      const [file = '', part] = link.split('#');
      const target = files[file === '' ? name : file];
      const isThere = target !== undefined && (part === undefined || target.includes(`id="${part}"`));
      return isThere ? [] : [`${name}: ${link}`];
    }),
  );
  expect(astray).toEqual([]);
});

it('no page names a document that is not published', () => {
  const documents = pages.filter((name) => !name.startsWith('changelog')).map((name) => `${name}.md`);
  const named = documents.flatMap((name) =>
    [
      ...textOf(name)
        .replaceAll(/\[[^\]]+\]\([^)]+\)/g, '')
        .matchAll(/[\w-]+\.md\s\d|runbook/g),
    ].map(([document]) => `${name}: ${document}`),
  );
  expect(named).toEqual([]);
});

it('no page speaks of the repository: of its folders, of empty blocks of code, in comments', () => {
  const served = names.filter((name) => /\.(?:en|tr)\.md$/.test(name) && !name.startsWith('changelog'));
  const words = /`(?:functions|lib|test|bin)\/[^`]*`|<!--|klasöründedir|Kod blokları boş/g;
  expect(served.length).toBeGreaterThan(60);
  expect(served.flatMap((name) => [...textOf(name).matchAll(words)].map((one) => `${name}: ${one}`))).toEqual(
    [],
  );
});

it('the example of a story asks for the order that its answer tells', () => {
  const [, story = ''] = textOf('payment.en.md').split('<a id="paymentOrder"></a>');
  const [, asked] = /orderNumber=([\w-]+)/.exec(story) ?? [];
  const [, told] = /"orderNumber": "([^"]+)"/.exec(story) ?? [];
  expect(asked).toBeDefined();
  expect(asked).toBe(told);
});

it('pages load only the style and the script of the site, and have none of their own', () => {
  for (const name of pages) {
    const loaded = [...textOf(name).matchAll(/<(?:script|img|iframe|link rel="stylesheet")[^>]*>/g)].map(
      String,
    );
    expect(loaded).toEqual(['<link rel="stylesheet" href="site.css">', '<script src="site.js" defer>']);
    expect(textOf(name)).not.toMatch(/<[^>]*\s(?:on\w+|style)=/);
  }
  expect(textOf('site.css')).not.toMatch(/url\(|@import/);
});

it('a call shows its answer beside its code, fields have a column of types, and a creation is first', () => {
  const ofCalls = pages.filter((name) => textOf(name).includes('data-code') && !/\.md$/.test(name));
  const text = textOf('recurring-payment.en');
  expect(text.match(/<div class="call">/g)?.length).toBeGreaterThan(8);
  expect(text).toMatch(
    /<div class="wide fields"[^>]*><table>\s*<thead>\s*<tr>\s*<th>Field<\/th>\s*<th>Type</,
  );
  expect(textOf('recurring-payment.tr')).toMatch(/<th>Alan<\/th>\s*<th>Tür</);
  const lateCreation = ofCalls.filter((name) =>
    [...textOf(name).matchAll(/<h2 id="(\w+)"/g)].some(([, id], at) => at > 0 && id?.endsWith('Create')),
  );
  expect(lateCreation).toEqual([]);
});

it('a type says its form, its bounds and what is taken by default, in the language of the page', () => {
  /** Of the first table that has the field. */
  const types = (name: string) => {
    const rows = textOf(`${name}.md`).matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm);
    return new Map([...rows].map(([, field, type]) => [field, type] as const).reverse());
  };
  const [turkish, english] = [types('payment.tr'), types('payment.en')];
  expect([turkish.get('startDate'), english.get('startDate')]).toEqual(['gün ya da an', 'day or instant']);
  expect([turkish.get('limit'), english.get('limit')]).toEqual([
    'tam sayı 1–100, varsayılan `20`',
    'whole number 1–100, by default `20`',
  ]);
  // An instant of which the offset may be left out is no day.
  expect(textOf('payment.en.md')).toContain('| `mandate.acceptedAt` | instant, required |');
  expect(turkish.get('source')).toBe('`HostedPage`, `RecurringPayment` ya da `Charge`');
  const astray = pages.filter((name) => / null [≥≤\d]/.test(textOf(name)));
  expect(astray).toEqual([]);
});

it('the changelog is served with what merchants see, from the menu of both languages', () => {
  expect(textOf('changelog.en')).toContain('For merchants</a>');
  expect(textOf('changelog.en')).not.toMatch(/For operators|cdk deploy/);
  for (const name of ['start.en', 'start.tr']) expect(textOf(name)).toContain('href="changelog.en"');
});

it('Turkish headings of guides and calls tell the reader to do it; an example has a number of the form of today', () => {
  const ofTurkish = names.filter((name) => /^(?!rules-).*\.tr\.md$/.test(name));
  const infinitives = ofTurkish.flatMap((name) =>
    (textOf(name).match(/^#{1,3} .*m[ae]k(?:\W.*)?$/gmu) ?? []).map((one) => `${name}: ${one}`),
  );
  expect(infinitives).toEqual([]);
  const numbers = names.flatMap((name) => textOf(name).match(/PAY-[0-9A-Z][0-9A-Z-]+/g) ?? []);
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.filter((one) => !/^PAY-[0-9A-HJKMNP-TV-Z]{26}$/.test(one))).toEqual([]);
});

it('a filter says what it finds, not what the field of an answer means', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  type Parameter = { name: string; in?: string; description: string };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  const filters = operations.flatMap((one: { operationId: string; parameters: Parameter[] }) =>
    one.parameters.flatMap(({ name, in: place, description }) =>
      place === 'query' ? [`${one.operationId} ${name}: ${description}`] : [],
    ),
  );
  expect(filters.length).toBeGreaterThan(50);
  expect(filters.filter((text) => /\bnull\b|stops it|decides/.test(text))).toEqual([]);
});

it('a field that is sent says what it is for, not when an answer has null', () => {
  const { paths, components } = JSON.parse(
    readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
  );
  type Schema = { $ref?: string; description?: string; properties?: Record<string, Schema> } & {
    items?: Schema;
    anyOf?: Schema[];
  };
  const toldIn = (schema: Schema, path: string): string[] => {
    const { $ref, properties = {}, items, anyOf = [] } = schema;
    if ($ref !== undefined) return toldIn(components.schemas[$ref.split('/').at(-1) ?? ''], path);
    const nested = [...(items ? [items] : []), ...anyOf].flatMap((one) => toldIn(one, path));
    const own = Object.entries(properties).flatMap(([name, one]) => [
      `${path}.${name}: ${one.description}`,
      ...toldIn(one, `${path}.${name}`),
    ]);
    return [...own, ...nested];
  };
  type Operation = { operationId: string; requestBody?: { content: Record<string, { schema: Schema }> } };
  const sent = Object.values(paths as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => toldIn(schema, operationId)),
    );
  expect(sent.length).toBeGreaterThan(100);
  expect(sent.filter((text) => /\bnull\b/.test(text))).toEqual([]);
});

it('a command of the repository stands only in a block that says whose it is', () => {
  const marked =
    /<blockquote>\s*<p><strong>(?:Operator|Operatör|On your machine|Kendi makinenizde):<\/strong>[\s\S]*?<\/blockquote>/g;
  const ofMerchants = names.filter((name) => /\.(?:en|tr)$/.test(name) && !name.startsWith('rules-'));
  const strange = ofMerchants.flatMap((name) =>
    (
      textOf(name)
        .replaceAll(marked, '')
        .match(/npm (?:run|test)[^<]{0,60}/g) ?? []
    ).map((one) => `${name}: ${one}`),
  );
  expect(strange).toEqual([]);
  // The rules are also the operator's: the paragraph of a command says that it is theirs.
  const ofNobody = names
    .filter((name) => /^rules-(?!local).*\.md$/.test(name))
    .flatMap((name) =>
      textOf(name)
        .split(/\n\s*\n/)
        .filter((text) => /npm run/.test(text) && !/operat[oö]r/i.test(text))
        .map((text) => `${name}: ${text.slice(0, 80)}`),
    );
  expect(ofNobody).toEqual([]);
  expect(pages.filter((name) => /npm run/.test(textOf(name))).length).toBeGreaterThan(4);
});

it('llms.txt names every page', () => {
  const listed = [...textOf('llms.txt').matchAll(/\]\(([\w-]+\.en)\.md\)/g)].map(([, name]) => name);
  expect(listed.sort()).toEqual(pages.filter((name) => name.endsWith('.en')).sort());
});

describe.each(['en', 'tr'] as const)('in %s', (language) => {
  const index = JSON.parse(textOf(`search.${language}.json`)) as SearchIndex;
  const written = (text: string) => escaped(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');

  it('the page of errors has every code, with its status, message and advice, and a decline what the buyer hears', () => {
    const [, ...sections] = textOf(`errors.${language}`).split('<h2 id="').slice(1);
    const byCode = new Map(sections.map((section) => [section.split('"')[0], section]));
    for (const [code, { status, advice, ...messages }] of Object.entries(ERRORS)) {
      const section = byCode.get(code) ?? '';
      expect(section).toContain(`HTTP ${status}. ${escaped(messages[language])}`);
      expect(section).toContain(written(advice[language]));
      if (code in BANK_DECLINES)
        expect(section).toContain(escaped(buyerSentence(code as DeclineCode, language)));
    }
  });

  it('every code of a bank that the service reads stands on the page of errors with what it means', () => {
    const [, table = ''] = textOf(`errors.${language}.md`).split('<a id="bank-codes"></a>');
    const rows = [...table.matchAll(/^\| (`[^|]*`) \| \[`(\w+)`\]/gm)];
    const told = rows.flatMap(([, codes = '', means]) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => [code, means] as const),
    );
    const read = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter(
      (code) => readIssuerCode(code) !== undefined && !readIssuerCode(code)?.uncertain,
    );
    expect(told.length).toBeGreaterThan(50);
    for (const [code, means] of told) expect(readIssuerCode(code ?? '')?.errorCode).toBe(means);
    const unlisted = read.filter((code) => !told.some(([one]) => one === code));
    expect(new Set(unlisted.map((code) => readIssuerCode(code)?.errorCode))).toEqual(
      new Set(['GENERAL_DECLINE']),
    );
  });

  it('the search takes every letter as it is typed, without hyphens, and finds what tables hold', () => {
    const first = (asked: string) => search(readied(index), asked, 1)[0]?.[0];
    for (const [one, other] of [
      ['İADE', 'ıade'],
      ['e-posta', 'eposta'],
      ['3-D Secure', '3D SECURE'],
    ] as const)
      expect(first(one)).toBe(first(other));
    expect(first('REFUND_AMOUNT_EXCEEDED')).toBe(`errors.${language}#REFUND_AMOUNT_EXCEEDED`);
    expect(first('POST /api/Refund')).toContain(`refund.${language}#`);
    // A stored card is charged in words of others too.
    expect(textOf(`moving.${language}`)).toContain('mandatedata');
    expect(search(readied(index), 'xqzt', 20)).toEqual([]);
    // While a word is typed, its first letter finds.
    expect(search(readied(index), 'r', 20)).toHaveLength(20);
  });
});

it(`the search has at first place what a support desk asks for, ${FOUND} times of ${ASKED}`, () => {
  const asked = (['tr', 'en'] as const).flatMap((language) => {
    const index = readied(JSON.parse(textOf(`search.${language}.json`)) as SearchIndex);
    return SEARCHES[language].map(([words, place]) => ({
      words,
      places: addressesIn(language, place),
      found: search(index, words, 1)[0]?.[0],
    }));
  });
  expect(asked).toHaveLength(ASKED);
  const astray = asked.filter(({ places, found = '' }) => !places.includes(found));
  expect(astray, JSON.stringify(astray)).toHaveLength(ASKED - FOUND);
});
