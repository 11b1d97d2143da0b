// Makes the part of the TypeScript client that follows from the OpenAPI document: every type, the refusals
// by code, the events, and the operations with what each takes and returns. typescript/ is written by hand.

type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  'x-extensible-enum'?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
};
type Parameter = { name?: string; in?: string; required?: boolean; schema?: Schema; $ref?: string };
type Content = { content?: { 'application/json'?: { schema: Schema } } };
type OperationSchema = {
  operationId: string;
  summary: string;
  tags: [string];
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
};
export type OpenApi = {
  paths: Record<string, Record<string, OperationSchema>>;
  components: { schemas: Record<string, Schema> };
};

/** `frame`: the text around what is made. */
export function emitTypescript({ paths, components: { schemas } }: OpenApi, frame: string): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) =>
      `${comment(schema.description)}export type ${name} = ${eventType(schema) ?? typeOf(schema)};`,
  );
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(method.toUpperCase(), path, operation)),
  );
  const groups = [...Map.groupBy(calls, ({ group }) => group)];
  const shapes = groups.map(
    ([name, all]) => `  ${name}: {\n${all.map(({ shape }) => shape).join('\n')}\n  };`,
  );
  const rows = groups.map(([name, all]) => `  ${name}: {\n${all.map(({ row }) => row).join('\n')}\n  },`);
  const parts = [
    types,
    ['/** The facts of each refusal, by its code. */', 'export type Refusals = {'],
    [...Object.values(schemas).flatMap(refusalOf), '};'],
    ['/** The events of this version. A later one may send others: leave them to a default. */'],
    ['export type ServiceEvent =', ...Object.entries(schemas).flatMap(eventOf), ';'],
    ['export type Operations = {', ...shapes, '};'],
    ['const OPERATIONS = {', ...rows, '} as const;'],
  ];
  return frame.replace(PLACE, () => `${parts.map((lines) => lines.join('\n')).join('\n')}\n`);
}

/** Where index.txt takes what is made. */
const PLACE = '/* The types and the table of operations. */\n';

const comment = (text: string | undefined, indent = '') =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n${indent}`;
const nameOf = (reference: string) => reference.split('/').at(-1) ?? '';
const literals = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).join(' | ');

function typeOf(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, type, items } = schema;
  if ($ref !== undefined) return nameOf($ref);
  if ('const' in schema) return literals([schema.const]);
  if (schema.enum) return literals(schema.enum);
  // A later version may have further values; editors still offer these.
  if (schema['x-extensible-enum']) return `${literals(schema['x-extensible-enum'])} | (string & {})`;
  if (allOf) return allOf.map((one) => `(${typeOf(one)})`).join(' & ');
  const either = anyOf ?? oneOf;
  if (either) return either.map((one) => `(${typeOf(one)})`).join(' | ');
  if (Array.isArray(type)) return type.map((one) => `(${typeOf({ ...schema, type: one })})`).join(' | ');
  if (type === 'array') return `(${items ? typeOf(items) : 'unknown'})[]`;
  if (type === 'object') return objectOf(schema);
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const lines = Object.entries(properties).map(([name, one]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(one.description, '  ')}${JSON.stringify(name)}${mark}: ${typeOf(one)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

/** What an event says of its object replaces what all say of theirs: a wrong field does not compile. */
function eventType({ allOf = [] }: Schema): string | undefined {
  const { type, data } = allOf.at(-1)?.properties ?? {};
  if (!isEvent(allOf) || type === undefined || data === undefined) return undefined;
  const own = literals(Object.keys(data.properties ?? {}));
  // Every event has its object.
  const facts = `Omit<Event['data'], ${own}> & ${typeOf({ ...data, required: ['object'] })}`;
  return `Omit<Event, 'type' | 'data'> & { type: ${typeOf(type)}; data: ${facts} }`;
}

const isEvent = (allOf: readonly Schema[]) => allOf.some(({ $ref }) => $ref?.endsWith('/Event'));

function refusalOf({ allOf }: Schema): string[] {
  const { errorCode, data } = allOf?.at(-1)?.properties ?? {};
  return typeof errorCode?.const === 'string'
    ? [`  ${errorCode.const}: ${data ? typeOf(data) : 'Record<never, never>'};`]
    : [];
}

const eventOf = ([name, { allOf = [] }]: [string, Schema]): string[] =>
  isEvent(allOf) ? [`  | ${name}`] : [];

type Call = { group: string; shape: string; row: string };

/** `recurringPaymentChargePeriod` of the tag `recurring-payment` is `recurringPayment.chargePeriod`. */
function callOf(method: string, path: string, operation: OperationSchema): Call {
  const { operationId, summary, tags, parameters = [], requestBody, responses } = operation;
  const group = tags[0].replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const name = lowerFirst(operationId.slice(group.length));
  const schema = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
  const answer = nameOf(schema?.['application/json']?.schema.$ref ?? '');
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => `${part}: string`);
  const asked = parameters.filter((one) => one.in === 'query');
  const fields = asked.map(({ name, schema = {} }) => `${name}?: ${typeOf(schema)} | undefined`);
  const query = `{ ${fields.join('; ')} }`;
  const body = requestBody?.content?.['application/json']?.schema;
  const bodyType = body && `body${requestBody?.required ? '' : '?'}: ${typeOf(body)}`;
  const isRead = method === 'GET';
  const options =
    !isRead && asked.length > 0 ? `options?: CallOptions & { query?: ${query} }` : 'options?: CallOptions';
  const sent = isRead
    ? asked.length > 0
      ? [`query?: ${query}`]
      : ['query?: undefined']
    : bodyType
      ? [bodyType]
      : [];
  const lines = [
    `    /** ${summary} */`,
    `    ${name}(${[...inPath, ...sent, options].join(', ')}): Promise<${answer}['data']>;`,
  ];
  const isPaged = isRead && asked.some((one) => one.name === 'cursor') && answer.endsWith('List');
  const all = name === 'list' || name === 'query' ? 'all' : `all${name[0]?.toUpperCase()}${name.slice(1)}`;
  if (isPaged) {
    lines.push(`    /** ${summary}, page by page until the last. */`);
    const item = `${answer}['data']['items'][number]`;
    lines.push(`    ${all}(${[...inPath, `query?: ${query}`].join(', ')}): AsyncGenerator<${item}>;`);
  }
  const facts = [`method: '${method}'`, `path: '${path}'`, ...(body ? ['body: true'] : [])];
  const row = `    ${name}: { ${[...facts, ...(isPaged ? [`all: '${all}'`] : [])].join(', ')} },`;
  return { group, shape: lines.join('\n'), row };
}

const lowerFirst = (text: string) => `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;
