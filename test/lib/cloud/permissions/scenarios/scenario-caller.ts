// The calls of the scenarios, each of which must succeed.
import { defined } from '#domain/defined.ts';
import type { ApiRequest, Harness } from '../../../../harness/harness.ts';

type Body = Record<string, unknown>;

let keys = 0;

export function nextKey(): { 'idempotency-key': string } {
  keys += 1;
  return { 'idempotency-key': `scenario-${keys}` };
}

/** Returns a function for calls that must succeed; each but a GET gets a new Idempotency-Key. */
export function caller({ api }: Harness, key?: string) {
  return async (method: string, path: string, body?: Body): Promise<Body> => {
    const request: ApiRequest = {
      ...defined({ body, key }),
      headers: method === 'GET' ? {} : nextKey(),
    };
    const answer = await api(method, path, request);
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.text}`);
    return answer.json.data;
  };
}
export type Call = ReturnType<typeof caller>;
