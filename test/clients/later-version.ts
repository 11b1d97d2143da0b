// A service as a later version may be (api.md 2.7): it passes each call on, and adds a field to every object
// of the response and gives every text that the document lists values for a value that nobody knows yet.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Lists of values have names that begin with Any. */
const isListed = (schema: object): boolean =>
  'x-extensible-enum' in schema ||
  ('$ref' in schema && /\/Any\w+$/.test(`${schema.$ref}`)) ||
  ('anyOf' in schema && Object.values(schema.anyOf as object).some(isListed));

/** Names of fields with listed values in the OpenAPI document; `errorCode` refers to one of several lists. */
function fieldsWithValues(schema: unknown, names = new Set(['errorCode'])): Set<string> {
  if (typeof schema !== 'object' || schema === null) return names;
  for (const [name, one] of Object.entries(schema)) {
    if (typeof one === 'object' && one !== null && isListed(one)) names.add(name);
    fieldsWithValues(one, names);
  }
  return names;
}

/** Changes an answer or a message of today into one of a later version. */
export function laterOf(document: object): (value: unknown) => unknown {
  const listed = fieldsWithValues(document);
  const later = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(later);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, one]) => {
      // Names and values of the merchant's own.
      if (name === 'metadata') return [name, one];
      return [name, typeof one === 'string' && listed.has(name) ? `Later${one}` : later(one)];
    });
    return { ...Object.fromEntries(fields), laterField: { laterFlag: true } };
  };
  return later;
}

/** Returns the address of the later version, on loopback. */
export async function startLaterVersion(baseUrl: string, later: (value: unknown) => unknown) {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await buffer(request);
    const { host: _, connection: __, ...kept } = headers as Record<string, string>;
    const sent = { method, headers: kept, ...(body.length > 0 && { body: new Uint8Array(body) }) };
    const answer = await fetch(`${baseUrl}${url}`, sent);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(later(await answer.json())));
  };
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
