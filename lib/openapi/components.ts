// Schemas with a name, so that a generated client has one type for each: bodies of requests, the objects in
// them, and lists of values.
import { type JsonSchema, reference } from './json-schema.ts';

/** `hosted-page` and `orderNumber` as the name of a type. */
export const typeName = (name: string): string =>
  name.replaceAll(/(?:^|[-_/.])(\w)/g, (_, letter: string) => letter.toUpperCase());

export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  private readonly names = new Map<string, string>();

  /** Refers to the schema if it has a name. */
  known(schema: JsonSchema): JsonSchema | undefined {
    const name = this.names.get(JSON.stringify(schema));
    return name === undefined ? undefined : reference(name);
  }

  /** Refers to the schema, under the first name that no other schema has. Equal schemas are one. */
  refer(schema: JsonSchema, ...names: readonly string[]): JsonSchema {
    const text = JSON.stringify(schema);
    const known = this.names.get(text) ?? names.find((name) => this.schemas[name] === undefined);
    if (known === undefined) throw new Error(`Other schemas are called ${names.join(' and ')} already.`);
    this.names.set(text, known);
    this.schemas[known] = schema;
    return reference(known);
  }
}

/** Of a field that means another list in each object. */
const OF_ITS_OBJECT = /^(?:status|state|type|code|use|trigger|source|mode|guard|by|order|reason|purpose)$/;

/** Names of the list of values of a field, the best first. */
export const listNames = (object: string, field: string): string[] =>
  OF_ITS_OBJECT.test(field)
    ? [`${object}${typeName(field)}`]
    : [typeName(field), `${object}${typeName(field)}`];
