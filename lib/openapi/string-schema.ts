// What a field of text takes, learnt by asking it: allowed values, lengths, a format that has a name, or else
// the words with which the field itself says what it expects.
import { TYPES } from '#contract/field/field.ts';
import type { FieldProblem } from '#domain/field-problem.ts';
import type { Ask, JsonSchema } from './number-schema.ts';

/** A text of each format. */
const FORMATS = {
  uuid: '01890000-0000-7000-8000-000000000001',
  email: 'name@example.com',
  uri: 'https://shop.example/thanks',
  'date-time': '2026-11-20T09:00:00Z',
};
const DAY = '2026-11-20';
const ENDLESS = 5000;

/** Throws where the field takes no text either. */
export function stringSchema(ask: Ask): JsonSchema {
  const { code, hint } = ask('x').problem ?? {};
  if (code === 'INVALID_ENUM') return { type: 'string', enum: hint?.values };
  if (ask([]).problem?.hint?.expected !== TYPES.text) throw new Error('A field tells no type of its own.');
  const format = Object.entries(FORMATS).find(([, sample]) => ask(sample).problem === undefined)?.[0];
  const isNamed = code === 'INVALID_FORMAT' && format !== undefined && ask(DAY).problem !== undefined;
  if (isNamed) return { type: 'string', ...lengthsOf(ask), format };
  const description = inWords(ask);
  return { type: 'string', ...lengthsOf(ask), ...(description !== undefined && { description }) };
}

/** Samples that are too short or too long for most fields; digits, because some take nothing else. */
const SHORT = ['', '1'];
const LONG = ['x'.repeat(ENDLESS), '1'.repeat(ENDLESS), '1'.repeat(32)];

/** In characters, once blanks at both ends are gone. */
function lengthsOf(ask: Ask): JsonSchema {
  if (toleratesBlanks(ask)) return {};
  const least = SHORT.map((sample) => leastOf(ask(sample).problem));
  const most = LONG.map((sample) => mostOf(ask(sample).problem));
  const [minLength, maxLength] = [Math.max(...least), Math.min(...most)];
  return {
    ...(minLength > 0 && { minLength }),
    ...(Number.isFinite(maxLength) && { maxLength }),
  };
}

function leastOf(problem: FieldProblem | undefined): number {
  if (problem?.code === 'REQUIRED') return 1;
  return problem?.code === 'TOO_SHORT' ? Number(problem.hint?.min) : 0;
}
const mostOf = (problem: FieldProblem | undefined) =>
  problem?.code === 'TOO_LONG' ? Number(problem.hint?.max) : Number.POSITIVE_INFINITY;

/** A field that overlooks blanks between digits bounds the digits and not the text. */
const toleratesBlanks = (ask: Ask) => ask('1 1').problem?.code === 'TOO_SHORT';

/** As the field itself says it, in both languages; undefined for free text. */
function inWords(ask: Ask): string | undefined {
  const expected = ask('x').problem?.hint?.expected;
  if (expected === undefined) return undefined;
  return [`${expected.en} (${expected.tr})`, boundsInWords(ask)].filter(Boolean).join('; ');
}

/** Bounds that no keyword of JSON schema can tell: of digits among blanks, of a number written as text. */
function boundsInWords(ask: Ask): string {
  if (toleratesBlanks(ask)) return `${leastOf(ask('1').problem)}-${mostOf(ask('1'.repeat(ENDLESS)).problem)}`;
  const { code, hint } = ask('99').problem ?? {};
  return code === 'OUT_OF_RANGE' ? `${hint?.min}-${hint?.max}` : '';
}
