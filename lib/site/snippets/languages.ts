// How each language makes a call: the clients in TypeScript and Python, plain HTTP in the others, with the
// function `call` of docs/guides/start.md. Each leaves its result in `answer`.
import { snakeCase } from '../../clients/names.ts';
import { type ClientCall, isVariable, type Notation, queryText, type Value, write } from './call.ts';

/** The word behind ``` in Markdown, and the name that readers know. */
export const LANGUAGES = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  csharp: 'C#',
} as const;
export type CodeLanguage = keyof typeof LANGUAGES;

export const settingName = (name: string) => snakeCase(name).toUpperCase();

const json = (value: unknown) => JSON.stringify(value);
const single = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/** The fields of bodies that have decimals, whatever they hold: the client takes a Decimal. */
const MONEY = /(?:amount|amountLimit|percent|unitPriceAbove|unitPriceUpTo)$/i;

const JSON_NOTATION: Notation = {
  list: ['[', ']'],
  object: ['{', '}'],
  member: (name, value) => `${json(name)}: ${value}`,
  scalar: json,
  variable: (name) => `"${name}"`,
};
const NOTATIONS = {
  sh: { ...JSON_NOTATION, variable: (name: string) => `"'$${settingName(name)}'"` },
  ts: {
    ...JSON_NOTATION,
    member: (name: string, value: string) =>
      name === value ? name : `${/^\w+$/.test(name) ? name : single(name)}: ${value}`,
    scalar: (value: string | number | boolean | null) =>
      typeof value === 'string' ? single(value) : json(value),
    variable: (name: string) => name,
  },
  python: {
    ...JSON_NOTATION,
    member: (name: string, value: string) =>
      `${json(name)}: ${MONEY.test(name) && /^\d+$/.test(value) ? `Decimal("${value}")` : value}`,
    scalar(value: string | number | boolean | null) {
      if (value === null) return 'None';
      if (typeof value === 'boolean') return value ? 'True' : 'False';
      // The client takes no float.
      return typeof value === 'number' && !Number.isInteger(value) ? `Decimal("${value}")` : json(value);
    },
    variable: snakeCase,
  },
  php: {
    ...JSON_NOTATION,
    object: ['[', ']'],
    member: (name: string, value: string) => `${single(name)} => ${value}`,
    scalar: (value: string | number | boolean | null) =>
      typeof value === 'string' ? single(value) : json(value),
    variable: (name: string) => `$${name}`,
  },
  java: { ...JSON_NOTATION, variable: () => '"%s"' },
  csharp: { ...JSON_NOTATION, variable: (name: string) => `"{{${name}}}"` },
} satisfies Record<CodeLanguage, Notation>;

const address = (call: ClientCall, variable: (name: string) => string) =>
  call.path.map((part) => (isVariable(part) ? variable(part.variable) : part)).join('') + queryText(call);

/** What a client's method takes: the parts of the path, then body or query. */
function given(call: ClientCall, notation: Notation): string {
  const parts = call.path.filter(isVariable).map(({ variable }) => notation.variable(variable));
  const literal = call.path.flatMap((part) =>
    isVariable(part) ? [] : (/\/(\d+)(?=\/|$)/.exec(part)?.[1] ?? []),
  );
  const sent: Value | undefined =
    call.body ?? (Object.keys(call.query).length > 0 ? { ...call.query } : undefined);
  const scalars = literal.map((one) => notation.scalar(one));
  return [...parts, ...scalars, ...(sent ? [write(sent, notation)] : [])].join(', ');
}

const indented = (text: string) => text.replaceAll('\n', '\n    ');

const WRITERS: Record<CodeLanguage, (call: ClientCall) => string> = {
  sh(call) {
    const { method, body } = call;
    const verb = method === 'GET' ? '' : `-X ${method} `;
    const url = `"$PAYMENT_URL${address(call, (name) => `$${settingName(name)}`)}"`;
    const json = body && write(body, NOTATIONS.sh);
    const type = "-H 'Content-Type: application/json'";
    const sent = json ? ` \\\n  ${type} -d '${json}'` : '';
    return `curl ${verb}${url} -H "X-Api-Key: $PAYMENT_API_KEY"${sent}`;
  },
  ts: (call) => `const answer = await pay.${call.group}.${call.name}(${given(call, NOTATIONS.ts)});`,
  python: (call) =>
    `answer = pay.${snakeCase(call.group)}.${snakeCase(call.name)}(${given(call, NOTATIONS.python)})`,
  php(call) {
    const path = address(call, (name) => `$${name}`);
    const quoted = path.includes('$') ? json(path) : single(path);
    const body = call.body ? `, ${write(call.body, NOTATIONS.php)}` : '';
    return `$answer = call('${call.method}', ${quoted}${body});`;
  },
  java(call) {
    const path = json(address(call, (name) => `" + ${name} + "`))
      .replaceAll('\\"', '"')
      .replace(/ \+ ""$/, '');
    const names = Object.values(call.body ?? {}).flatMap((one) => (isVariable(one) ? [one.variable] : []));
    const filled = names.length === 0 ? '' : `.formatted(${names.join(', ')})`;
    const text = call.body ? `"""\n    ${indented(write(call.body, NOTATIONS.java))}"""${filled}` : 'null';
    return `var answer = call("${call.method}", ${path}, ${text});`;
  },
  csharp(call) {
    const path = address(call, (name) => `{${name}}`);
    const text = call.body ? `$$"""\n    ${indented(write(call.body, NOTATIONS.csharp))}\n    """` : 'null';
    return `var answer = await Call("${call.method}", ${path.includes('{') ? '$' : ''}"${path}", ${text});`;
  },
};

export const snippetOf = (language: CodeLanguage, call: ClientCall): string => WRITERS[language](call);
/** All languages, as Markdown. */
export const snippets = (call: ClientCall): string =>
  Object.entries(WRITERS)
    .map(([language, written]) => `\`\`\`${language}\n${written(call)}\n\`\`\``)
    .join('\n');
