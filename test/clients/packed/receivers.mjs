// The receivers of the packed TypeScript client in Express: see receivers.ts. Prints the address, then each event
// that a receiver hands on.
import { createInterface } from 'node:readline';
import express from 'express';
import { nodeReceiver } from 'payment-service-client';

const secrets = [];
const failing = new Set();
const work = (place) => (event) => {
  if (failing.delete(event.objectId)) throw new Error('The work failed.');
  console.log(place, event.type);
};
const app = express();
app.post('/webhook', nodeReceiver({ secrets, work: work('express') }));
app.post('/raw', express.raw({ type: '*/*' }), nodeReceiver({ secrets, work: work('express-raw') }));
app.use((_error, _request, response, _next) => response.status(500).end());
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
createInterface(process.stdin).on('line', (line) => {
  const [kind, value] = line.split(' ');
  kind === 'secret' ? secrets.push(value) : failing.add(value);
  console.log('heard');
});
