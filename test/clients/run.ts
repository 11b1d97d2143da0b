// `npm run trial -- clients`: makes clients of docs/openapi.json by ten generators (generators.ts), compiles
// them, and lets a small shop on each but that in C# create a page, which a buyer pays, read the payment, its
// event, a message and a refusal: of this version, and of a later one (later-version.ts); refund a part and
// read the feed until it says so. Then the verifiers of docs/shops.md judge results of orders and cards
// (verifiers.ts), and the code of the reference site runs (snippets.ts; that in C# runs nowhere). Needs Java,
// Maven, Go, Python 3, and what they download; PHP with Guzzle and .NET are left out where they are missing.
// `clients verifier` runs only what has this word in its name. Exit codes: 0 if all passed, 1 if not, 69 if a
// program is missing.
import '../../lib/help.ts';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../bench/until.ts';
import { cardPageDriver } from '../drivers/card-page-driver.ts';
import { openHarness } from '../harness/harness.ts';
import { GENERATORS, isInstalled, type Shop } from './generators.ts';
import { laterOf, startLaterVersion } from './later-version.ts';
import { checkPythonGuides, checkReference, type RunWith, SNIPPET_LANGUAGES } from './snippets.ts';
import { type Case, checkVerifier, VERIFIERS } from './verifiers.ts';

const UNAVAILABLE = 69;
/** Only ends a program that hangs: the first time much is downloaded. */
const LONGEST_MS = 900_000;
/** Left out where they are missing. */
const OPTIONAL = ['php', 'dotnet'];
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'payment-clients-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Returns the standard output. Throws with the end of the output if the program fails. */
async function run(command: string, args: readonly string[], cwd = folder): Promise<string> {
  const done = promisify(execFile)(command, args, { cwd, maxBuffer: 1e8, timeout: LONGEST_MS });
  return await done.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      const output = `${stdout}${stderr}`.trimEnd().split('\n').slice(-30).join('\n');
      throw new Error(`${command} ${args.join(' ')}\n${output}`);
    },
  );
}

const [wanted = ''] = process.argv.slice(2);

/** Beyond what a 32-bit float holds, and what Java writes with an exponent. */
const AMOUNT = '12345678.91';

const DOCUMENT = here('../../docs/openapi.json');
const later = laterOf(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as object);
const harness = await openHarness({ events: true, startAt: new Date(), signsByMachine: true });
const { api, buyer, service, merchant, close } = harness;
process.env['PAYMENT_URL'] = service.baseUrl;
process.env['PAYMENT_MERCHANT_ID'] = merchant.merchantId;
process.env['PAYMENT_SIGNING_SECRETS'] = JSON.stringify({ [merchant.kid ?? '']: merchant.signingSecret });
const nextVersion = await startLaterVersion(service.baseUrl, later);
const message = await testMessage();

for (const [name, { needs, build }] of Object.entries(GENERATORS)) {
  await tell(`client of ${name}`, needs, async () => {
    const home = join(folder, name.replaceAll(' ', '-'));
    mkdirSync(home);
    const shop = await build(home, DOCUMENT, run);
    return typeof shop === 'string' ? shop : await useShop(name, shop);
  });
}
const cases = await resultCases();
for (const [language, verifier] of Object.entries(VERIFIERS)) {
  const check = () => checkVerifier(verifier, join(folder, `verifier-${language}`), cases, run);
  await tell(`verifier in ${language}`, [verifier.program], check);
}
const runWith: RunWith = async (command, args, env) =>
  await run('env', [...Object.entries(env).map(([name, value]) => `${name}=${value}`), command, ...args]);
for (const [language, one] of Object.entries(SNIPPET_LANGUAGES)) {
  const home = mkdtempSync(join(folder, language));
  await tell(`reference in ${language}`, [one.program], () => checkReference(one, home, harness, runWith));
}
// The last, because they move the clock by a year.
const home = mkdtempSync(join(folder, 'guides'));
await tell('guides in python', ['python3'], () => checkPythonGuides(home, harness, runWith));
nextVersion.close();
await close();

/** Runs one part, prints how it ended, and goes on. */
async function tell(did: string, needs: readonly string[], work: () => Promise<unknown>): Promise<void> {
  if (!did.includes(wanted)) return;
  const missing = needs.filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    if (missing.some((program) => !OPTIONAL.includes(program))) process.exitCode ??= UNAVAILABLE;
    print(`${did}: not run, there is no ${missing.join(', ')}`);
    return;
  }
  try {
    const done = await work();
    print(`${did}: ${typeof done === 'string' ? done : 'passed'}`);
  } catch (error) {
    process.exitCode = 1;
    print(`${did}: FAILED\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Results of a paid order and of a stored card, and what must be refused. */
async function resultCases(): Promise<Case[]> {
  const { addLink, open, give } = cardPageDriver(harness, merchant.apiKey);
  const body = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
  const { id: customerId } = (await api<{ id: string }>('POST', '/api/customer', { body })).json.data;
  const page = await harness.createPage({ orderNumber: 'ORDER-9', amount: 149.9 });
  const order = { orderNumber: 'ORDER-9', amount: 149.9, currency: 'TRY' };
  const link = { customerId, purpose: 'AddCard', recurringPaymentId: null };
  const { location: paid = '' } = await buyer.submit(await buyer.open(page.hostedPageUrl));
  const { location: stored = '' } = await give(await open(await addLink(customerId)));
  const at = paid.indexOf('.', paid.indexOf('result=')) + 2;
  const forged = `${paid.slice(0, at)}${paid[at] === 'A' ? 'B' : 'A'}${paid.slice(at + 1)}`;
  const wrong = (kind: Case['kind'], url: string, session: Case['session']) => ({
    kind,
    url,
    session,
    isRight: false,
  });
  return [
    { kind: 'order', url: paid, session: order, isRight: true },
    { kind: 'card', url: stored, session: link, isRight: true },
    wrong('order', forged, order),
    wrong('order', paid, { ...order, amount: 14.99 }),
    wrong('order', paid, { ...order, orderNumber: 'ORDER-8' }),
    wrong('order', stored, order),
    wrong('order', stored, {}),
    wrong('card', paid, link),
    wrong('card', paid, {}),
    wrong('card', stored, { ...link, purpose: 'UpdateCard' }),
    wrong('card', stored, { ...link, recurringPaymentId: customerId }),
    wrong('card', stored, { ...link, customerId: 'x' }),
  ];
}

async function useShop(name: string, shop: Shop): Promise<void> {
  const orderNumber = `ORDER-${name.replaceAll(' ', '-')}`;
  const url = await shop(['create', service.baseUrl, merchant.apiKey, AMOUNT, orderNumber]);
  await buyer.submit(await buyer.open(url.trim()));
  const { items } = (await api<Items>('GET', `/api/payment?orderNumber=${orderNumber}`)).json.data;
  const [{ paymentReferenceNumber = '' } = {}] = items;
  let event: Item | undefined;
  await until(async () => {
    const events = await api<Items>('GET', `/api/event?objectId=${paymentReferenceNumber}`);
    event = events.json.data.items.find(({ type }) => type === 'payment.succeeded');
    return event !== undefined;
  });
  const read = async (baseUrl: string, body: string) => {
    const file = join(folder, 'message.json');
    writeFileSync(file, body);
    const args = ['read', baseUrl, merchant.apiKey, paymentReferenceNumber, event?.id ?? '', file];
    return (await shop(args)).trim().split('\n');
  };
  const today = ['Successful', 'payment.succeeded', 'webhook.test', 'PAYMENT_NOT_FOUND'];
  requireEqual(await read(service.baseUrl, message), [AMOUNT, ...today]);
  const laterMessage = JSON.stringify(later(JSON.parse(message)));
  requireEqual(await read(nextVersion.url, laterMessage), [AMOUNT, ...today.map((one) => `Later${one}`)]);
  const refund = await shop(['refund', service.baseUrl, merchant.apiKey, paymentReferenceNumber]);
  requireEqual(refund.trim().split('\n'), ['Completed', 'refund.completed']);
}

type Item = { paymentReferenceNumber?: string; id?: string; type?: string };
type Items = { items: Item[] };

function requireEqual(found: readonly string[], expected: readonly string[]): void {
  if (found.join() !== expected.join())
    throw new Error(`expected ${expected.join()}\nfound    ${found.join()}`);
}

/** The message `webhook.test`, as a receiver gets it. */
async function testMessage(): Promise<string> {
  let received = '';
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      // An event of the account may come at the same time.
      if ((JSON.parse(body) as { type: string }).type === 'webhook.test') received = body;
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const body = { url: `http://localhost:${port}/`, eventTypes: ['*'] };
  const { id } = (await api<{ id: string }>('POST', '/api/webhook', { body })).json.data;
  await api('POST', `/api/webhook/${id}/test`);
  receiver.close();
  return received;
}
