// Runs every five minutes and throws if the service does not answer as a merchant and a buyer expect. It
// opens the specimen of the payment form and calls the merchants' API with a key that does not exist, which
// needs gateway, authorizer, KMS and table. With a key of a test account at the simulated bank it also pays a
// page with 3-D Secure, gives the money back and waits for the webhook. The hooks of a deployment pay in the
// same way (lib/release/traffic-hook.ts).
import { setTimeout as pause } from 'node:timers/promises';
import { SPECIMEN } from '#checkout/specimen.ts';
import { makeApiKey } from '#domain/api-key.ts';
import { optionalSetting, setting } from '#setting.ts';
import { log } from '#telemetry/log.ts';
import { withRequest } from '#telemetry/request-context.ts';

const TIMEOUT_MS = 10_000;
/** A well-formed key that no merchant has, so that the authorizer looks it up. */
const NO_KEY = makeApiKey('test', (count) => new Uint8Array(count));
/** A sandbox card that the simulated bank approves. */
const CARD = {
  ownerName: 'Canary',
  cardNumber: '5528790000000008',
  expiryMonth: '12',
  expiryYear: String(new Date().getUTCFullYear() + 5),
  cvv: '123',
};
/** What a buyer enters on the page of the simulated issuer. */
const CODE = { code: '123456', action: 'approve' };
const SHOP = 'https://canary.example';
/** An event is usually delivered within seconds. */
const DELIVERED_WITHIN_MS = 25_000;
const LOOKS_AGAIN_MS = 1_500;

type Progress = 'opened' | 'paid';
type PageReply = { status: number; location: string; text: string };
/** How the payer reaches the merchants' API, and the pages of the service and of the bank. */
export type Reach = {
  api(path: string, request: RequestInit): Promise<PageReply>;
  page(address: string, request?: RequestInit): Promise<PageReply>;
};
const BY_ADDRESS: Reach = {
  api: async (path, request) => await ask(`${setting('BASE_URL')}${path}`, request),
  page: ask,
};

/** Throws if a check fails: Lambda counts an error, and the alarm counts the runs without one. */
export async function handler(
  _event: unknown,
  context: { awsRequestId: string },
): Promise<{ seen: Progress }> {
  return await withRequest(context.awsRequestId, async () => {
    await openForm();
    await callApi();
    const key = optionalSetting('CANARY_KEY');
    if (key !== undefined) await pay(key, context.awsRequestId);
    const seen = key === undefined ? 'opened' : 'paid';
    log('info', 'canary', { outcome: seen });
    return { seen };
  });
}

async function openForm(): Promise<void> {
  const { status, text } = await ask(`${setting('PAY_URL')}/iframe/${SPECIMEN}`);
  if (status !== 200 || !text.includes('name="cardNumber"')) throw new Error(`The form answered ${status}.`);
}

async function callApi(): Promise<void> {
  const { status, text } = await ask(`${setting('BASE_URL')}/api/payment`, {
    headers: { 'X-Api-Key': NO_KEY },
  });
  if (status !== 401 || !text.includes('"API_KEY_INVALID"')) throw new Error(`The API answered ${status}.`);
}

async function pay(key: string, orderNumber: string): Promise<void> {
  const { gate, transactionId } = await payAndCancel(BY_ADDRESS, key, orderNumber);
  if (gate !== undefined && (await isReceivedAt(key, gate))) await expectDelivery(key, transactionId);
}

/**
 * Creates a page, pays it with 3-D Secure and gives the money back. Throws at the first step that fails.
 * `gate`: the address of the 3-D Secure gate that was passed.
 */
export async function payAndCancel(
  reach: Reach,
  key: string,
  orderNumber: string,
): Promise<{ gate: string | undefined; transactionId: string }> {
  const order = {
    amount: 1,
    currency: 'TRY',
    orderNumber,
    successUrl: `${SHOP}/paid`,
    failUrl: `${SHOP}/not-paid`,
  };
  const created = await call(reach, key, '/api/payment/hostedpage', order);
  const address = /"hostedPageUrl":"([^"]+)"/.exec(created.text)?.[1];
  if (address === undefined) throw new Error(`No page was created: ${created.status}.`);
  const gate = await payPage(reach, address);
  const { text } = await call(reach, key, `/api/payment?orderNumber=${orderNumber}`);
  const transactionId = /"paymentReferenceNumber":"([^"]+)"/.exec(text)?.[1] ?? '';
  const cancelled = await call(reach, key, '/api/Refund/cancellations', { transactionId });
  if (cancelled.status !== 201) throw new Error(`The payment was not given back: ${cancelled.status}.`);
  return { gate, transactionId };
}

/** Pays as a browser without scripts does. Returns the address of the 3-D Secure gate that it passed. */
async function payPage(reach: Reach, address: string): Promise<string | undefined> {
  let page = { ...(await reach.page(address)), address };
  let gate: string | undefined;
  const entries: Record<string, string>[] = [CARD, {}, {}, CODE, {}];
  for (const [at, entry] of entries.entries()) {
    const form = readForm(page.text, page.address);
    if (form === undefined) break;
    // The form that follows the card's is the bank's.
    if (at === 1) gate = form.action;
    const body = new URLSearchParams({ ...form.hidden, ...entry });
    page = { ...(await reach.page(form.action, { method: 'POST', body })), address: form.action };
  }
  const back = page.location || (/id="return"[^>]*href="([^"]+)"/.exec(page.text)?.[1] ?? '');
  if (!back.startsWith(`${SHOP}/paid?`)) throw new Error(`The page was not paid: ${page.status}.`);
  return gate;
}

/** The form of a page: its address and its hidden fields. */
function readForm(html: string, base: string) {
  const form = /<form\b[^>]*>[\s\S]*?<\/form>/.exec(html)?.[0];
  if (form === undefined) return undefined;
  const inputs = [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => input);
  const hidden = inputs.map((one) => [attributeOf(one, 'name'), attributeOf(one, 'value')] as const);
  return {
    action: new URL(attributeOf(form, 'action') || base, base).href,
    hidden: Object.fromEntries(hidden),
  };
}

const attributeOf = (markup: string, name: string): string =>
  (new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/**
 * Makes the webhook of the canary, at the simulated bank's receiver, unless it is there: the first run passes
 * no bank before it pays. False if it was made now, because the event of this payment is older.
 */
async function isReceivedAt(key: string, gate: string): Promise<boolean> {
  const url = new URL('receiver', gate).href;
  const { text } = await call(BY_ADDRESS, key, '/api/webhook');
  if (text.includes(`"url":"${url}"`)) return true;
  const made = await call(BY_ADDRESS, key, '/api/webhook', { url, eventTypes: ['payment.succeeded'] });
  if (made.status !== 201) throw new Error(`No webhook was made: ${made.status}.`);
  return false;
}

async function expectDelivery(key: string, objectId: string): Promise<void> {
  const endsAt = performance.now() + DELIVERED_WITHIN_MS;
  for (;;) {
    const events = await call(BY_ADDRESS, key, `/api/event?type=payment.succeeded&objectId=${objectId}`);
    const id = /"items":\[\{"id":"([^"]+)"/.exec(events.text)?.[1];
    const { text } =
      id === undefined ? { text: '' } : await call(BY_ADDRESS, key, `/api/event/${id}/deliveries`);
    if (text.includes('"state":"Delivered"')) return;
    if (performance.now() > endsAt) throw new Error('The event of the payment was not delivered.');
    await pause(LOOKS_AGAIN_MS);
  }
}

async function call(reach: Reach, key: string, path: string, body?: object): Promise<PageReply> {
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return await reach.api(path, request);
}

export async function ask(address: string, request: RequestInit = {}): Promise<PageReply> {
  // The firewall counts requests without a name.
  const headers = { 'User-Agent': 'payment canary', ...request.headers };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(address, { redirect: 'manual', ...request, headers, signal });
  const location = response.headers.get('location') ?? '';
  return { status: response.status, location, text: await response.text() };
}
