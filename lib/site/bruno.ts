// The calls as a collection that Bruno imports; its variables are those of shop.env, and the ids of what the
// calls have created.
import { type Document, type Operation, operationsOf, titleOf } from './reference.ts';
import { callOf, isVariable, queryText, write } from './snippets/call.ts';

const BODY = {
  list: ['[', ']'],
  object: ['{', '}'],
  member: (name: string, value: string) => `"${name}": ${value}`,
  scalar: (value: unknown) => JSON.stringify(value),
  variable: (name: string) => `"{{${name}}}"`,
} satisfies Parameters<typeof write>[1];

export function brunoCollection(document: Document): string {
  const operations = operationsOf(document);
  const folders = Map.groupBy(operations, ({ tags }) => tags[0]);
  const items = [...folders].map(([noun, calls]) => ({
    type: 'folder',
    name: titleOf(noun, 'en'),
    items: calls.map((one, at) => {
      const { path, query, body } = callOf(one.method, one.path, one);
      const address = path.map((part) => (isVariable(part) ? `{{${part.variable}}}` : part)).join('');
      const params = Object.entries(query).map(([name, value]) => ({
        name,
        value: String(value),
        type: 'query',
        enabled: true,
      }));
      return {
        type: 'http',
        name: one.summary,
        seq: at + 1,
        request: {
          url: `{{PAYMENT_URL}}${address}${queryText({ query })}`,
          method: one.method,
          headers: [{ name: 'X-Api-Key', value: '{{PAYMENT_API_KEY}}', enabled: true }],
          params,
          auth: { mode: 'none' },
          body: body ? { mode: 'json', json: write(body, BODY) } : { mode: 'none' },
          vars: { req: [], res: keptOf(one, operations) },
          docs: one.description,
        },
      };
    }),
  }));
  const variables = { PAYMENT_URL: 'http://localhost:3000', PAYMENT_API_KEY: 'psk_test_...' };
  const environment = Object.entries(variables).map(([name, value]) => ({
    name,
    value,
    type: 'text',
    enabled: true,
    secret: name.endsWith('KEY'),
  }));
  const name = 'Payment service';
  const environments = [{ name: 'local', variables: environment }];
  return JSON.stringify(
    { name, version: '1', items, environments, brunoConfig: { version: '1', name, type: 'collection' } },
    null,
    1,
  );
}

type Links = Record<string, { operationId: string; parameters: Record<string, string> }>;

/** What a call has created stays in a variable, which the paths of its links contain. */
function keptOf(one: Operation, operations: readonly Operation[]) {
  const { links = {} } = (one.responses['201'] ?? {}) as { links?: Links };
  const kept = Object.values(links).flatMap(({ operationId, parameters }) => {
    const next = operations.find((operation) => operation.operationId === operationId);
    const variables = next === undefined ? [] : callOf(next.method, next.path, next).path.filter(isVariable);
    const [place = ''] = Object.values(parameters);
    const value = place.replace('$response.body#', 'res.body').replaceAll('/', '.');
    return variables.map(({ variable }): [string, string] => [variable, value]);
  });
  return [...new Map(kept)].map(([name, value]) => ({ name, value, enabled: true, local: false }));
}
