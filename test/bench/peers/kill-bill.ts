// Kill Bill on this machine, as its makers' container runs it, but with a gigabyte of heap: Jetty, and a
// PostgreSQL of its own, which syncs to disk. Its built-in plugin takes every payment and calls no bank.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../lib/local/free-port.ts';
import { downloadKillBill } from './downloads.ts';

/** `pids`: the server's and the database's. */
export type KillBill = { url: string; pids: number[]; key: string; stop(): Promise<void> };

const HOST = '127.0.0.1';
/** What a JDK from 17 on has closed, and Kill Bill's OSGi framework opens. */
const OPENED = ['lang', 'lang.reflect', 'util', 'net', 'security', 'io', 'text'].map((one) => `java.${one}`);
const HANDLERS = ['file', 'jar', 'http', 'https', 'ftp'].map((one) => `sun.net.www.protocol.${one}`);
const OPENS = [...OPENED, ...HANDLERS, 'sun.net.www.content'];
/** In the order in which their tables refer to one another. */
const SCHEMAS =
  'util account catalog subscription entitlement invoice payment usage tenant beatrix queue'.split(' ');

/** PostgreSQL refuses to run as root. */
function databaseUser(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function startDatabase(folder: string, war: string) {
  const [bin = '/usr/lib/postgresql/15/bin'] = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse();
  const user = databaseUser();
  const data = join(folder, 'database');
  mkdirSync(data, { recursive: true });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const quiet = { ...user, cwd: data, stdio: 'ignore' } as const;
  execFileSync(`${bin}/initdb`, ['-D', data, '-U', 'killbill', '--auth=trust', '-E', 'UTF8'], quiet);
  const port = String(await freePort());
  const server = spawn(`${bin}/postgres`, ['-D', data, '-p', port, '-h', HOST, '-k', data], quiet);
  const client = ['-h', HOST, '-p', port, '-U', 'killbill', '-q', '-d'];
  const isReady = () => {
    try {
      execFileSync(`${bin}/psql`, [...client, 'postgres', '-c', 'CREATE DATABASE killbill'], quiet);
      return true;
    } catch {
      return false;
    }
  };
  while (!isReady()) await pause(200);
  const load = (jar: string, file: string) => {
    const input = execFileSync('unzip', ['-p', jar, file]);
    execFileSync(`${bin}/psql`, [...client, 'killbill'], { input, stdio: ['pipe', 'ignore', 'ignore'] });
  };
  for (const name of SCHEMAS) {
    const [jar = ''] = globSync(`WEB-INF/lib/killbill-${name}-[0-9]*.jar`, { cwd: war })
      .filter((one) => !one.endsWith('-tests.jar'))
      .map((one) => join(war, one));
    const path = name === 'queue' ? 'org/killbill/queue' : `org/killbill/billing/${name}`;
    if (name === 'util') load(jar, `${path}/ddl-postgresql.sql`);
    load(jar, `${path}/ddl.sql`);
  }
  return { server, url: `jdbc:postgresql://${HOST}:${port}/killbill` };
}

const CONSOLE = '<appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"/>';
const LOGGING = `<configuration>${CONSOLE}<root level="OFF"/></configuration>`;

function startServer(folder: string, database: string, port: string): ChildProcess {
  const { war, jetty } = downloadKillBill();
  const settings = ['org.killbill.dao', 'org.killbill.billing.osgi.dao'].flatMap((one) => [
    `${one}.url=${database}`,
    `${one}.user=killbill`,
    `${one}.password=killbill`,
  ]);
  const more = [
    ...['server.multitenant=true', 'server.test.mode=false', 'server.updateCheck.skip=true'],
    // By default each request hashes the tenant's secret 200,000 times; its API's documentation advises this.
    'security.shiroNbHashIterations=1',
  ];
  const bundles = `osgi.bundle.install.dir=${join(folder, 'bundles')}`;
  const properties = [...settings, ...[...more, bundles].map((one) => `org.killbill.${one}`)];
  writeFileSync(join(folder, 'server.properties'), properties.join('\n'));
  writeFileSync(join(folder, 'logback.xml'), LOGGING);
  const options = [
    ...['-Xms512m', '-Xmx1g', `-Djava.io.tmpdir=${folder}`],
    ...OPENS.map((one) => `--add-opens=java.base/${one}=ALL-UNNAMED`),
    `-Dorg.killbill.server.properties=file://${join(folder, 'server.properties')}`,
    `-Dlogback.configurationFile=${join(folder, 'logback.xml')}`,
  ];
  const args = [...options, '-jar', jetty, '--host', HOST, '--port', port, '--path', '/', war];
  return spawn('java', args, { stdio: 'ignore' });
}

/** Ready for payments. The database is there before: `startMs` is the server's alone. */
export async function startKillBill(folder: string): Promise<KillBill & { startMs: number }> {
  const database = await startDatabase(folder, downloadKillBill().war);
  const port = String(await freePort());
  const begunMs = performance.now();
  const server = startServer(folder, database.url, port);
  const url = `http://${HOST}:${port}/1.0/kb`;
  const key = `bench-${process.pid}`;
  const isReady = () =>
    post({ url, key }, `${url}/tenants`, { apiKey: key, apiSecret: key }).then(
      () => true,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error('Kill Bill did not start.');
    await pause(100);
  }
  const startMs = performance.now() - begunMs;
  const stop = async () => {
    for (const one of [server, database.server]) {
      one.kill('SIGINT');
      if (one.exitCode === null) await new Promise((ended) => one.once('exit', ended));
    }
  };
  return { url, key, startMs, pids: [server.pid ?? 0, database.server.pid ?? 0], stop };
}

const headersOf = (key: string) => ({
  authorization: `Basic ${Buffer.from('admin:password').toString('base64')}`,
  ...{ 'content-type': 'application/json', accept: 'application/json', 'x-killbill-createdby': 'bench' },
  ...{ 'x-killbill-apikey': key, 'x-killbill-apisecret': key },
});

/** Returns the address of the new object. */
async function post({ key }: Pick<KillBill, 'url' | 'key'>, url: string, body: object): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers: headersOf(key), body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${text}`);
  return (answer.headers.get('location') ?? '').replace(/\/$/, '');
}

/** An account with a means of payment. */
export async function createAccount(killBill: KillBill): Promise<string> {
  const account = await post(killBill, `${killBill.url}/accounts`, { name: 'Bench', currency: 'TRY' });
  const method = { externalKey: account, pluginName: '__EXTERNAL_PAYMENT__', pluginInfo: {} };
  await post(killBill, `${account}/paymentMethods?isDefault=true`, method);
  return account;
}

export const purchase = (killBill: KillBill, account: string): Promise<string> =>
  post(killBill, `${account}/payments`, { transactionType: 'PURCHASE', amount: 149.9, currency: 'TRY' });

export const refundPurchase = (killBill: KillBill, payment: string): Promise<string> =>
  post(killBill, `${payment}/refunds`, { amount: 1, currency: 'TRY' });

export async function readPurchase({ key }: KillBill, payment: string): Promise<void> {
  const answer = await fetch(payment, { headers: headersOf(key) });
  if (!answer.ok) throw new Error(`${payment} was answered with ${answer.status}.`);
  await answer.json();
}
