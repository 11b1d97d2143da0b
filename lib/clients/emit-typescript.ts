// Writes the part of the TypeScript client that follows from the OpenAPI document: every type, the refusals
// by code, the events, and the operations. typescript/ is written by hand.
import type { Api, Field, Operation, Shape } from './document.ts';
import { withFirst } from './names.ts';

/** `frame`: the text around what is made. */
export function emitTypescript({ types, events, refusals, operations }: Api, frame: string): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group)];
  const parts = [
    ...types.map(
      ({ name, shape, description }) => `${comment(description)}export type ${name} = ${typeOf(shape)};`,
    ),
    '/** The facts of each refusal, by its code. */',
    'export type Refusals = {',
    ...refusals.map(({ code, type }) => `  ${code}: ${type}['data'];`),
    '};',
    '/** The events of this version. A later one may send others: leave them to a default. */',
    `export type ServiceEvent =${events.map((name) => `\n  | ${name}`).join('')};`,
    'const operationsOf = ({ call, all }: Core) => ({',
    ...groups.map(([name, all]) => `  ${name}: {\n${all.map(methodsOf).join('\n')}\n  },`),
    '});',
  ];
  return frame.replace(PLACE, () => `${parts.join('\n')}\n`);
}

/** Where index.txt takes what is made. */
const PLACE = '/* The types and the operations. */\n';

const comment = (text: string | undefined, indent = '') =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n${indent}`;

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'literal': {
      const values = shape.values.map((one) => JSON.stringify(one)).join(' | ');
      // Editors still offer the known values.
      return shape.open ? `${values} | (string & {})` : values;
    }
    case 'either':
      return shape.shapes.map((one) => `(${typeOf(one)})`).join(' | ');
    case 'list':
      return `(${typeOf(shape.item)})[]`;
    case 'map':
      return `Record<string, ${typeOf(shape.value)}>`;
    case 'object': {
      const lines = shape.fields.map((one) => `${comment(one.description, '  ')}${fieldOf(one)};`);
      return `{\n${lines.join('\n')}\n}`;
    }
    case 'scalar':
      return shape.type === 'integer' ? 'number' : shape.type;
  }
}

const fieldOf = ({ name, shape, isRequired }: Field) =>
  `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(shape)}`;

/** A call that can be previewed is two methods: the query is that of the preview. */
function methodsOf(operation: Operation): string {
  const { name, preview: answer, summary } = operation;
  if (answer === undefined) return methodOf(operation);
  const previewing = { ...operation, answer, name: `preview${withFirst(name, 'toUpperCase')}` };
  const said = `${summary}: what it would do. Nothing is changed`;
  const preview = methodOf({ ...previewing, summary: said }, 'preview: true');
  return `${methodOf({ ...operation, query: [] })}\n${preview}`;
}

/** `field`: sent beside what the body has. */
function methodOf(
  { name, all, summary, method, path, parts, query, body, answer }: Operation,
  field?: string,
): string {
  const asked = `query?: { ${query.map((one) => `${fieldOf(one)} | undefined`).join('; ')} }`;
  const hasQuery = query.length > 0;
  const isRead = method === 'GET';
  const given = [
    ...parts.map((part) => `${part}: string`),
    ...(isRead && hasQuery ? [asked] : []),
    ...(body ? [`body${body.isRequired ? '' : '?'}: ${typeOf(body.shape)}`] : []),
  ];
  const options = isRead || !hasQuery ? 'options?: CallOptions' : `options?: CallOptions & { ${asked} }`;
  const sent = [
    ...(isRead && hasQuery ? ['query'] : []),
    ...(body ? [field ? `body: { ...body, ${field} }` : body.isRequired ? 'body' : 'body: body ?? {}'] : []),
  ];
  const how = sent.length > 0 ? `{ ...options, ${sent.join(', ')} }` : 'options';
  const at = parts.length > 0 ? `at\`${path.replaceAll('{', () => '${')}\`` : `'${path}'`;
  const lines = [
    `    /** ${summary} */`,
    `    ${name}: async (${[...given, options].join(', ')}): Promise<${answer}['data']> =>`,
    `      call('${method}', ${at}, ${how}),`,
  ];
  if (all !== undefined) {
    const item = `${answer}['data']['items'][number]`;
    lines.push(`    /** ${summary}, page by page until the last. */`);
    lines.push(`    ${all}: (${given.join(', ')}): AsyncGenerator<${item}> => all(${at}, query),`);
  }
  return lines.join('\n');
}
