// The OpenAPI document with each schema and parameter of a request in place of the reference to it.

type Json = Record<string, unknown>;

/** Only requests: answers refer to each other in circles. */
export function withoutReferences(document: Json): Json {
  const inPlace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inPlace);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...beside } = part as Json;
    if (typeof $ref !== 'string') {
      const entries = Object.entries(part).map(([name, one]) =>
        name === 'responses' || name === 'callbacks' || name === 'components'
          ? [name, one]
          : [name, inPlace(one)],
      );
      return Object.fromEntries(entries);
    }
    const [, ...path] = $ref.split('/');
    const named = path.reduce<unknown>((at, name) => (at as Json)[name], document);
    return { ...(inPlace(named) as Json), ...beside };
  };
  return inPlace(document) as Json;
}

/** The names of all schemas that a part of the document refers to, also through other schemas. */
export function schemasOf(part: unknown, schemas: Json, names = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (names.has(name)) continue;
    names.add(name);
    schemasOf(schemas[name], schemas, names);
  }
  return names;
}
