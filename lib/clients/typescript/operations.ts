// Makes the methods of the client of a table of operations. They take the parts of the path first, then body
// or query, then options.
import type { CallOptions, Core, Operation, Query } from './core.ts';

/** `all`: the name of the method that goes through all pages. */
type Row = Operation & { readonly all?: string };
type Methods = Record<string, (...given: never[]) => unknown>;

export function bindOperations(
  core: Core,
  table: Readonly<Record<string, Readonly<Record<string, Row>>>>,
): Record<string, Methods> {
  const groups = Object.entries(table).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).flatMap(([name, row]) => methodsOf(core, name, row))),
  ]);
  return Object.fromEntries(groups) as Record<string, Methods>;
}

function methodsOf(core: Core, name: string, row: Row): [string, (...given: unknown[]) => unknown][] {
  const parts = row.path.split('{').length - 1;
  const takes = row.method === 'GET' || row.body === true;
  const call = (...given: unknown[]) => {
    const sent = takes ? (given[parts] ?? {}) : {};
    const options = (given[parts + (takes ? 1 : 0)] ?? {}) as CallOptions;
    return core.call(row, given.slice(0, parts) as string[], sent, options);
  };
  const all = (...given: unknown[]) =>
    core.all(row, given.slice(0, parts) as string[], (given[parts] ?? {}) as Query);
  return [[name, call], ...(row.all === undefined ? [] : [[row.all, all] as [string, typeof all]])];
}
