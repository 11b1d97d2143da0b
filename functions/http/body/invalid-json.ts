// The refusal of a body that is not one JSON object: what it is instead, where, and what its sender can do
// (api.md 4.2). It contains no part of the body.
import type { Sentence } from '#contract/answer.ts';
import type { FieldProblem } from '#domain/field-problem.ts';
import { MAX_JSON_LEVELS } from '#domain/limits.ts';
import { Rejection } from '#domain/rejection.ts';
import type { JsonCause } from './json-fault.ts';

export type BodyCause = JsonCause | 'EMPTY' | 'NOT_AN_OBJECT' | 'NOT_UTF_8' | 'COMPRESSED';

const BODY_ADVICE: Record<BodyCause, Sentence> = {
  EMPTY: {
    tr: 'Gövde boş; çağrının alanlarını bir JSON nesnesi olarak gönderin.',
    en: 'The body is empty; send the fields of the call as one JSON object.',
  },
  NOT_AN_OBJECT: {
    tr: 'Gövde bir liste, metin, sayı veya null; tek bir nesne gönderin: `{…}`, iki kez kodlanmadan.',
    en: 'The body is a list, a text, a number or null; send one object, `{…}`, that is encoded once.',
  },
  NOT_UTF_8: {
    tr: 'Gövde UTF-8 değil, UTF-16 veya ISO 8859-9 gibi başka bir kodlamada; UTF-8 ile kodlayın.',
    en: 'The body is not in UTF-8, but in another encoding such as UTF-16 or ISO 8859-9; use UTF-8.',
  },
  COMPRESSED: {
    tr: 'Gövde sıkıştırılmış; sıkıştırmadan ve `Content-Encoding` başlığı olmadan gönderin.',
    en: 'The body is compressed; send it as it is, without the header `Content-Encoding`.',
  },
  NOT_JSON: {
    tr: 'Gövde bir form veya XML; alanları JSON olarak gönderin: `{"amount": 40.5}`.',
    en: 'The body is a form or XML; send the fields as JSON: `{"amount": 40.5}`.',
  },
  TRUNCATED: {
    tr: 'Gövde kapanmadan bitiyor; tamamını ve doğru bir `Content-Length` gönderin.',
    en: 'The body ends before it is closed; send all of it, with its true `Content-Length`.',
  },
  QUOTES: {
    tr: 'Adlar ve metinler düz çift tırnak içinde yazılır: `"amount"`.',
    en: 'Names and texts are written in straight double quotes: `"amount"`.',
  },
  TRAILING_COMMA: {
    tr: 'Kapanan ayraçtan önceki virgülü çıkarın.',
    en: 'Remove the comma before the closing bracket.',
  },
  COMMENT: { tr: 'Açıklamayı çıkarın; JSON’da açıklama yoktur.', en: 'Remove the comment; JSON has none.' },
  UNKNOWN_WORD: {
    tr: 'JSON’da yalnızca `true`, `false` ve `null` tırnaksız yazılır; `NaN` veya `undefined` yoktur.',
    en: 'Only `true`, `false` and `null` are words of JSON; it has no `NaN` and no `undefined`.',
  },
  NUMBER: {
    tr: 'Bir sayı `40.5` gibi, virgülle değil noktayla yazılır: önünde `+` veya sıfır olmadan, noktanın iki yanında rakamla.',
    en: 'A number is written like `40.5`, with a point and no comma: no `+` and no zero before it, digits around the point.',
  },
  CONTROL_CHARACTER: {
    tr: 'Metindeki satır sonunu veya denetim karakterini `\\n` gibi kaçışla yazın ya da çıkarın.',
    en: 'Write the line break or control character in the text as an escape, such as `\\n`, or remove it.',
  },
  ESCAPE: {
    tr: 'Ters eğik çizgiyi `\\\\` olarak yazın; JSON’da böyle bir kaçış yoktur.',
    en: 'Write the backslash as `\\\\`; JSON has no such escape.',
  },
  LONE_SURROGATE: {
    tr: 'Metin bir karakterin ortasından kesilmiş; metinleri baytla değil, karakterle kısaltın.',
    en: 'The text was cut within a character; shorten texts by whole characters.',
  },
  DUPLICATE_NAME: {
    tr: 'Bu ad, büyük küçük harf ayrımı olmadan, aynı nesnede ikinci kez geçiyor; birini çıkarın.',
    en: 'This name stands in the same object a second time, in this case or another; remove one of them.',
  },
  TOO_DEEP: {
    tr: `Nesneler ve listeler en çok ${MAX_JSON_LEVELS} düzey iç içe olabilir.`,
    en: `Objects and lists may be nested ${MAX_JSON_LEVELS} levels deep at most.`,
  },
  TEXT_AFTER_END: {
    tr: 'Nesneden sonra başka metin var; tek bir nesne gönderin.',
    en: 'There is more text after the object; send one object alone.',
  },
  SYNTAX: {
    tr: 'Gövde burada JSON değil; onu bir JSON kitaplığına yazdırın.',
    en: 'Here the body is not JSON; let a JSON library write it.',
  },
};

type JsonFaultFacts = { line?: number; column?: number; problems?: readonly FieldProblem[] };

export function invalidJson(cause: BodyCause, facts: JsonFaultFacts = {}): Rejection {
  const { tr, en } = BODY_ADVICE[cause];
  const { line, column } = facts;
  const advice = line
    ? { tr: `${line}. satır, ${column}. karakter: ${tr}`, en: `Line ${line}, column ${column}: ${en}` }
    : { tr, en };
  return new Rejection('INVALID_JSON', { cause, ...facts }).advising(advice);
}
