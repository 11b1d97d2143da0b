// Writes the part of the Python client that follows from the OpenAPI document: the types that calls, events
// and refusals reach, a class of error for each code, and the operations. python/ is written by hand.
import type { Api, Field, Operation, Shape } from './document.ts';
import { snakeCase } from './names.ts';

const TYPES = `# Made of the OpenAPI document by \`npm run make -- clients\`.
from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Literal, TypedDict, Union, final
`;
const OPERATIONS = `# Made of the OpenAPI document by \`npm run make -- clients\`.
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Union

from . import types
from .core import Core, PaymentServiceError, at
`;

/** The texts of types.py and operations.py. */
export function emitPython({ types, events, refusals, operations }: Api): {
  types: string;
  operations: string;
} {
  const writer = typeWriter(types);
  const { typeOf, dataOf } = writer;
  const errors = refusals.map(({ code, type }) => {
    const name = type.replace(/(?:Error)?Refusal$/, 'Error');
    const facts = typeOf(dataOf(type), name.replace(/Error$/, 'Facts'));
    const said = types.find((one) => one.name === type)?.description ?? code;
    return {
      code,
      name,
      lines: [`class ${name}(PaymentServiceError):`, doc(said), `    refused: ${q(facts)}`],
    };
  });
  const groups = [...Map.groupBy(operations, ({ group }) => group)].map(([group, all]) => ({
    group: snakeCase(group),
    name: `${withCapital(group)}Operations`,
    methods: all.map((one) => methodsOf(one, writer)),
  }));
  for (const event of events) typeOf({ kind: 'named', name: event }, event);
  const classes = groups.map(({ name, methods }) =>
    [
      `class ${name}:`,
      '    def __init__(self, core: Core) -> None:\n        self._core = core',
      ...methods,
    ].join('\n'),
  );
  const service = [
    'class PaymentService(Core):',
    doc('Every operation of the API, by its group.'),
    '    errors = {',
    ...errors.map(({ code, name }) => `        "${code}": ${name},`),
    '    }',
    ...groups.map(
      ({ group, name }) =>
        `\n    @property\n    def ${group}(self) -> ${name}:\n        return ${name}(self)`,
    ),
  ];
  const names = [...errors.map(({ name }) => name), ...groups.map(({ name }) => name), 'PaymentService'];
  return {
    types: [TYPES, ...writer.texts(events)].join('\n'),
    operations: [
      OPERATIONS,
      ...errors.map(({ lines }) => `${lines.join('\n')}\n`),
      ...classes.map((one) => `${one}\n`),
      `${service.join('\n')}\n`,
      `__all__ = ${JSON.stringify(names)}\n`,
    ].join('\n'),
  };
}

const sentBody = (isRequired: boolean, isPreview: boolean) => {
  const body = isRequired ? 'body' : 'body or {}';
  return isPreview ? `{**(${body}), "preview": True}` : body;
};
const withCapital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
const doc = (text: string, indent = '    ') =>
  `${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')}"""`;
/** Of a type of the document in operations.py, where names such as `Payment` are not its own. */
const q = (type: string) =>
  type.replaceAll(/\b[A-Z]\w*/g, (name) => (OWN.has(name) ? name : `types.${name}`));
const OWN = new Set(['Any', 'Dict', 'List', 'Optional', 'None', 'Decimal', 'Union', 'Literal']);

type Writer = ReturnType<typeof typeWriter>;

/** The objects of which an answer is one: a program tells them apart by a field that one of them has. */
function alternativesIn(shape: Shape): string[] {
  if (shape.kind === 'object') return shape.fields.flatMap((field) => alternativesIn(field.shape));
  if (shape.kind === 'list') return alternativesIn(shape.item);
  if (shape.kind !== 'either') return [];
  const named = shape.shapes.flatMap((one) => (one.kind === 'named' ? [one.name] : []));
  return named.length > 1 ? named : [];
}

function typeWriter(types: Api['types']) {
  const alternatives = new Set(types.flatMap(({ shape }) => alternativesIn(shape)));
  const known = new Map(types.map((type) => [type.name, type]));
  const written = new Map<string, string>();
  const kinds = new Map<string, Set<string>>();

  function typeOf(shape: Shape, name: string): string {
    switch (shape.kind) {
      case 'named':
        ensure(shape.name);
        return shape.name;
      case 'literal': {
        const values = `Literal[${shape.values.map(literal).join(', ')}]`;
        return shape.open ? `Union[${values}, str]` : values;
      }
      case 'either':
        return `Union[${shape.shapes.map((one) => typeOf(one, name)).join(', ')}]`;
      case 'list':
        return `List[${typeOf(shape.item, name)}]`;
      case 'map':
        return `Dict[str, ${typeOf(shape.value, name)}]`;
      case 'object':
        return write(name, undefined, shape.fields);
      case 'scalar':
        return SCALARS[shape.type];
    }
  }

  function ensure(name: string): void {
    const type = known.get(name);
    if (type === undefined || written.has(name)) return;
    if (type.shape.kind === 'object') write(name, type.description, type.shape.fields);
    else written.set(name, `${name} = ${typeOf(type.shape, name)}\n`);
  }

  /** A name stands for one type: two that differ would be one class. */
  function write(name: string, description: string | undefined, fields: readonly Field[]): string {
    const all = fields.map((field) => {
      const type = typeOf(field.shape, `${name}${withCapital(field.name)}`);
      const numbers = type.match(/\b(?:Decimal|int)\b/g) ?? [];
      kinds.set(field.name, new Set([...(kinds.get(field.name) ?? []), ...numbers]));
      return { ...field, type };
    });
    // mypy knows that a class without others below it lacks what it does not have.
    const isFinal = alternatives.has(name);
    const text = `${isFinal ? '@final\n' : ''}${typedDict(name, description, all)}`;
    if (written.has(name) && written.get(name) !== text) throw new Error(`Two types are named ${name}.`);
    written.set(name, text);
    return name;
  }

  return {
    typeOf,
    /** What a call returns, and the facts of a refusal. */
    dataOf: (answer: string): Shape => {
      const shape = known.get(answer)?.shape;
      const data = shape?.kind === 'object' && shape.fields.find(({ name }) => name === 'data');
      if (!data) throw new Error(`${answer} has no data.`);
      return data.shape;
    },
    texts: (events: readonly string[]): string[] => [
      ...written.values(),
      '"""The events of this version. A later one may send others."""',
      `ServiceEvent = Union[${events.join(', ')}]\n`,
      `DECIMALS = frozenset(${JSON.stringify(decimalsOf(kinds))})\n`,
      `__all__ = ${JSON.stringify([...written.keys(), 'ServiceEvent'])}\n`,
    ],
  };
}

/** The fields with decimals: the core knows them by their names alone. */
function decimalsOf(kinds: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const decimals = [...kinds].filter(([, of]) => of.has('Decimal'));
  const mixed = decimals.find(([, of]) => of.size > 1);
  if (mixed) throw new Error(`${mixed[0]} is a whole number in one place, and has decimals in another.`);
  return decimals.map(([name]) => name).sort();
}

const SCALARS = {
  string: 'str',
  number: 'Decimal',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
  unknown: 'Any',
} as const;
const literal = (value: unknown) =>
  value === null ? 'None' : typeof value === 'boolean' ? withCapital(String(value)) : JSON.stringify(value);

type TypedField = Field & { type: string };

/** One class has required and optional fields from Python 3.11 on only: here one class extends another. */
function typedDict(name: string, description: string | undefined, fields: readonly TypedField[]): string {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  if (optional.length === 0) return classOf(name, [], required, true, description);
  if (required.length === 0) return classOf(name, [], optional, false, description);
  const base = `_${name}Required`;
  return `${classOf(base, [], required, true)}\n${classOf(name, [base], optional, false, description)}`;
}

function classOf(
  name: string,
  bases: readonly string[],
  fields: readonly TypedField[],
  isTotal: boolean,
  description?: string,
): string {
  const total = isTotal ? '' : ', total=False';
  const odd = fields.filter((field) => KEYWORDS.has(field.name));
  const base = `_${name}Keywords`;
  const pairs = odd.map((field) => `"${field.name}": ${field.type}`).join(', ');
  const from = [...bases, ...(odd.length > 0 ? [base] : [])];
  const lines = fields
    .filter((field) => !KEYWORDS.has(field.name))
    .flatMap((field) => [
      `    ${field.name}: ${field.type}`,
      ...(field.description ? [doc(field.description)] : []),
    ]);
  return [
    ...(odd.length > 0 ? [`${base} = TypedDict("${base}", {${pairs}}${total})`] : []),
    `class ${name}(${from.length > 0 ? from.join(', ') : 'TypedDict'}${total}):`,
    ...(description ? [doc(description)] : []),
    ...(lines.length > 0 ? lines : ['    pass']),
    '',
  ].join('\n');
}

/** Names that no field of a class can have. */
const KEYWORDS = new Set(['from', 'in', 'is', 'import', 'class', 'return', 'not', 'or', 'and', 'as', 'pass']);

/** A call that can be previewed is two methods: the query is that of the preview. */
function methodsOf(operation: Operation, writer: Writer): string {
  const { name, preview: answer, summary } = operation;
  if (answer === undefined) return methodOf(operation, writer);
  const previewing = { ...operation, answer, name: `preview${withCapital(name)}` };
  const said = `${summary}: what it would do. Nothing is changed`;
  const preview = methodOf({ ...previewing, summary: said }, writer, true);
  return `${methodOf({ ...operation, query: [] }, writer)}\n${preview}`;
}

function methodOf(operation: Operation, { typeOf, dataOf }: Writer, isPreview = false): string {
  const { group, name, all, summary, method, path, parts, query, body, answer } = operation;
  const isRead = method === 'GET';
  const queryType = `${withCapital(group)}${withCapital(name)}Query`;
  const asked =
    query.length > 0
      ? [`query: Optional[types.${typeOf({ kind: 'object', fields: query }, queryType)}] = None`]
      : [];
  const bodyType = body && q(typeOf(body.shape, queryType));
  const given = [
    'self',
    ...parts.map((part) => `${snakeCase(part)}: str`),
    ...(isRead ? asked : []),
    ...(body?.isRequired ? [`body: ${bodyType}`] : body ? [`body: Optional[${bodyType}] = None`] : []),
  ];
  const options = isRead ? [] : ['*', ...asked, 'idempotency_key: Optional[str] = None'];
  const data = dataOf(answer);
  const returns = q(typeOf(data, `${answer}Data`));
  const numbered = path.replaceAll(/\{\w+\}/g, '{}');
  const place = [`"${numbered}"`, ...parts.map(snakeCase)].join(', ');
  const at = parts.length > 0 ? `at(${place})` : place;
  const sent = [
    ...(body ? [`body=${sentBody(body.isRequired, isPreview)}`] : []),
    ...(query.length > 0 ? ['query=query'] : []),
    ...(isRead ? [] : ['key=idempotency_key']),
  ];
  const lines = [
    `\n    def ${snakeCase(name)}(${[...given, ...options].join(', ')}) -> ${returns}:`,
    doc(`${summary}.`, '        '),
    `        return self._core.call(${[`"${method}"`, at, ...sent].join(', ')})`,
  ];
  if (all !== undefined) {
    const fields = data.kind === 'object' ? data.fields : [];
    const items = fields.find((one) => one.name === 'items')?.shape;
    if (items?.kind !== 'list') throw new Error(`${answer} is no list.`);
    lines.push(
      `\n    def ${snakeCase(all)}(${given.join(', ')}) -> Iterator[${q(typeOf(items.item, answer))}]:`,
      doc(`${summary}, page by page until the last.`, '        '),
      `        return self._core.all(${at}, query)`,
    );
  }
  return lines.join('\n');
}
