// Hostile texts in every text field of every endpoint never cause a server error or a malformed envelope, and
// accepted texts are returned as they were sent. The functions are invoked with API Gateway events, without
// HTTP, because there are tens of thousands of texts.
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES, type Route } from '#routes.ts';
import { addressOf, type Ids, makeObjects, pathWith, SAMPLES, UNKNOWN } from '../fixtures/samples.ts';
import { pageBody, startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { service, merchant, api } = harness;
const rows = ROUTES.filter((route) => SAMPLES[addressOf(route)] !== undefined).map((route) => ({
  name: addressOf(route),
  route,
}));

let authorizer: unknown;
let ids: Ids = UNKNOWN;
beforeAll(async () => {
  const methodArn = 'arn:aws:execute-api:eu-central-1:000000000000:local/local/GET/';
  const headers = { 'x-api-key': merchant.apiKey };
  const asked = { type: 'REQUEST', methodArn, headers, requestContext: { requestId: randomUUID() } };
  authorizer = ((await service.lambdas.invoke('authorizer', asked)) as { context: unknown }).context;
  ids = await makeObjects(harness, merchant.apiKey);
});

type Invoked = { status: number; errorCode: string | null; fields: string[] };

async function invoke(route: Route, of: Ids, body: string | Buffer): Promise<Invoked> {
  const path = pathWith(route, of);
  const [, parameter] = /\{([^}]+)\}/.exec(route.path) ?? [];
  const value = path.split('/')[route.path.split('/').indexOf(`{${parameter}}`)];
  const result = (await service.lambdas.invoke(route.file.replaceAll('/', '-'), {
    httpMethod: route.method,
    path,
    resource: route.path,
    pathParameters: parameter === undefined ? null : { [parameter]: value },
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
    requestContext: { requestId: randomUUID(), authorizer },
  })) as APIGatewayProxyResult;
  const envelope = JSON.parse(result.body);
  const data = envelope.data as { errors?: { field: string }[] } | null;
  if (Object.keys(envelope).join() !== 'success,message,data,errorCode,timestamp')
    throw new Error(result.body);
  const fields = (data?.errors ?? []).map(({ field }) => field.split(/[.[]/)[0] ?? '');
  return { status: result.statusCode, errorCode: envelope.errorCode, fields };
}

/** The value with every text in it replaced. */
function withText(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((one) => withText(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withText(one, text)]));
}

/** Processes eight items at a time, because each waits for the table. */
async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = 8,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Each spread text is sent to one of as many endpoints. */
const SPREAD = 4;

/**
 * `texts` are sent to every field of every endpoint. The endpoints share `spread`, because they read texts
 * by the same schemas: each text is sent to a quarter of them.
 */
export function testHostileTexts(texts: readonly string[], spread: readonly string[] = []): void {
  const shareOf = (at: number) => [...texts, ...spread.filter((_, index) => (index + at) % SPREAD === 0)];

  describe.each(rows.map((row, at) => ({ ...row, share: shareOf(at) })))('$name', ({ route, share }) => {
    const sample = () => SAMPLES[addressOf(route)]?.body(ids) ?? {};

    it('no text in all fields at once causes a server error', async () => {
      await forEach(share, async (text) => {
        const { status } = await invoke(route, UNKNOWN, JSON.stringify(withText(sample(), text)));
        if (status >= 500) expect.unreachable(`${status} for ${JSON.stringify(text)}`);
      });
    });

    it('no text that a field accepts and stores causes a server error', async () => {
      const freeFieldNames = await freeFields();
      // Writes of the same object would wait for each other.
      const atOnce = route.path.includes('{') ? 1 : undefined;
      const store = async (text: string) => {
        const own = sample();
        for (const name of freeFieldNames) own[name] = text;
        const { status } = await invoke(route, ids, JSON.stringify(own));
        if (status >= 500) expect.unreachable(`${status} for ${JSON.stringify(text)}`);
      };
      await forEach(freeFieldNames.length === 0 ? [] : share, store, atOnce);
    });

    /** The fields that accept any visible text, found by trying one. */
    async function freeFields(): Promise<string[]> {
      const own = sample();
      const { fields } = await invoke(route, UNKNOWN, JSON.stringify(withText(own, 'Ünlü metin 1')));
      return Object.keys(own).filter((name) => typeof own[name] === 'string' && !fields.includes(name));
    }
  });

  it('an order number is returned trimmed and in NFC, and payments can be searched by it', async () => {
    const accepted: string[] = [];
    // The calls above have paid orders of these numbers.
    const { apiKey: key } = await service.addMerchant();
    await forEach([...texts, ...spread.filter((_, index) => index % SPREAD === 0)], async (text) => {
      const body = pageBody({ orderNumber: text });
      const created = await api('POST', '/api/payment/hostedpage', { body, key });
      if (created.status !== 201) return;
      const shown = await api('GET', `/api/payment/hostedpage/${created.json.data['token']}`, { key });
      expect(shown.json.data['orderNumber']).toBe(text.normalize('NFC').trim());
      const listed = await api('GET', `/api/payment?orderNumber=${encodeURIComponent(text)}`, { key });
      expect(listed.json.data['items']).toEqual([]);
      accepted.push(text);
    });
    expect(accepted).toEqual(
      expect.arrayContaining(['قهوة عربية 👩‍👩‍👧‍👦 ☕️', "' autofocus onfocus='alert(1)"]),
    );
    expect(accepted.filter((text) => /[\u0000-\u001f\u202e\ufeff]/u.test(text.trim()))).toEqual([]);
  });
}

export function testHostileBodies(bodies: readonly Buffer[]): void {
  describe('hostile bodies', () => {
    it.each(rows)('every hostile body is refused by $name', async ({ route }) => {
      const inField = bodies.map((body) =>
        Buffer.concat([Buffer.from('{"orderNumber":'), body, Buffer.from(',"fullName":1}')]),
      );
      await forEach([...bodies, ...inField], async (body) => {
        const { status, errorCode } = await invoke(route, UNKNOWN, body);
        expect([400, 404, 413]).toContain(status);
        expect(errorCode).not.toBeNull();
      });
    });
  });
}
