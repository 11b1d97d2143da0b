// Finds the first fault of a JSON text: its place, and its cause in words of the sender (api.md 4.2).
// JSON.parse reads a duplicate key and half a character without complaint, and tells no place of the others.
import { MAX_JSON_LEVELS } from '#domain/limits.ts';
import { unicodePattern } from '#domain/text/unicode-pattern.ts';

export type JsonCause =
  | 'TRUNCATED'
  | 'NOT_JSON'
  | 'QUOTES'
  | 'TRAILING_COMMA'
  | 'COMMENT'
  | 'UNKNOWN_WORD'
  | 'NUMBER'
  | 'CONTROL_CHARACTER'
  | 'ESCAPE'
  | 'LONE_SURROGATE'
  | 'DUPLICATE_NAME'
  | 'TOO_DEEP'
  | 'TEXT_AFTER_END'
  | 'SYNTAX';
/** `at`: the index of the first character that is wrong. */
type JsonFault = { cause: JsonCause; at: number };

const BLANKS = /[\t\n\r ]*/y;
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y;
const numberOrWord = unicodePattern(
  '(?:-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[Ee][+-]?\\d+)?|true|false|null)(?![\\p{L}\\p{N}_.+-])',
  'uy',
);

/** What may come next; `first`: of an object or a list, which may also end at once. */
type ExpectedPart = 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'comma' | 'end';
/** The names of an object that were read so far; undefined: a list. */
type Level = Set<string> | undefined;

/** Undefined if the text is JSON without duplicate names, half characters and too many levels. */
export function jsonFault(text: string): JsonFault | undefined {
  const levels: Level[] = [];
  let next: ExpectedPart = 'value';
  for (let at = endOf(BLANKS, text, 0) ?? 0; ; at = endOf(BLANKS, text, at) ?? at) {
    if (at === text.length) return next === 'end' ? undefined : { cause: 'TRUNCATED', at };
    const end = endOfToken(text, at, next);
    if (end === undefined) return { cause: causeAt(text, at, next), at };
    const token = text.slice(at, end);
    const cause = takeToken(levels, token, next);
    if (cause) return { cause, at };
    next = nextAfter(token, next, levels);
    at = end;
  }
}

/** The end of what the pattern finds at this place. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const MARKS: Record<ExpectedPart, string> = {
  ...{ value: '{[', firstValue: '{[]', name: '', firstName: '}', colon: ':', comma: ',', end: '' },
};

/** The end of the token here, if it is one that may come next. Closing brackets are matched afterwards. */
function endOfToken(text: string, at: number, next: ExpectedPart): number | undefined {
  const character = text.charAt(at);
  const isMark = MARKS[next].includes(character) || (next === 'comma' && '}]'.includes(character));
  if (isMark) return at + 1;
  const isValue = next === 'value' || next === 'firstValue';
  if (!isValue && next !== 'name' && next !== 'firstName') return undefined;
  return endOf(TEXT, text, at) ?? (isValue ? endOf(numberOrWord(), text, at) : undefined);
}

/** Opens and closes levels, and remembers names. */
function takeToken(levels: Level[], token: string, next: ExpectedPart): JsonCause | undefined {
  if (token === '{' || token === '[') {
    levels.push(token === '{' ? new Set() : undefined);
    return levels.length > MAX_JSON_LEVELS ? 'TOO_DEEP' : undefined;
  }
  if (token === '}' || token === ']') {
    const isOfObject = levels.pop() !== undefined;
    return isOfObject === (token === '}') ? undefined : 'SYNTAX';
  }
  return token.startsWith('"') ? takeText(levels.at(-1), token, next) : undefined;
}

/** A name is compared as it is read, so that escapes cannot hide a duplicate. */
function takeText(level: Level, token: string, next: ExpectedPart): JsonCause | undefined {
  const text = JSON.parse(token) as string;
  if (!text.isWellFormed()) return 'LONE_SURROGATE';
  if (next !== 'name' && next !== 'firstName') return undefined;
  if (level?.has(text)) return 'DUPLICATE_NAME';
  level?.add(text);
  return undefined;
}

function nextAfter(token: string, before: ExpectedPart, levels: readonly Level[]): ExpectedPart {
  if (token === '{') return 'firstName';
  if (token === '[') return 'firstValue';
  if (token === ',' && before === 'comma') return levels.at(-1) ? 'name' : 'value';
  if (token === ':' && before === 'colon') return 'value';
  if (before === 'name' || before === 'firstName') {
    if (token !== '}') return 'colon';
  }
  return levels.length === 0 ? 'end' : 'comma';
}

/** Tried in this order. A word is one that another language writes: `NaN`, `undefined`, `None`. */
const CAUSES: readonly [JsonCause, () => RegExp][] = [
  ['COMMENT', () => /^(?:\/[/*]|#)/],
  ['QUOTES', () => /^['`\u2018-\u201f]/],
  ['NUMBER', () => /^[+-]?\.?\d/],
  ['UNKNOWN_WORD', unicodePattern('^[+-]?\\p{L}')],
];

function causeAt(text: string, at: number, next: ExpectedPart): JsonCause {
  const rest = text.slice(at, at + 200);
  if (next === 'end') return 'TEXT_AFTER_END';
  if (rest.startsWith('"') && next !== 'colon' && next !== 'comma') return causeOfText(text, at);
  const before = text.slice(0, at).trimEnd();
  if (/^[}\]]/.test(rest) && before.endsWith(',')) return 'TRAILING_COMMA';
  if (before === '' && /^(?:<|--|[^\s"{}[\]:,]+=)/.test(rest)) return 'NOT_JSON';
  const cause = CAUSES.find(([, pattern]) => pattern().test(rest))?.[0] ?? 'SYNTAX';
  if (cause === 'COMMENT' || next === 'value' || next === 'firstValue') return cause;
  if (next === 'colon' || next === 'comma') return 'SYNTAX';
  // `40,5` has a comma in its number.
  return cause === 'UNKNOWN_WORD' || (cause === 'NUMBER' && !/\d,$/.test(before)) ? 'QUOTES' : cause;
}

/** Why a text has no end: a character that must be escaped, no such escape, or the end of the body. */
function causeOfText(text: string, start: number): JsonCause {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character < ' ') return 'CONTROL_CHARACTER';
    if (character === '\\') {
      const isEscape = /^\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/.test(text.slice(at, at + 6));
      if (!isEscape && at + 6 <= text.length) return 'ESCAPE';
      at += 1;
    }
  }
  return 'TRUNCATED';
}
