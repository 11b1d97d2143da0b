// HTTP as it is written: nothing is added or changed.
import { type Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Headers = Record<string, string | readonly string[]>;
export type HttpAnswer = { status: number; headers: Record<string, string>; text: string };
export type Sent = { method: string; path: string; headers: Headers; body?: string | Buffer | undefined };

/** Sends one request unchanged: it adds nothing, follows no redirect and does not normalize the path. */
export function wire(baseUrl: string, agent: Agent) {
  const { hostname, port } = new URL(baseUrl);
  return async ({ method, path, headers, body }: Sent): Promise<HttpAnswer> => {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    return await new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, agent, method, path, headers: { ...given, ...length } });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const names = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        buffer(response).then(
          (bytes) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(names) as Record<string, string>,
              text: bytes.toString('utf8'),
            }),
          reject,
        );
      });
      sent.end(body);
    });
  };
}
export type Http = ReturnType<typeof wire>;
