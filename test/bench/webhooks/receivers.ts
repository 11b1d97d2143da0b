// Merchants' servers on this machine: one for all that are well, and one for the endpoint that is not.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a merchant's server takes, as docs/costs.md assumes. */
const ANSWER_MS = 200;
const SLOW_MS = 10_000;

type Answering = (answer: ServerResponse) => void;
export const HURTS = {
  /** The connection is accepted, and nothing comes until our time is over. */
  hangs: () => {},
  'answers 500': (answer) => void setTimeout(() => answer.writeHead(500).end(), ANSWER_MS),
  'takes 10 s': (answer) => void setTimeout(() => answer.end(), SLOW_MS),
} satisfies Record<string, Answering>;
export const well: Answering = (answer) => void setTimeout(() => answer.end(), ANSWER_MS);
export const atOnce: Answering = (answer) => void answer.end();

/** `onTaken`: the id of each event that was answered with 200. Keeps no process alive. */
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
