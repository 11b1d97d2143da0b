// Runs every five minutes and throws if the service does not answer as a merchant and a buyer expect. It
// opens the specimen of the payment form and calls the merchants' API with a key that does not exist, which
// needs gateway, authorizer, KMS and table. In a stage with a simulated bank and a key it also pays a page.
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
  expiryYear: '49',
  cvv: '123',
};
const SHOP = 'https://canary.example';

type Seen = 'opened' | 'paid';

/** Throws if a check fails: Lambda counts an error, and the alarm counts the runs without one. */
export async function handler(_event: unknown, context: { awsRequestId: string }): Promise<{ seen: Seen }> {
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

/** Creates a page, opens its form and pays it. Throws if the shop does not get the buyer back as paid. */
async function pay(key: string, orderNumber: string): Promise<void> {
  const order = {
    amount: 1,
    currency: 'TRY',
    orderNumber,
    successUrl: `${SHOP}/paid`,
    failUrl: `${SHOP}/not-paid`,
  };
  const created = await ask(`${setting('BASE_URL')}/api/payment/hostedpage`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  });
  const address = /"hostedPageUrl":"([^"]+)"/.exec(created.text)?.[1];
  if (address === undefined) throw new Error(`No page was created: ${created.status}.`);
  const form = await ask(address);
  const hidden = [...form.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const fields = hidden.map(([, name = '', value = '']) => [name, value] as const);
  const paid = await ask(address, {
    method: 'POST',
    body: new URLSearchParams({ ...Object.fromEntries(fields), ...CARD }),
  });
  if (!paid.location.startsWith(`${SHOP}/paid?`)) throw new Error(`The page was not paid: ${paid.status}.`);
}

async function ask(address: string, request: RequestInit = {}) {
  // The firewall counts requests without a name.
  const headers = { 'User-Agent': 'payment canary', ...request.headers };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(address, { redirect: 'manual', ...request, headers, signal });
  const location = response.headers.get('location') ?? '';
  return { status: response.status, location, text: await response.text() };
}
