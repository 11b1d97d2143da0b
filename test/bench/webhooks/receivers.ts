// Merchants' servers on this machine: one for all that work, and one for the faulty endpoint.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response time of a merchant's server in milliseconds, as docs/costs.md assumes. */
const ANSWER_MS = 200;
const SLOW_MS = 10_000;

type Answering = (answer: ServerResponse) => void;
export const HURTS = {
  /** The connection is accepted, and no answer is sent before the timeout. */
  hangs: () => {},
  'answers 500': (answer) => void setTimeout(() => answer.writeHead(500).end(), ANSWER_MS),
  'takes 10 s': (answer) => void setTimeout(() => answer.end(), SLOW_MS),
} satisfies Record<string, Answering>;
export const well: Answering = (answer) => void setTimeout(() => answer.end(), ANSWER_MS);

/**
 * Starts a server. `onTaken` gets the id of each event answered with 200. It does not keep the process
 * running.
 */
export async function startServer(answering: Answering, onTaken: (id: string) => void = () => {}) {
  const server = createServer((request, answer) => {
    request.resume();
    const id = String(request.headers['webhook-id']);
    answer.once('finish', () => {
      if (answer.statusCode === 200) onTaken(id);
    });
    request.once('end', () => answering(answer));
  }).unref();
  await new Promise<void>((listening) => void server.listen(0, listening));
  return `http://localhost:${(server.address() as AddressInfo).port}/events`;
}
