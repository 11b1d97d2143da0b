// Receivers of the packed clients in the frameworks that they are for, with real messages of the service.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Harness, MINUTE } from '../../harness/harness.ts';

/** `paths`: by the name that a receiver prints; `port` is a place in the first line of the program. */
type Receivers = {
  command: string;
  args: readonly string[];
  cwd: string;
  paths: Readonly<Record<string, readonly [port: number, path: string]>>;
};

/**
 * Throws unless each receiver hands an event on once that one of several secrets signed, and refuses what
 * nobody signed; one of them fails at its work, and gets the event again.
 */
export async function checkReceivers(
  { api, moveBy }: Harness,
  { command, args, cwd, paths }: Receivers,
): Promise<void> {
  const program = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(program.stdout);
  const said: string[] = [];
  const waiting: (() => void)[] = [];
  lines.on('line', (line) => {
    said.push(line);
    waiting.shift()?.();
  });
  const heard = () => new Promise<void>((resolve) => waiting.push(resolve));
  const tell = async (line: string) => {
    program.stdin.write(`${line}\n`);
    await heard();
  };
  try {
    await heard();
    const ports = (said[0] ?? '').split(' ');
    await tell(`secret whsec_${Buffer.alloc(32).toString('base64')}`);
    for (const [port, path] of Object.values(paths)) {
      const url = `http://localhost:${ports[port]}${path}`;
      await requireRefusal(url);
      const body = { url, eventTypes: ['customer.*'] };
      await tell(
        `secret ${(await api<{ secret: string }>('POST', '/api/webhook', { body })).json.data.secret}`,
      );
    }
    const body = { fullName: 'Ayşe Yılmaz' };
    const { id } = (await api<{ id: string }>('POST', '/api/customer', { body })).json.data;
    await tell(`fail ${id}`);
    // The first try, and the second for the one whose work fails.
    await moveBy(MINUTE);
    await moveBy(MINUTE);
    const got = said.filter((line) => line.includes(' customer.')).sort();
    const wanted = Object.keys(paths).map((place) => `${place} customer.created`);
    if (got.join() !== wanted.sort().join()) throw new Error(`Received: ${got.join()}`);
  } finally {
    program.kill();
  }
}

async function requireRefusal(url: string): Promise<void> {
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AAAA',
  };
  const { status } = await fetch(url, { method: 'POST', body: '{}', headers });
  if (status !== 401) throw new Error(`${url} answered ${status} to a forged message.`);
}
