// The reference, made of the OpenAPI document: a page in Markdown for each noun, with its calls, what they
// take and return, how they are refused, and the objects.
import type { Language } from '#domain/language.ts';
import { ERRORS, type ErrorCode } from '#domain/rejection-table.ts';
import type { Schema } from '../clients/document.ts';
import { nameOf } from '../clients/names.ts';
import { type FieldRow, fieldRows, type Schemas } from './fields.ts';
import { callOf, type OperationSchema } from './snippets/call.ts';
import { snippets } from './snippets/languages.ts';
import { WORDS } from './words.ts';

export type Document = {
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationSchema>>;
  components: {
    schemas: Schemas;
    parameters: Record<string, { name: string; description: string }>;
  };
};
type Operation = OperationSchema & { method: string; path: string };

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
  );

/** The codes with which a call can be refused. */
export const codesOf = ({ responses }: OperationSchema): ErrorCode[] =>
  Object.values(responses).flatMap(({ $ref }) =>
    typeof $ref === 'string' ? (nameOf($ref).split('.') as ErrorCode[]) : [],
  );

/** The codes of every call that writes, among which are those of every call. */
export function commonCodes(operations: readonly Operation[]): Set<ErrorCode> {
  const writing = operations.filter(({ method }) => method !== 'GET').map((one) => new Set(codesOf(one)));
  const [first = new Set<ErrorCode>(), ...others] = writing;
  return new Set([...first].filter((code) => others.every((codes) => codes.has(code))));
}

const code = (text: string) => `\`${text}\``;
const errorLink = (one: ErrorCode) => `[${code(one)}](docs:errors#${one})`;
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const isCreation = ({ operationId }: Operation) => operationId.endsWith('Create');

/** The page of a noun, the creation of an object first. */
export function referencePage(document: Document, noun: string, language: Language): string {
  const words = WORDS[language];
  const all = operationsOf(document);
  const common = commonCodes(all);
  const ofNoun = all.filter(({ tags }) => tags[0] === noun);
  const own = [...ofNoun.filter(isCreation), ...ofNoun.filter((one) => !isCreation(one))];
  const { description = '' } = document.tags.find(({ name }) => name === noun) ?? {};
  const returned = [...new Set(own.flatMap((one) => objectsIn(one, document.components.schemas)))];
  const calls = own.map(({ operationId, summary, method, path }) => [
    `[${summary}](#${operationId})`,
    code(`${method} ${path}`),
  ]);
  return [
    `# ${titleOf(noun, language)}`,
    description,
    tableOf([words.calls, 'HTTP'], calls),
    `${words.setUp} ${words.common} ${[...common].map(errorLink).join(', ')}.`,
    ...own.map((one) => section(one, document, language, common)),
    ...returned.map((name) => objectSection(name, document.components.schemas, language)),
  ].join('\n\n');
}

const TITLES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'hosted-page': { en: 'Hosted pages', tr: 'Ödeme sayfaları' },
  payment: { en: 'Payments', tr: 'Ödemeler' },
  bin: { en: 'Card ranges', tr: 'Kart aralıkları' },
  installment: { en: 'Installments', tr: 'Taksitler' },
  customer: { en: 'Customers', tr: 'Müşteriler' },
  card: { en: 'Cards', tr: 'Kartlar' },
  'recurring-payment': { en: 'Recurring payments', tr: 'Düzenli ödemeler' },
  refund: { en: 'Refunds', tr: 'İadeler' },
  settlement: { en: 'Days’ books', tr: 'Gün defterleri' },
  event: { en: 'Events', tr: 'Olaylar' },
  webhook: { en: 'Webhooks', tr: 'Webhook’lar' },
  key: { en: 'API keys', tr: 'API anahtarları' },
  me: { en: 'Account', tr: 'Hesap' },
};
export function titleOf(noun: string, language: Language): string {
  const title = TITLES[noun];
  if (title === undefined) throw new Error(`Say the title of ${noun} in lib/site/reference.ts.`);
  return title[language];
}

function section(one: Operation, document: Document, language: Language, common: Set<ErrorCode>): string {
  const words = WORDS[language];
  const { schemas } = document.components;
  const parameters = one.parameters.filter((parameter) => 'name' in parameter);
  const asked = parameters.map(({ name, required, description, schema }) => {
    const [row] = fieldRows({ properties: { [String(name)]: schema as Schema } }, schemas, words);
    const must = required ? `, ${words.required}` : '';
    return [code(String(name)), `${row?.type ?? ''}${must}`, String(description)];
  });
  const { schema, example } = one.requestBody?.content['application/json'] ?? {};
  const taken = schema ? fieldRows(schema, schemas, words) : [];
  const status = successOf(one);
  const { description: returns = '' } = one.responses[status] ?? {};
  const own = codesOf(one).filter((name) => !common.has(name));
  const refusals = own.map((name) => [
    `${ERRORS[name].status} ${errorLink(name)}`,
    ERRORS[name].advice[language],
  ]);
  const names = objectsIn(one, schemas).map((name) => `[${name}](#${name})`);
  return [
    `## <a id="${one.operationId}"></a>${one.summary}`,
    `${code(`${one.method} ${one.path}`)} · ${words.scope} ${code(String(one['x-scopes']) || '-')}`,
    one.description,
    snippets(callOf(one.method, one.path, one)),
    `**${words.answer}** ${status} ${names.join(` ${words.or} `)}. ${String(returns)}`,
    exampleOf(one),
    tableOf([words.parameter, words.type, words.meaning], asked),
    fieldTable(taken, language),
    schema && example === undefined ? words.optionalBody : '',
    tableOf([words.refusal, words.advice], refusals),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The status of an effect: where a creation is previewed, 200 is the preview. */
const successOf = ({ responses }: Pick<Operation, 'responses'>) =>
  ['201', '200', '202'].find((status) => status in responses) ?? '';

function exampleOf(one: Operation): string {
  const answer = one.responses[successOf(one)] as ResponseSchema | undefined;
  const example = answer?.content?.['application/json'].example;
  return example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example, null, 1)}\n\`\`\``;
}

type ResponseSchema = { content?: { 'application/json': { schema: Schema; example?: unknown } } };
function answerOf(one: Operation): Schema {
  const answer = one.responses[successOf(one)] as ResponseSchema | undefined;
  return answer?.content?.['application/json'].schema ?? {};
}

/** The names of the objects that a call returns: its effect's, then its preview's. */
function objectsIn(one: Operation, schemas: Schemas): string[] {
  const answered = answerOf(one);
  const preview = one['x-preview'];
  const previewed = preview === undefined ? [] : [{ $ref: `#/components/schemas/${preview}` }];
  return [answered.anyOf?.[0] ?? answered, ...previewed].flatMap((of) => objectsOf(of, schemas));
}

/** The names of the objects that an answer has in `data`. */
function objectsOf({ $ref = '' }: Schema, schemas: Schemas): string[] {
  const { data } = schemas[nameOf($ref)]?.properties ?? {};
  const one = data?.properties?.['items']?.items ?? data;
  return [one, ...(one?.anyOf ?? [])].flatMap((schema) => (schema?.$ref ? [nameOf(schema.$ref)] : []));
}

function objectSection(name: string, schemas: Schemas, language: Language): string {
  const words = WORDS[language];
  const rows = fieldRows(schemas[name] ?? {}, schemas, { ...words, required: '' });
  return `## <a id="${name}"></a>${name}\n\n${fieldTable(rows, language)}`;
}

function fieldTable(rows: readonly FieldRow[], language: Language): string {
  const { field, type: typeWord, meaning: meaningWord } = WORDS[language];
  return tableOf(
    [field, typeWord, meaningWord],
    rows.map(({ name, type, meaning }) => [code(name), type, meaning]),
  );
}
