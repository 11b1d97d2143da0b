// Makes the JSON Schemas of answers from the types of api-objects.ts, which it asks the compiler for. A
// type gives fields, lists, nulls and values; field-formats.ts and words/fields.ts add what only the name
// of a field says.  What the schemas say to clients is open: a later version may add fields and values
// (api.md 2.7). Only the tests of this repository require exactly the fields and values of today
// (test/harness/json-schema.ts).
import { fileURLToPath } from 'node:url';
import {
  API,
  type Checker,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync';
import { type Components, listNames } from './components.ts';
import { formatOf } from './field-formats.ts';
import { count, type JsonSchema, OPEN, oneOf, reference, text } from './json-schema.ts';
import { meaningOf } from './words/fields.ts';
import { say } from './words/said.ts';

const PROJECT = fileURLToPath(new URL('objects.tsconfig.json', import.meta.url));
const OBJECTS = fileURLToPath(new URL('api-objects.ts', import.meta.url));

/** The schema of each object of the API, by its name. Lists of values become components. */
export function answerSchemas(components: Components): Record<string, JsonSchema> {
  const compiler = new API();
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [PROJECT] }).getProjects();
    const file = project?.program.getSourceFile(OBJECTS);
    const objects = file && project?.checker.resolveName('ApiObjects', SymbolFlags.TypeAlias, file);
    if (project === undefined || objects === undefined) throw new Error(`No types are found in ${OBJECTS}.`);
    return new Schemas(project.checker, components).ofAll(project.checker.getDeclaredTypeOfSymbol(objects));
  } finally {
    compiler.close();
  }
}

class Schemas {
  /** The names of the objects by the ids of their types: a field with such a type refers to the object. */
  private readonly names = new Map<number, string>();
  private readonly checker: Checker;

  private readonly components: Components;

  constructor(checker: Checker, components: Components) {
    this.checker = checker;
    this.components = components;
  }

  ofAll(all: Type): Record<string, JsonSchema> {
    const objects = this.fieldsOf(all);
    for (const { name, type } of objects) this.names.set(type.id, name);
    return Object.fromEntries(objects.map(({ name, type }) => [name, this.ofObject(type, name)]));
  }

  private fieldsOf(type: Type) {
    return this.checker.getPropertiesOfType(type).map((symbol) => {
      const { name } = symbol;
      const fieldType = this.checker.getTypeOfSymbol(symbol);
      if (fieldType === undefined) throw new Error(`The field ${name} has no type.`);
      return { name, type: fieldType, isOptional: (symbol.flags & SymbolFlags.Optional) !== 0 };
    });
  }

  private ofObject(type: Type, path: string): JsonSchema {
    const [index] = this.checker.getIndexInfosOfType(type);
    if (index) {
      const isAny = index.valueType.flags & TypeFlags.Unknown;
      return { type: 'object', additionalProperties: isAny ? true : this.ofValue(index.valueType, path) };
    }
    const [optional = [], always = []] = [true, false].map((is) =>
      this.fieldsOf(type).filter(({ isOptional }) => isOptional === is),
    );
    const properties = [...always, ...optional].map(({ name, type }) => [
      name,
      { ...this.ofValue(type, `${path}.${name}`), description: say(meaningOf(`${path}.${name}`)) },
    ]);
    const required = always.map(({ name }) => name);
    return { type: 'object', required, properties: Object.fromEntries(properties), ...OPEN };
  }

  /** `path` ends in the name of the field that has the value. */
  private ofValue(type: Type, path: string): JsonSchema {
    const all = type.isUnionType() ? type.getTypes() : [type];
    const some = all.filter(({ flags }) => !(flags & TypeFlags.Nullable));
    const schema = this.ofSome(some, path);
    if (!all.some(({ flags }) => flags & TypeFlags.Null)) return schema;
    const { type: plain, anyOf = [schema], ...more } = schema;
    if (plain === undefined) return { anyOf: [...(anyOf as JsonSchema[]), { type: 'null' }] };
    return { type: [plain, 'null'], ...more };
  }

  /** A list of values is a component, open as `oneOf` says. */
  private named(schema: JsonSchema, path: string): JsonSchema {
    if (schema['x-extensible-enum'] === undefined) return schema;
    const [object = '', ...fields] = path.split('.');
    const names = listNames(object, fields.at(-1) ?? '').map((name) => `Any${name}`);
    return this.components.refer(schema, ...names);
  }

  private ofSome(types: readonly Type[], path: string): JsonSchema {
    const [type] = types;
    const values = types.flatMap((one) => (one.isLiteralType() ? [one.value] : []));
    if (values.length === types.length) {
      if (values.every((value) => typeof value === 'string'))
        return this.named(formatOf(path) ?? oneOf(values), path);
      return values.length === 1 ? { const: values[0] } : { type: 'boolean' };
    }
    if (type === undefined || types.length > 1) throw new Error(`${path} is one of several types.`);
    const name = this.names.get(type.id);
    if (name !== undefined) return reference(name);
    if (type.flags & TypeFlags.String) return formatOf(path) ?? text;
    if (type.flags & TypeFlags.Number) return formatOf(path) ?? count;
    if (!this.checker.isArrayType(type)) return this.ofObject(type, path);
    const [item] = this.checker.getTypeArguments(type as TypeReference);
    return { type: 'array', items: item && this.ofValue(item, path) };
  }
}
