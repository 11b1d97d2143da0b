// The receivers of the packed TypeScript client in Express and Next: see receivers.ts. Prints the addresses, then
// each event that a receiver hands on.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import express from 'express';
import next from 'next';
import { nodeReceiver } from '@payment.service/client';

// Next tells of itself by console.log; the test reads the standard output.
console.log = console.error;
const say = (...words) => process.stdout.write(`${words.join(' ')}\n`);
const secrets = [];
const failing = new Set();
const work = (place) => (event) => {
  if (failing.delete(event.objectId)) throw new Error('The work failed.');
  say(place, event.type);
};
const receiverOf = (place) => ({ secrets, work: work(place) });
// What Next has built shares nothing with this module but the process.
globalThis.receiverOf = receiverOf;
const app = express();
app.post('/webhook', nodeReceiver(receiverOf('express')));
app.post('/raw', express.raw({ type: '*/*' }), nodeReceiver(receiverOf('express-raw')));
app.use((_error, _request, response, _next) => response.status(500).end());
const nextApp = next({ dir: import.meta.dirname, quiet: true });
await nextApp.prepare();
const servers = [createServer(app), createServer(nextApp.getRequestHandler())];
const listening = servers.map(
  (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port))),
);
say(...(await Promise.all(listening)));
createInterface(process.stdin).on('line', (line) => {
  const [kind, value] = line.split(' ');
  kind === 'secret' ? secrets.push(value) : failing.add(value);
  say('heard');
});
