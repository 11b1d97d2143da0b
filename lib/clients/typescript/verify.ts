// What a shop receives is from the service only if its signature is right: the result with which a buyer
// returns, and the messages of webhooks. Receivers read the body byte for byte, before anything parses it.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type ShopSettings = {
  /** The address of the payment pages, as `hostedPageUrl` begins. */
  payUrl: string;
  merchantId: string;
  /** The signing secrets by `kid`: one, or two during a rotation. */
  secrets: Readonly<Record<string, string>>;
};
export type SoldOrder = { orderNumber: string; amount: number; currency: string };
export type SentLink = {
  customerId: string;
  purpose: 'AddCard' | 'UpdateCard';
  recurringPaymentId: string | null;
};
export type Result = {
  status: 'Successful' | 'Failed' | 'Cancelled' | 'Expired' | 'CardStored';
  errorCode: string | null;
  page: string;
  exp: number;
};
/** `captured`: false if the amount is only reserved, and absent otherwise. */
export type OrderResult = Result &
  SoldOrder & { chargedAmount: number; paymentReferenceNumber: string | null; captured?: false };
/** `cardStorageId`: the stored card, or null. */
export type CardResult = Result & SentLink & { cardStorageId: string | null };

/** Not from the service, too old, or of something else than expected. */
export class NotVerifiedError extends Error {
  override readonly name = 'NotVerifiedError';
}

/**
 * Returns the facts of a result if they are those of the order that the session holds, or of the link that
 * was sent. `url`: the whole address with which the buyer returned, or its path and query.
 */
export function verifyResult(url: string, session: SoldOrder, shop: ShopSettings): OrderResult;
export function verifyResult(url: string, session: SentLink, shop: ShopSettings): CardResult;
export function verifyResult(url: string, session: object, shop: ShopSettings): object {
  const [result = '', ...others] = new URL(url, shop.payUrl).searchParams.getAll('result');
  if (others.length > 0) throw new NotVerifiedError('The address has more than one result.');
  if (result === '') throw new NotVerifiedError('The address has no result.');
  const signed = result.slice(0, result.lastIndexOf('.'));
  const isRight = Object.values(shop.secrets).some((secret) => {
    if (secret.length < 16) throw new TypeError('A signing secret is whsec_ and its base64.');
    const signature = createHmac('sha256', secret).update(signed).digest('base64url');
    return isSame(result, `${signed}.${signature}`);
  });
  if (!isRight) throw new NotVerifiedError('The signature is wrong.');
  const facts = parsed(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString());
  if (!(Number(facts['exp']) * 1000 > Date.now())) throw new NotVerifiedError('The result has expired.');
  const expected = { iss: shop.payUrl, aud: shop.merchantId, ...requiredOf(session) };
  for (const [name, value] of Object.entries(expected)) {
    if (facts[name] !== value) throw new NotVerifiedError(`The result has another ${name}.`);
  }
  return facts;
}

const ORDER = ['orderNumber', 'amount', 'currency'];
const LINK = ['customerId', 'purpose', 'recurringPaymentId'];

/** All that must be compared: a session that forgot what it sold accepts nothing. */
function requiredOf(session: object): Record<string, unknown> {
  const sold = session as Record<string, unknown>;
  const names = 'customerId' in sold ? LINK : ORDER;
  const missing = names.find((name) => sold[name] === undefined);
  if (missing !== undefined) throw new NotVerifiedError(`The session has no ${missing}.`);
  return Object.fromEntries(names.map((name) => [name, sold[name]]));
}

type Headers = Readonly<Record<string, string | string[] | undefined>> | { get(name: string): string | null };

/** Returns the event of a message that one of the secrets signed within the last five minutes. */
export function verifyWebhook<Event>(
  body: string | Uint8Array,
  headers: Headers,
  secrets: readonly string[],
): Event {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
  const of = (name: string) => {
    const value =
      'get' in headers && typeof headers.get === 'function' ? headers.get(name) : find(headers, name);
    return String(value ?? '');
  };
  const [id, timestamp] = [of('webhook-id'), of('webhook-timestamp')];
  if (id === '' || timestamp === '') throw new NotVerifiedError('The message has no webhook headers.');
  const isNow = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  if (!isNow) throw new NotVerifiedError('The message is too old.');
  const candidates = of('webhook-signature').split(' ');
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    if (key.length < 16) throw new TypeError('A webhook secret is whsec_ and its base64.');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest('base64');
    return candidates.some((one) => isSame(one, `v1,${signature}`));
  });
  if (!isSigned) throw new NotVerifiedError('The signature is wrong.');
  return parsed(bytes.toString()) as Event;
}

const find = (headers: object, wanted: string): unknown =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

function isSame(candidate: string, right: string): boolean {
  const [one, other] = [Buffer.from(candidate), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new NotVerifiedError('What is signed is no object.', { cause });
  }
}

/** `work` may get an event twice: its `id` tells. If it fails, the service sends the event again. */
export type ReceiverOptions<Event> = {
  secrets: readonly string[];
  work: (event: Event) => Promise<void> | void;
};

async function handled<Event>(
  body: Uint8Array,
  headers: Headers,
  { secrets, work }: ReceiverOptions<Event>,
): Promise<{ status: number; text: string }> {
  let event: Event;
  try {
    event = verifyWebhook<Event>(body, headers, secrets);
  } catch (error) {
    if (error instanceof NotVerifiedError) return { status: 401, text: error.message };
    throw error;
  }
  await work(event);
  return { status: 200, text: 'Received.' };
}

/** For Next, and whatever takes a web `Request`: `export const POST = webReceiver(...)`. */
export function webReceiver<Event>(options: ReceiverOptions<Event>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, text } = await handled(
      new Uint8Array(await request.arrayBuffer()),
      request.headers,
      options,
    );
    return new Response(text, { status });
  };
}

type NodeRequest = AsyncIterable<Uint8Array> & {
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
};
type NodeResponse = { statusCode: number; end(text: string): unknown };

/** For Express and `node:http`: before any parser of bodies but `express.raw`. */
export function nodeReceiver<Event>(
  options: ReceiverOptions<Event>,
): (request: NodeRequest, response: NodeResponse, next?: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const { status, text } = await handled(await rawBody(request), request.headers, options);
      response.statusCode = status;
      response.end(text);
    } catch (error) {
      response.statusCode = 500;
      if (next) next(error);
      else response.end('Not received.');
    }
  };
}

async function rawBody(request: NodeRequest): Promise<Uint8Array> {
  if (request.body instanceof Uint8Array) return request.body;
  if (request.body !== undefined && request.body !== null) {
    throw new TypeError('The body was parsed before its signature was verified: put the receiver first.');
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
