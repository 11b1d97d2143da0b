// A server in place of every AWS service, while a test file runs.
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../../lib/local/free-port.ts';

export type Answer = { status?: number; headers?: Record<string, string>; body: string };

/** `receive` answers each request. If it throws, the connection ends without an answer. */
export function answerAsAws(receive: (request: IncomingMessage) => Promise<Answer>): void {
  const server = createServer((request, response) => {
    receive(request).then(
      ({ status = 200, headers, body }) => void response.writeHead(status, headers).end(body),
      () => response.destroy(),
    );
  });
  const before = process.env['AWS_ENDPOINT_URL'];
  beforeAll(async () => {
    // Among the ports that a system chooses are some that `fetch` refuses.
    const port = await freePort();
    await new Promise<void>((listening) => void server.listen(port, listening));
    process.env['AWS_ENDPOINT_URL'] = `http://localhost:${port}/`;
  });
  afterAll(() => {
    server.close();
    if (before === undefined) delete process.env['AWS_ENDPOINT_URL'];
    else process.env['AWS_ENDPOINT_URL'] = before;
  });
}
